#ifndef CPLATFORM_HYPERVISOR_H
#define CPLATFORM_HYPERVISOR_H

#include <stdint.h>

// What the processor calls its hypervisor: `known` is 0 where it cannot be asked, and `bytes` is all 0 on bare
// metal. Twelve characters, the lowest byte of the first word first.
typedef struct {
  int32_t known;
  uint32_t bytes[3];
} platform_hypervisor;

platform_hypervisor platform_hypervisor_signature(void);

#endif
