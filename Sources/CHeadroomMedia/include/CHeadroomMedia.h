#ifndef CHEADROOMMEDIA_H
#define CHEADROOMMEDIA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// FFmpeg's libraries: packets from files, frames from packets, packets from frames, files from packets. They are opened
// when the first function below is called; every other needs an object that one of the opening functions made.
//
// An object belongs to one thread at a time.

/// NULL where the libraries can be used, otherwise the reason.
const char *hr_media_missing(void);

/// FFmpeg's number of a codec by its name; 0 where there is none of this name.
uint32_t hr_media_codec_id(const char *name);

/// Whether the libraries can be used and have a decoder for a codec.
bool hr_media_decodes(uint32_t codec_id);

/// The reason for a failure, and FFmpeg's number for it where there is one.
typedef struct {
  int32_t code;
  char message[256];
} hr_media_failure;

/// What functions that give one thing after the other return.
typedef enum {
  HR_MEDIA_FAILED = -1,
  HR_MEDIA_END = 0,
  HR_MEDIA_READY = 1,
  /// Needs more input first.
  HR_MEDIA_STARVED = 2,
} hr_media_result;

// MARK: - Colour and metadata

/// Code points of H.273; 2 is "not stated".
typedef struct {
  uint8_t primaries;
  uint8_t transfer;
  uint8_t matrix;
  /// 0 not stated, 1 narrow, 2 full.
  uint8_t range;
  /// Where chroma samples lie: 0 not stated, 1 left, 2 centre, 3 top left, 4 top, 5 bottom left, 6 bottom.
  uint8_t siting;
} hr_media_color;

/// Static HDR metadata. Chromaticities in 0.00002, luminances in 0.0001 cd/m².
typedef struct {
  bool has_mastering;
  /// Red, green, blue, white: x, y.
  uint16_t chromaticities[8];
  uint32_t largest;
  uint32_t smallest;
  bool has_light;
  uint16_t largest_content;
  uint16_t largest_average;
} hr_media_light;

// MARK: - Files in

typedef struct hr_demuxer hr_demuxer;

typedef enum {
  HR_MEDIA_VIDEO,
  HR_MEDIA_AUDIO,
  HR_MEDIA_SUBTITLE,
  HR_MEDIA_DATA,
} hr_media_kind;

typedef struct {
  hr_media_kind kind;
  /// FFmpeg's name; empty is none.
  const char *codec;
  /// Four letters, the first in the lowest byte; 0 is none.
  uint32_t codec_tag;
  /// The container's number of the track.
  int32_t id;
  /// As the container states it, in the time base; 0 where it does not.
  int64_t duration;
  int32_t time_base_num;
  int32_t time_base_den;
  /// Of a second, on average; 0 where not known.
  int32_t rate_num;
  int32_t rate_den;
  bool is_default;
  /// A still that belongs to a sound, such as a cover.
  bool is_attached_picture;
  /// FFmpeg's flags for what it is meant for: forced, for the deaf, a comment ...
  int32_t roles;
  char language[8];
  /// What the file calls it, and who wrote it; empty where it does not say. Valid as long as the demuxer.
  const char *title;
  const char *handler;
  /// The time code of its first frame; empty where there is none.
  const char *timecode;
  int32_t width;
  int32_t height;
  int32_t aspect_num;
  int32_t aspect_den;
  /// 0 not stated, 1 progressive, 2 top field first, 3 bottom field first.
  int32_t field_order;
  /// By the container.
  hr_media_color color;
  hr_media_light light;
  bool has_matrix;
  /// a, b, u, c, d, v, x, y, w; see FFmpeg's display.h.
  int32_t matrix[9];
  bool has_dovi;
  uint8_t dovi_profile, dovi_level, dovi_compatibility;
  bool dovi_rpu, dovi_el, dovi_bl;
  int32_t channels;
  int32_t sample_rate;
  char channel_layout[64];
  int32_t initial_padding;
  /// The codec's parameters as the container has them; NULL where it has none. Valid as long as the demuxer.
  const uint8_t *configuration;
  size_t configuration_count;
} hr_media_stream;

