#include <stddef.h>
#include <stdint.h>

/* The loop of LLVM's libFuzzer, which `-sanitize=fuzzer` links. */
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));
