#include "CHeadroomCrypto.h"
#include "../CHeadroomCodecs/HeadroomLibrary.h"

#include <openssl/evp.h>

#define FUNCTIONS(X)                                                                                                   \
  X(EVP_MD_fetch) X(EVP_MD_CTX_new) X(EVP_MD_CTX_free) X(EVP_DigestInit_ex) X(EVP_DigestUpdate) X(EVP_DigestFinal_ex)

HR_LIBRARY(FUNCTIONS, "libcrypto.so.3")

// Looked up once: the library's own search for an algorithm takes longer than a digest of a name.
static EVP_MD *algorithm;
static pthread_once_t algorithm_once = PTHREAD_ONCE_INIT;
static void fetch_algorithm(void) {
  if (!missing_library()) algorithm = library.EVP_MD_fetch(NULL, "SHA256", NULL);
}

static int is_ready(void) {
  pthread_once(&algorithm_once, fetch_algorithm);
  return algorithm != NULL;
}

const char *hr_crypto_load_error(void) {
  const char *reason = missing_library();
  if (reason) return reason;
  return is_ready() ? "" : "libcrypto has no SHA-256";
}

// The library's type under our name.
static EVP_MD_CTX *context(hr_sha256 *hash) { return (EVP_MD_CTX *)hash; }

hr_sha256 *hr_sha256_create(void) {
  if (!is_ready()) return NULL;
  EVP_MD_CTX *made = library.EVP_MD_CTX_new();
  if (!made) return NULL;
  if (library.EVP_DigestInit_ex(made, algorithm, NULL) == 1) return (hr_sha256 *)made;
  library.EVP_MD_CTX_free(made);
  return NULL;
}

void hr_sha256_destroy(hr_sha256 *hash) {
  if (hash) library.EVP_MD_CTX_free(context(hash));
}

int hr_sha256_update(hr_sha256 *hash, const void *bytes, size_t count) {
  return library.EVP_DigestUpdate(context(hash), bytes, count) == 1;
}

int hr_sha256_finish(hr_sha256 *hash, uint8_t *digest) {
  return library.EVP_DigestFinal_ex(context(hash), digest, NULL) == 1
         && library.EVP_DigestInit_ex(context(hash), algorithm, NULL) == 1;
}

// A context for each thread, freed at its end.
static pthread_key_t thread_key;
static pthread_once_t thread_once = PTHREAD_ONCE_INIT;
static int has_thread_key;
static void free_context(void *kept) { hr_sha256_destroy(kept); }
static void make_thread_key(void) { has_thread_key = pthread_key_create(&thread_key, free_context) == 0; }

int hr_sha256_of(const void *bytes, size_t count, uint8_t *digest) {
  if (!is_ready()) return 0;
  pthread_once(&thread_once, make_thread_key);
  hr_sha256 *kept = has_thread_key ? pthread_getspecific(thread_key) : NULL;
  hr_sha256 *used = kept ? kept : hr_sha256_create();
  if (!used) return 0;
  if (!kept && has_thread_key && pthread_setspecific(thread_key, used) == 0) kept = used;
  int done = hr_sha256_update(used, bytes, count) && hr_sha256_finish(used, digest);
  if (!kept) hr_sha256_destroy(used);
  return done;
}