/// Opens bytes in memory, which have to stay there.
///
/// - format: the demuxer's name. Nothing is guessed, and no other file is opened.
hr_demuxer *hr_demuxer_open(const void *bytes, size_t count, const char *format, hr_media_failure *failure);
void hr_demuxer_close(hr_demuxer *demuxer);
int32_t hr_demuxer_stream_count(const hr_demuxer *demuxer);
/// Facts of a stream; the words are valid as long as the demuxer.
hr_media_stream hr_demuxer_stream(const hr_demuxer *demuxer, int32_t index);

/// A coded sample.
typedef struct {
  int32_t stream;
  /// In the stream's time base; INT64_MIN where not known.
  int64_t pts;
  int64_t dts;
  int64_t duration;
  bool is_key;
  /// The container says that it is not shown.
  bool is_discarded;
  /// The file ends inside.
  bool is_cut;
  /// Samples of sound at its beginning and end that the container does not want heard.
  uint32_t hidden_at_start, hidden_at_end;
  /// Where the container has it, or what precedes it, in the file; -1 where not known.
  int64_t position;
  /// Valid until the next is read or made.
  const uint8_t *bytes;
  size_t count;
} hr_media_packet;

/// The next sample in the order of the file. The failure's message is what the library finds wrong with the container before
/// the sample, or at the end with that; or empty.
hr_media_result hr_demuxer_read(hr_demuxer *demuxer, hr_media_packet *packet, hr_media_failure *failure);
/// Reads the samples of one stream alone from now on.
void hr_demuxer_select(hr_demuxer *demuxer, int32_t stream);
/// Goes to the last place at or before a time from which a stream can be decoded.
bool hr_demuxer_seek(hr_demuxer *demuxer, int32_t stream, int64_t time, hr_media_failure *failure);
/// Goes to the beginning.
bool hr_demuxer_rewind(hr_demuxer *demuxer, hr_media_failure *failure);

typedef struct {
  int64_t start, end;
  int32_t time_base_num, time_base_den;
  const char *title;
} hr_media_chapter;

int32_t hr_demuxer_chapter_count(const hr_demuxer *demuxer);
hr_media_chapter hr_demuxer_chapter(const hr_demuxer *demuxer, int32_t index);

/// What a file says of itself as a whole: a name as FFmpeg has it, and a text. Valid as long as the demuxer.
typedef struct {
  const char *name;
  const char *text;
} hr_media_tag;

/// - index: from 0 on; the name of a tag behind the last is NULL.
hr_media_tag hr_demuxer_tag(const hr_demuxer *demuxer, int32_t index);

// MARK: - Frames from packets

typedef struct hr_decoder hr_decoder;

/// Memory of frames. `allocate` returns `count` bytes on a multiple of 64, or NULL, and an object; `release` gets that object
/// once nobody reads the bytes. Any thread may call either.
typedef struct {
  void *(*allocate)(size_t count, void **object);
  void (*release)(void *object);
} hr_media_memory;

typedef struct {
  int32_t threads;
  /// Threads work on one frame, which comes at once; otherwise on several, which come later.
  bool is_low_delay;
  /// Pixels of a frame, at most.
  int64_t largest_pixel_count;
  /// Frames that precede others in the stream and are shown after them, as far as the container tells.
  int32_t reordered_count;
  /// The codec's parameters in place of those that the container has; NULL for those.
  const uint8_t *configuration;
  size_t configuration_count;
  hr_media_memory memory;
} hr_decoder_settings;

/// A decoder for a stream of an open file.
///
/// - codec_id: 0 for the one that the file states.
hr_decoder *hr_decoder_open(
    const hr_demuxer *demuxer, int32_t stream, uint32_t codec_id, const hr_decoder_settings *settings,
    hr_media_failure *failure);
void hr_decoder_close(hr_decoder *decoder);

/// Gives a coded sample to the decoder; the bytes are copied. No bytes at all mean that nothing follows.
///
/// - token: comes back with the frame.
hr_media_result hr_decoder_send(
    hr_decoder *decoder, const uint8_t *bytes, size_t count, bool is_key, int64_t token, hr_media_failure *failure);
/// Gives it the packet that a demuxer has read last, with what belongs to it.
hr_media_result hr_decoder_send_read(
    hr_decoder *decoder, const hr_demuxer *demuxer, int64_t token, hr_media_failure *failure);
