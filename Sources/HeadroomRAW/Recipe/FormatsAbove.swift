internal import HeadroomImageIO

/// Called by Image I/O when the first file is opened, to register the formats of modules above it.
@_cdecl("headroom_formats_above") func addFormatsAbove() {
  // The last one is tried first: a DNG is also a camera's TIFF.
  ImageFormats.register(CameraRAWFormat.self)
  ImageFormats.register(DNGFormat.self)
}
