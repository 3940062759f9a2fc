#ifndef FFMPEG_LIBRARY_H
#define FFMPEG_LIBRARY_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>

#include "CHeadroomMedia.h"

// The functions of FFmpeg that are used, by library. They are called as `ff.name(...)` once `hr_media_missing()` has
// returned NULL.

#define HR_AVUTIL(X)                                                                                            \
  X(avutil_version) X(av_buffer_create) X(av_buffer_unref) X(av_channel_layout_copy)                            \
  X(av_channel_layout_default)                                                                                  \
  X(av_channel_layout_describe) X(av_channel_layout_from_string) X(av_channel_layout_uninit) X(av_dict_free)      \
  X(av_dict_get) X(av_dict_set)                                                                                  \
  X(av_frame_alloc) X(av_frame_free) X(av_frame_get_buffer) X(av_frame_get_side_data) X(av_frame_move_ref)      \
  X(av_frame_unref) X(av_free) X(av_freep) X(av_get_pix_fmt) X(av_get_sample_fmt) X(av_image_fill_linesizes)    \
  X(av_image_fill_plane_sizes) X(av_log_set_callback) X(av_malloc) X(av_mallocz) X(av_opt_set)                  \
  X(av_opt_set_double) X(av_pix_fmt_desc_get) X(av_strerror)

#define HR_AVCODEC(X)                                                                                           \
  X(av_new_packet) X(av_packet_alloc) X(av_packet_free) X(av_packet_get_side_data)                              \
  X(av_packet_new_side_data) X(av_packet_ref) X(av_packet_rescale_ts)                                            \
  X(av_packet_unref) X(avcodec_align_dimensions2) X(avcodec_alloc_context3) X(avcodec_default_get_buffer2)      \
  X(avcodec_descriptor_get_by_name) X(avcodec_find_decoder) X(avcodec_find_encoder_by_name)                     \
  X(avcodec_flush_buffers) X(avcodec_free_context) X(avcodec_get_name) X(avcodec_open2)                         \
  X(avcodec_parameters_copy) X(avcodec_parameters_from_context) X(avcodec_parameters_to_context)                \
  X(avcodec_receive_frame) X(avcodec_receive_packet) X(avcodec_send_frame) X(avcodec_send_packet)               \
  X(avcodec_version)

#define HR_AVFORMAT(X)                                                                                          \
  X(avformat_version) X(av_find_input_format) X(av_guess_format) X(av_interleaved_write_frame) X(av_read_frame) X(av_seek_frame)   \
  X(av_stream_add_side_data) X(av_stream_get_side_data) X(av_write_trailer) X(avformat_alloc_context)           \
  X(avformat_alloc_output_context2) X(avformat_close_input) X(avformat_free_context) X(avformat_new_stream)     \
  X(avformat_open_input) X(avformat_query_codec) X(avformat_seek_file) X(avformat_write_header) X(avio_alloc_context)                   \
  X(avio_context_free) X(avio_flush)

#define HR_SWRESAMPLE(X)                                                                                        \
  X(swresample_version) X(swr_alloc_set_opts2) X(swr_convert) X(swr_free) X(swr_init)

#define HR_FUNCTION_FIELD(name) __typeof__(&name) name;

typedef struct {
  HR_AVUTIL(HR_FUNCTION_FIELD)
  HR_AVCODEC(HR_FUNCTION_FIELD)
  HR_AVFORMAT(HR_FUNCTION_FIELD)
  HR_SWRESAMPLE(HR_FUNCTION_FIELD)
} hr_ffmpeg;

extern hr_ffmpeg ff;

/// Writes the reason of an FFmpeg error: the last line that the library logged in this thread, else the error's own words.
void hr_refuse(hr_media_failure *failure, int code);
/// Writes a reason of our own.
void hr_refuse_words(hr_media_failure *failure, const char *words);
/// Writes the last line that the library logged in this thread; empty where it was silent.
void hr_quote(hr_media_failure *failure);
/// Forgets what was logged before a call.
void hr_expect(void);
/// Whether a reader of containers has logged an error since then.
bool hr_container_complained(void);

/// A reference to somebody's memory. `release` gets the object once nobody holds it, or at once where there is no memory for
/// the reference, which is NULL then.
AVBufferRef *hr_lend(uint8_t *block, size_t count, void *object, void (*release)(void *object), int flags);
/// For contexts' `io_open`: lists, and references to other files, lead nowhere.
int hr_open_nothing(AVFormatContext *context, AVIOContext **io, const char *url, int flags, AVDictionary **options);
/// Frees what reads or writes the bytes of a context, and its buffer.
void hr_close_io(AVIOContext **io);

#endif