/// Whether frames that no other needs are left out from now on.
void hr_decoder_skip(hr_decoder *decoder, bool skips_unreferenced);
/// Forgets everything that was given, and its damage.
void hr_decoder_flush(hr_decoder *decoder);
/// Tells of a sample of pictures whose data are wrong, also where a frame came of it; false where there is no other. What is
/// told of a sample is known before its frame comes out.
///
/// - token: of the sample.
/// - failure: without a number where the words are not FFmpeg's.
bool hr_decoder_take_damage(hr_decoder *decoder, int64_t *token, hr_media_failure *failure);

typedef struct {
  int64_t token;
  /// The frame; ``hr_frame_release`` lets it go.
  void *handle;
  /// The block of memory that holds all planes, and its size; NULL where there are several blocks.
  uint8_t *block;
  size_t block_count;
  int32_t width;
  int32_t height;
  const char *format;
  /// Whether it has planes of little-endian codes in the low bits. Only then the fields below have a meaning.
  bool is_planar;
  /// Bits of a code; components of colour: 1 or 3; logarithms of chroma's subsampling.
  int32_t bit_depth, components, chroma_across, chroma_down;
  bool has_alpha;
  /// Planes are green, blue, red.
  bool is_rgb;
  /// Y, Cb, Cr, alpha.
  uint8_t *planes[4];
  int32_t row_bytes[4];
  hr_media_color color;
  hr_media_light light;
  bool has_hdr10plus;
  bool has_dovi;
  bool is_interlaced;
  bool is_top_field_first;
  bool is_key;
  int32_t aspect_num, aspect_den;
  /// The stream's own rate; 0 where it states none.
  int32_t rate_num, rate_den;
} hr_media_frame;

hr_media_result hr_decoder_receive(hr_decoder *decoder, hr_media_frame *frame, hr_media_failure *failure);
void hr_frame_release(void *handle);

/// A stretch of sound, as floats, a plane for each channel.
typedef struct {
  int64_t token;
  int32_t count;
  int32_t channels;
  int32_t sample_rate;
  const float *const *planes;
  /// The channels by name, as `stereo`.
  char layout[64];
} hr_media_sound;

/// The next stretch of sound, converted to floats; valid until the next call. Nothing is cut off, also where the
/// container hides samples.
hr_media_result hr_decoder_receive_sound(hr_decoder *decoder, hr_media_sound *sound, hr_media_failure *failure);

// MARK: - Channels

typedef struct hr_remixer hr_remixer;

/// Turns channels into others, sample by sample; layouts by name. Sums cannot exceed the largest sample.
hr_remixer *hr_remixer_open(const char *from, const char *to, hr_media_failure *failure);
void hr_remixer_close(hr_remixer *remixer);
/// A plane for each channel.
bool hr_remixer_convert(
    hr_remixer *remixer, const float *const *from, float *const *to, int32_t count, hr_media_failure *failure);

// MARK: - Packets from frames

typedef struct hr_encoder hr_encoder;

typedef struct {
  /// The encoder's name.
  const char *codec;
  /// Names and values in turn; NULL ends them. An option that the encoder does not know is a failure.
  const char *const *options;
  int32_t threads;
  /// Headers beside the packets, as most containers need them.
  bool has_global_header;
  int32_t time_base_num, time_base_den;
  /// Of pictures.
  int32_t width, height;
  const char *format;
  int32_t rate_num, rate_den;
  hr_media_color color;
  /// Of sound.
  int32_t sample_rate, channels;
  const char *sample_format;
  int64_t bit_rate;
} hr_encoder_settings;

hr_encoder *hr_encoder_open(const hr_encoder_settings *settings, hr_media_failure *failure);
void hr_encoder_close(hr_encoder *encoder);
/// Whether the library has an encoder of this name.
bool hr_encoder_exists(const char *codec);
/// Samples of a stretch of sound; 0 where any number will do.
int32_t hr_encoder_frame_size(const hr_encoder *encoder);

/// Planes in memory that `release` is told about when nobody reads it any more.
typedef struct {
  int64_t pts;
  int64_t duration;
  uint8_t *planes[4];
  int32_t row_bytes[4];
  uint8_t *block;
  size_t block_count;
  void *object;
  void (*release)(void *object);
} hr_encoder_picture;

