#ifndef CCHARTLIBRARY_H
#define CCHARTLIBRARY_H

/// Chart.js as one script, UTF-8 and terminated; NULL when its file was not there as this was built.
const char *_Nullable chart_library(void);

#endif
