#ifdef __linux__
#define _GNU_SOURCE
#include "include/CPlatform.h"

#include <elf.h>
#include <link.h>
#include <stddef.h>
#include <string.h>

// What is looked for among the loaded objects, and what was found.
struct library_search {
  const char *name;
  char *text;
  size_t room;
  int found;
};

static void take_build_id(const char *notes, size_t length, struct library_search *search) {
  size_t at = 0;
  while (length - at >= sizeof(ElfW(Nhdr))) {
    const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)(notes + at);
    size_t name = at + sizeof *note;
    // elf(5): name and description are padded to four bytes.
    size_t description = name + (((size_t)note->n_namesz + 3) & ~(size_t)3);
    size_t next = description + (((size_t)note->n_descsz + 3) & ~(size_t)3);
    if (next > length || next < at) return;
    if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && memcmp(notes + name, "GNU", 4) == 0 &&
        2 * (size_t)note->n_descsz < search->room) {
      static const char digits[] = "0123456789abcdef";
      for (size_t i = 0; i < note->n_descsz; i++) {
        unsigned char byte = (unsigned char)notes[description + i];
        search->text[2 * i] = digits[byte >> 4];
        search->text[2 * i + 1] = digits[byte & 15];
      }
      search->text[2 * (size_t)note->n_descsz] = 0;
      return;
    }
    at = next;
  }
}

static int look_at_object(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  struct library_search *search = context;
  const char *path = info->dlpi_name ? info->dlpi_name : "";
  const char *slash = strrchr(path, '/');
  if (strcmp(slash ? slash + 1 : path, search->name) != 0) return 0;
  search->found = 1;
  for (int i = 0; i < info->dlpi_phnum && search->text[0] == 0; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    if (header->p_type == PT_NOTE && header->p_align <= 4)
      take_build_id((const char *)(info->dlpi_addr + header->p_vaddr), header->p_memsz, search);
  }
  return 1;
}

int platform_library_build_id(const char *name, char *text, size_t room) {
  if (room == 0) return 0;
  text[0] = 0;
  struct library_search search = {name, text, room, 0};
  dl_iterate_phdr(look_at_object, &search);
  return search.found;
}
#endif
