// The C calls that Swift cannot import, one header an operating system; both give the same names.
#ifndef CPLATFORM_H
#define CPLATFORM_H

#include "darwin.h"
#include "hypervisor.h"
#include "linux.h"
#include "realtime.h"

#endif
