// The library that draws the charts of a page, taken from where the system's package has it (chartjs.org, MIT licence, which
// stands in the file): the program carries it, and a page that holds it asks for nothing.
#include "CChartLibrary.h"

#include <stddef.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

#if __has_embed("/usr/share/javascript/chart.js/chart.min.js") == 1
static const unsigned char text[] = {
#embed "/usr/share/javascript/chart.js/chart.min.js" suffix(, 0)
};
#define HAS_TEXT
#elif __has_embed("/usr/local/share/javascript/chart.js/chart.min.js") == 1
static const unsigned char text[] = {
#embed "/usr/local/share/javascript/chart.js/chart.min.js" suffix(, 0)
};
#define HAS_TEXT
#endif

#ifdef HAS_TEXT
const char *chart_library(void) { return (const char *)text; }
#else
// A package that depends on Timers alone may have this built too, so it must be possible without.
#warning "Chart.js is missing: 'bench report' is left out of this build. Run ./setup, or apt-get install libjs-chart.js"
const char *chart_library(void) { return NULL; }
#endif
