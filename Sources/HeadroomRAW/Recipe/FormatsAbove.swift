internal import HeadroomImageIO

/// Image I/O's question for the formats of modules above it, when the first file is opened.
@_cdecl("headroom_formats_above") func addFormatsAbove() {
  // The last one is asked first: a DNG is also a TIFF of a camera.
  ImageFormats.register(CameraRAWFormat.self)
  ImageFormats.register(DNGFormat.self)
}
