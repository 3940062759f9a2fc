#define _GNU_SOURCE
#include "HeadroomJXLLibrary.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// libjxl as Debian builds it reports every damaged field on standard error, and says there that an assertion failed, before it
// ends the process. It has no switch for either. It finds the stream and the function that prints through two slots of its own
// table of imported addresses: the first is led to a stream into nowhere, the second to hr_jxl_hear. Nothing else in the process
// is touched, and where the table looks different nothing is done.

#if defined(__x86_64__)
#define IMPORTED_ADDRESS R_X86_64_GLOB_DAT
#define IMPORTED_FUNCTION R_X86_64_JUMP_SLOT
#elif defined(__aarch64__)
#define IMPORTED_ADDRESS R_AARCH64_GLOB_DAT
#define IMPORTED_FUNCTION R_AARCH64_JUMP_SLOT
#else
#define IMPORTED_ADDRESS 0
#define IMPORTED_FUNCTION 0
#endif

static FILE *nowhere;

static void redirect(void **slot, void *target) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  void *start = (void *)((uintptr_t)slot & ~(uintptr_t)(page - 1));
  // The table is read-only once the library has been loaded.
  if (mprotect(start, page, PROT_READ | PROT_WRITE) != 0) return;
  *slot = target;
  mprotect(start, page, PROT_READ | PROT_WRITE);
}

/* What a library says about itself. */
typedef struct {
  const char *base;
  const ElfW(Rela) *addresses, *functions;
  size_t address_bytes, function_bytes;
  const ElfW(Sym) *symbols;
  const char *names;
} tables;

static tables tables_of(const struct link_map *map) {
  tables found = {0};
  found.base = (const char *)map->l_addr;
  for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag == DT_RELA) found.addresses = (const void *)entry->d_un.d_ptr;
    if (entry->d_tag == DT_RELASZ) found.address_bytes = entry->d_un.d_val;
    if (entry->d_tag == DT_JMPREL) found.functions = (const void *)entry->d_un.d_ptr;
    if (entry->d_tag == DT_PLTRELSZ) found.function_bytes = entry->d_un.d_val;
    if (entry->d_tag == DT_SYMTAB) found.symbols = (const void *)entry->d_un.d_ptr;
    if (entry->d_tag == DT_STRTAB) found.names = (const void *)entry->d_un.d_ptr;
  }
  return found;
}

static void lead(const tables *tables, const ElfW(Rela) *list, size_t bytes, unsigned kind, const char *name, void *target) {
  if (!list || !tables->symbols || !tables->names) return;
  for (size_t i = 0; i < bytes / sizeof *list; i++) {
    if (ELF64_R_TYPE(list[i].r_info) != kind) continue;
    const ElfW(Sym) *symbol = &tables->symbols[ELF64_R_SYM(list[i].r_info)];
    if (strcmp(tables->names + symbol->st_name, name) == 0) redirect((void **)(tables->base + list[i].r_offset), target);
  }
}

void hr_jxl_silence(void *handle) {
  struct link_map *map = NULL;
  if (IMPORTED_ADDRESS == 0 || dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0 || !map) return;
  const tables tables = tables_of(map);
  nowhere = fopen("/dev/null", "we");
  if (nowhere) lead(&tables, tables.addresses, tables.address_bytes, IMPORTED_ADDRESS, "stderr", &nowhere);
  // Functions are found through either list, by how the library was linked; checked ones have a flag in front of the format.
  const struct { const ElfW(Rela) *list; size_t bytes; unsigned kind; } lists[] = {
      {tables.functions, tables.function_bytes, IMPORTED_FUNCTION},
      {tables.addresses, tables.address_bytes, IMPORTED_ADDRESS}};
  for (int i = 0; i < 2; i++) {
    lead(&tables, lists[i].list, lists[i].bytes, lists[i].kind, "vfprintf", (void *)hr_jxl_hear);
    lead(&tables, lists[i].list, lists[i].bytes, lists[i].kind, "__vfprintf_chk", (void *)hr_jxl_hear_checked);
  }
}
