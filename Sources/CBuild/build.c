#include "CBuild.h"

#ifndef BENCH_COMMIT
#define BENCH_COMMIT ""
#endif

const char *build_commit(void) { return BENCH_COMMIT; }
