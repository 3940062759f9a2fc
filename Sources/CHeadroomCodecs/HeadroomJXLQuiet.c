#define _GNU_SOURCE
#include "HeadroomJXLLibrary.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// libjxl as Debian builds it reports every damaged field on standard error, and has no switch for it. It finds the stream
// through one slot of its own table of imported addresses: that slot is led to a stream into nowhere. Nothing else in the
// process is touched, and where the table looks different nothing is done.

#if defined(__x86_64__)
#define IMPORTED_ADDRESS R_X86_64_GLOB_DAT
#elif defined(__aarch64__)
#define IMPORTED_ADDRESS R_AARCH64_GLOB_DAT
#else
#define IMPORTED_ADDRESS 0
#endif

static FILE *nowhere;

static void redirect(void **slot) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  void *start = (void *)((uintptr_t)slot & ~(uintptr_t)(page - 1));
  // The table is read-only once the library has been loaded.
  if (mprotect(start, page, PROT_READ | PROT_WRITE) != 0) return;
  *slot = &nowhere;
  mprotect(start, page, PROT_READ);
}

void hr_jxl_silence(void *handle) {
  struct link_map *map = NULL;
  if (IMPORTED_ADDRESS == 0 || dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0 || !map) return;
  const ElfW(Rela) *relocations = NULL;
  const ElfW(Sym) *symbols = NULL;
  const char *names = NULL;
  size_t size = 0;
  for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag == DT_RELA) relocations = (const void *)entry->d_un.d_ptr;
    if (entry->d_tag == DT_RELASZ) size = entry->d_un.d_val;
    if (entry->d_tag == DT_SYMTAB) symbols = (const void *)entry->d_un.d_ptr;
    if (entry->d_tag == DT_STRTAB) names = (const void *)entry->d_un.d_ptr;
  }
  if (!relocations || !symbols || !names) return;
  nowhere = fopen("/dev/null", "we");
  if (!nowhere) return;
  for (size_t i = 0; i < size / sizeof *relocations; i++) {
    if (ELF64_R_TYPE(relocations[i].r_info) != IMPORTED_ADDRESS) continue;
    const ElfW(Sym) *symbol = &symbols[ELF64_R_SYM(relocations[i].r_info)];
    if (strcmp(names + symbol->st_name, "stderr") == 0) redirect((void **)(map->l_addr + relocations[i].r_offset));
  }
}
