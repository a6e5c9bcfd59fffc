#include "hypervisor.h"

#if defined(__x86_64__) && defined(__linux__)
#include <cpuid.h>

// Leaf 1 has the hypervisor bit; leaf 0x40000000 is set aside for the hypervisor's own name.
platform_hypervisor platform_hypervisor_signature(void) {
  platform_hypervisor result = {.known = 1};
  uint32_t a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return (platform_hypervisor){0};
  if ((c & (1u << 31)) == 0) return result;
  __cpuid(0x40000000, a, result.bytes[0], result.bytes[1], result.bytes[2]);
  return result;
}
#else
platform_hypervisor platform_hypervisor_signature(void) { return (platform_hypervisor){0}; }
#endif
