#ifndef HEADROOM_JXL_H
#define HEADROOM_JXL_H

#include <stddef.h>
#include <stdint.h>

/* JPEG XL through libjxl.
 *
 * The library and the C++ runtime behind it take milliseconds to load, which a program that opens a JPEG should not pay:
 * it is loaded with the first call of this header. Where it is missing, calls return HR_JXL_NO_LIBRARY. */

enum {
  HR_JXL_OK = 0,
  HR_JXL_FAILED = 1,     /* The library refuses the bytes. */
  HR_JXL_NO_MEMORY = 2,
  HR_JXL_TRUNCATED = 3,  /* The bytes end too early. */
  HR_JXL_NO_LIBRARY = 4,
  HR_JXL_OVER_LIMIT = 5, /* More than the caller's limit. */
  HR_JXL_NO_PICTURE = 6, /* Fewer pictures than the wanted index. */
  HR_JXL_GAVE_UP = 7,    /* The library met a fault of its own, and would have ended the process. */
};

/* Why the library could not be loaded; empty when it could. */
const char *hr_jxl_load_error(void);
/* 1000000 * major + 1000 * minor + patch of the library that was loaded, or 0. */
uint32_t hr_jxl_version(void);

/* A colour encoding in the format's own numbers. */
typedef struct {
  uint8_t space;      /* 0 RGB, 1 gray, 2 XYB, 3 unknown */
  uint8_t white;      /* 1 D65, 2 custom, 10 E, 11 DCI */
  uint8_t primaries;  /* 1 sRGB, 2 custom, 9 BT.2100, 11 P3 */
  uint8_t intent;     /* 0 perceptual, 1 relative, 2 saturation, 3 absolute */
  uint32_t transfer;  /* 1 BT.709, 2 unknown, 8 linear, 13 sRGB, 16 PQ, 17 DCI, 18 HLG, 65535 gamma */
  double white_xy[2];
  double red_xy[2];
  double green_xy[2];
  double blue_xy[2];
  double gamma;       /* exponent from light to signal, at most 1 */
} hr_jxl_color;

typedef struct {
  uint32_t width, height;       /* as stored, before orientation */
  uint32_t bits, exponent_bits; /* of a colour sample; exponent_bits is 0 for integers */
  uint32_t color_channels;      /* 1 or 3 */
  uint32_t extra_channels;
  uint32_t alpha_bits;          /* 0 without alpha */
  uint32_t orientation;         /* 1...8 as EXIF */
  uint32_t preview_width, preview_height;
  int32_t black_channel;        /* index of the extra channel with the K of CMYK, or -1 */
  uint32_t spot_channels;
  uint32_t icc_bytes;           /* size of the embedded profile, 0 when `color` says it */
  float intensity_target;       /* cd/m2 of the brightest content */
  float min_nits;
  uint8_t alpha_is_premultiplied;
  uint8_t is_animated;
  uint8_t is_original_color;    /* samples are stored in the declared encoding, not in XYB */
  hr_jxl_color color;
} hr_jxl_header;

typedef struct hr_jxl_decoder hr_jxl_decoder;

/* A decoder that reads `bytes`, a bare codestream or a container, which have to stay valid. NULL when there is no library or
   no memory. */
hr_jxl_decoder *hr_jxl_decoder_create(const uint8_t *bytes, size_t count);
void hr_jxl_decoder_destroy(hr_jxl_decoder *decoder);

/* Reads the headers; no pixel. It has to be the first call. */
int hr_jxl_decoder_headers(hr_jxl_decoder *decoder, hr_jxl_header *header);
/* The embedded profile, of header.icc_bytes bytes; after hr_jxl_decoder_headers. */
int hr_jxl_decoder_icc(hr_jxl_decoder *decoder, uint8_t *out, size_t capacity);