/// Gives a picture to the encoder; NULL says that none follows. The object is released in any case.
hr_media_result hr_encoder_send(hr_encoder *encoder, const hr_encoder_picture *picture, hr_media_failure *failure);
/// Gives it sound: floats, a plane for each channel, copied; a count of 0 says that none follows.
hr_media_result hr_encoder_send_sound(
    hr_encoder *encoder, const float *const *planes, int32_t count, int64_t pts, hr_media_failure *failure);
hr_media_result hr_encoder_receive(hr_encoder *encoder, hr_media_packet *packet, hr_media_failure *failure);

// MARK: - Files out

typedef struct hr_muxer hr_muxer;

/// What a file says of a stream beside its codec.
typedef struct {
  /// Four letters, the first in the lowest byte; 0 leaves the choice to the container.
  uint32_t codec_tag;
  int32_t time_base_num, time_base_den;
  int32_t rate_num, rate_den;
  /// Empty texts are not written.
  const char *language;
  const char *title;
  const char *handler;
  const char *timecode;
  bool is_default;
  /// As ``hr_media_stream`` has them.
  int32_t roles;
  hr_media_light light;
  bool has_matrix;
  int32_t matrix[9];
  int32_t aspect_num, aspect_den;
} hr_muxer_stream;

/// A file of a format by its name, written through a descriptor that can be positioned and stays open.
hr_muxer *hr_muxer_open(int descriptor, const char *format, hr_media_failure *failure);
void hr_muxer_close(hr_muxer *muxer);
/// Whether files of a format can hold a codec.
bool hr_muxer_takes(const char *format, uint32_t codec_id);
/// Adds what an encoder makes; the number of the stream, or -1.
int32_t hr_muxer_add(
    hr_muxer *muxer, const hr_encoder *encoder, const hr_muxer_stream *stream, hr_media_failure *failure);
/// Coded samples that come from elsewhere: what their codec is, and what it needs.
typedef struct {
  hr_media_kind kind;
  /// FFmpeg's name.
  const char *codec;
  /// What a decoder needs before the first sample; NULL where it needs nothing.
  const uint8_t *configuration;
  size_t configuration_count;
  int32_t width, height;
  hr_media_color color;
  /// Samples of sound in a packet, and bits of each; 0 where they vary.
  int32_t sample_rate, channels, frame_size, bits;
} hr_coded_stream;

/// Adds coded samples that come from elsewhere; the number of the stream, or -1.
int32_t hr_muxer_add_coded(
    hr_muxer *muxer, const hr_coded_stream *coded, const hr_muxer_stream *stream, hr_media_failure *failure);
/// Adds a stream of a file, whose packets are copied.
int32_t hr_muxer_add_copy(
    hr_muxer *muxer, const hr_demuxer *demuxer, int32_t index, const hr_muxer_stream *stream,
    hr_media_failure *failure);
/// States something of the file as a whole; before it is started.
bool hr_muxer_set_tag(hr_muxer *muxer, const char *name, const char *text, hr_media_failure *failure);
/// States the chapters; once, before the file is started.
bool hr_muxer_set_chapters(
    hr_muxer *muxer, const hr_media_chapter *chapters, int32_t count, hr_media_failure *failure);
/// - options: names and values of the format's options in turn; NULL ends them.
bool hr_muxer_start(hr_muxer *muxer, const char *const *options, hr_media_failure *failure);
/// Writes a packet with times in `time_base_num / time_base_den` seconds.
bool hr_muxer_write(
    hr_muxer *muxer, int32_t stream, const hr_media_packet *packet, int32_t time_base_num, int32_t time_base_den,
    hr_media_failure *failure);
/// Writes the packet that a demuxer has read last, with all that belongs to it, at another time.
bool hr_muxer_write_read(
    hr_muxer *muxer, int32_t stream, const hr_demuxer *demuxer, int64_t time, int64_t duration, int32_t time_base_num,
    int32_t time_base_den, hr_media_failure *failure);
/// Writes what follows the last packet.
bool hr_muxer_finish(hr_muxer *muxer, hr_media_failure *failure);

#endif
