#ifndef CHEADROOM_CRYPTO_H
#define CHEADROOM_CRYPTO_H

#include <stddef.h>
#include <stdint.h>

// SHA-256 by libcrypto, which is opened when the first digest is asked for: to link it costs every start of the command
// a millisecond.

// Why the library cannot be used; empty when it can.
const char *hr_crypto_load_error(void);

typedef struct hr_sha256 hr_sha256;

// A digest of nothing yet; NULL where the library or memory is missing.
hr_sha256 *hr_sha256_create(void);
void hr_sha256_destroy(hr_sha256 *hash);

// 1, or 0 where the library refuses.
int hr_sha256_update(hr_sha256 *hash, const void *bytes, size_t count);

// Writes the 32 bytes of the digest and begins a new one. 1, or 0 where the library refuses.
int hr_sha256_finish(hr_sha256 *hash, uint8_t *digest);

// The same for bytes at hand, without memory of its own after a thread's first. 1, or 0.
int hr_sha256_of(const void *bytes, size_t count, uint8_t *digest);

#endif