typedef struct {
  uint32_t shown;         /* frames that are shown */
  uint32_t layers;        /* frames of any kind: a shown one may be put together from several */
  uint64_t largest_width; /* of any layer */
  uint64_t largest_height;
  uint64_t largest_pixels;
  uint8_t is_complete;    /* the last frame's header was reached; its data may be cut all the same */
} hr_jxl_frames;

/* Walks the frame headers, without decoding, until `limit` layers were seen (HR_JXL_OVER_LIMIT); after
   hr_jxl_decoder_headers. */
int hr_jxl_decoder_frames(hr_jxl_decoder *decoder, uint32_t limit, hr_jxl_frames *frames);

/* One part of a job of the library's. Workers are numbered from 0; two threads never have the same number at once. */
typedef void (*hr_jxl_part)(const void *job, uint32_t index, size_t worker);
/* Runs all parts of a job, from 0 to `count`, on at most `workers` threads. Parts cannot be left out: the library
   ends the process where a runner fails. */
typedef void (*hr_jxl_perform)(const void *job, uint32_t count, uint32_t workers, hr_jxl_part part);

enum { HR_JXL_UINT8 = 0, HR_JXL_UINT16 = 1, HR_JXL_HALF = 2, HR_JXL_FLOAT = 3 };

typedef struct {
  uint32_t index;          /* which shown frame */
  uint32_t channels;       /* 1 gray, 2 gray and alpha, 3 RGB, 4 RGB and alpha */
  uint32_t type;           /* HR_JXL_UINT8 ... */
  const hr_jxl_color *color; /* what to convert XYB to; NULL leaves the choice to the library */
  uint8_t *pixels;
  size_t row_bytes;        /* a multiple of 64: the length of a row rounded up to it */
  uint8_t *black;          /* where to put channel `black_channel`, or NULL */
  int32_t black_channel;
  uint8_t divides_by_alpha; /* premultiplied colours come out straight */
  uint8_t allows_partial;  /* give what is there of a picture that is cut */
  uint32_t workers;
  hr_jxl_perform perform;
} hr_jxl_request;

typedef struct {
  uint8_t is_partial; /* the picture is cut */
} hr_jxl_result;

/* Decodes a picture, whose size has been checked before. */
int hr_jxl_decoder_picture(hr_jxl_decoder *decoder, const hr_jxl_request *request, hr_jxl_result *result);

/* Expands a brotli stream into at most `limit` bytes, to be freed with hr_jxl_free. HR_JXL_OVER_LIMIT when it is longer. */
int hr_jxl_brotli(const uint8_t *bytes, size_t count, size_t limit, uint8_t **out, size_t *produced);
void hr_jxl_free(uint8_t *bytes);

typedef struct {
  uint32_t width, height;
  uint32_t channels, type;       /* as in hr_jxl_request; alpha is straight */
  uint32_t bits, exponent_bits;  /* of the stored samples */
  uint32_t orientation;
  float intensity_target;
  const hr_jxl_color *color;     /* or NULL, then the profile */
  const uint8_t *icc;
  size_t icc_count;
  uint8_t is_lossless;
  float distance;                /* 0.01...15 */
  uint32_t effort;               /* 1...9 */
  uint8_t is_careful;            /* leaves out what makes the library give up; set by hr_jxl_encode, which tries both ways */
  uint8_t is_bare;               /* takes the library as it is, faults included: to look for them */
  const uint8_t *pixels;
  size_t row_bytes;              /* as in hr_jxl_request */
  uint32_t layer_rows;           /* 0 codes the picture in one; else in layers of so many rows, one after the other */
  uint32_t workers;
  hr_jxl_perform perform;
} hr_jxl_picture;

/* Encodes a picture; `out` is to be freed with hr_jxl_free. `code` is the library's own error. The result is a bare codestream,
   or a container with nothing but it where the codestream is of level 10. */
int hr_jxl_encode(const hr_jxl_picture *picture, uint8_t **out, size_t *count, int *level, int *code);

#endif
