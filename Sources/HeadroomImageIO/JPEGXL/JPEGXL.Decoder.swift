internal import CHeadroomCodecs
internal import HeadroomContainers
internal import HeadroomPixels

extension JPEGXL {
  /// The contents of a codestream's headers.
  struct Header: Sendable {
    var width: Int
    var height: Int
    /// Bits of a colour sample.
    var bits: Int
    /// Bits of the exponent of a colour sample; 0 for integers.
    var exponentBits: Int
    /// 1 or 3.
    var colorChannels: Int
    var hasAlpha: Bool
    var isPremultiplied: Bool
    /// 1...8 as in EXIF.
    var orientation: Int
    /// Size of the preview picture, when there is one.
    var preview: (width: Int, height: Int)?
    /// The extra channel with the K of CMYK.
    var blackChannel: Int?
    /// The luminance of the brightest content in cd/m².
    var intensityTarget: Double
    /// Whether samples are stored in the declared encoding; otherwise in XYB, and the decoder converts.
    var isOriginalColor: Bool
    /// The declared encoding; its space is unknown when a profile states it.
    var color: Color
    var profile: [UInt8]?
    /// Pictures that are shown one after the other.
    var frameCount: Int
    /// Whether a shown picture is laid together from several.
    var isLayered: Bool
    /// Whether the file ends before the last frame's header.
    var isCut: Bool
  }

  /// Owns one libjxl decoder.
  @safe struct Decoder: ~Copyable {
    private let raw: OpaquePointer
    /// The library reads these, so they have to live as long as `raw`.
    private let bytes: FileBytes
    private let part: String

    init(_ bytes: FileBytes, part: String) throws(ImageIOError) {
      let start = unsafe bytes.baseAddress.assumingMemoryBound(to: UInt8.self)
      guard let raw = unsafe hr_jxl_decoder_create(start, bytes.count) else {
        let isLoaded = hr_jxl_version() != 0
        let code = Int32(isLoaded ? HR_JXL_NO_MEMORY : HR_JXL_NO_LIBRARY)
        throw JPEGXL.error(code, part: part, end: 0) ?? .internalError("no libjxl decoder")
      }
      unsafe self.raw = raw
      self.bytes = bytes
      self.part = part
    }

    deinit { unsafe hr_jxl_decoder_destroy(raw) }

    /// Reads the headers and compares their demands with the limits.
    func readHeader(limits: DecodeLimits) throws(ImageIOError) -> Header {
      var header = hr_jxl_header()
      try check(unsafe hr_jxl_decoder_headers(raw, &header))
      try limits.check(width: UInt64(header.width), height: UInt64(header.height), part: part)
      let profile = try readProfile(header, limits: limits)
      var frames = hr_jxl_frames()
      let code = unsafe hr_jxl_decoder_frames(raw, UInt32(clamping: limits.maxFrames), &frames)
      if Int(code) == HR_JXL_OVER_LIMIT {
        throw .overLimit(
          part: part, quantity: "frame count", declared: UInt64(limits.maxFrames) + 1, limit: UInt64(limits.maxFrames),
          offset: nil)
      }
      if Int(code) != HR_JXL_TRUNCATED { try check(code) }
      if frames.largest_pixels > 0 {
        // A layer may be larger than the picture that it is cut to.
        try limits.check(width: frames.largest_width, height: 1, part: "\(part)/layer")
        try limits.check(width: 1, height: frames.largest_height, part: "\(part)/layer")
        guard frames.largest_pixels <= UInt64(max(limits.maxPixels, 0)) else {
          throw .overLimit(
            part: "\(part)/layer", quantity: "pixel count", declared: frames.largest_pixels,
            limit: UInt64(max(limits.maxPixels, 0)), offset: nil)
        }
      }
      return Header(header, profile: profile, frames: frames)
    }

    private func readProfile(_ header: hr_jxl_header, limits: DecodeLimits) throws(ImageIOError) -> [UInt8]? {
      guard header.icc_bytes > 0 else { return nil }
      guard header.icc_bytes <= limits.maxDecompressedMetadataBytes else {
        throw .overLimit(
          part: "\(part)/ICC", quantity: "size", declared: UInt64(header.icc_bytes),
          limit: UInt64(max(limits.maxDecompressedMetadataBytes, 0)), offset: nil)
      }
      var profile = [UInt8](repeating: 0, count: Int(header.icc_bytes))
      try check(unsafe hr_jxl_decoder_icc(raw, &profile, profile.count))
      return profile
    }

    /// The parameters of ``decode(_:into:black:)``.
    struct Job: Sendable {
      var index = 0
      /// The colour to which XYB is converted; without meaning for samples that are stored as declared.
      var color: Color?
      var dividesByAlpha = true
      var allowPartial = false
      var blackChannel: Int?
    }

    /// Decodes a picture into a bitmap of its size and returns whether it was complete.
    ///
    /// - Parameter black: gets the K of CMYK, in the bitmap's component type.
    func decode(_ job: Job, into bitmap: PixelBitmap, black: PixelBitmap?) throws(ImageIOError) -> Bool {
      var request = unsafe hr_jxl_request()
      unsafe request.index = UInt32(clamping: job.index)
      unsafe request.channels = UInt32(bitmap.format.channelCount)
      unsafe request.type = bitmap.format.component.jpegXLType
      unsafe request.divides_by_alpha = job.dividesByAlpha ? 1 : 0
      unsafe request.allows_partial = job.allowPartial ? 1 : 0
      let isLarge = bitmap.width * bitmap.height >= JPEGXL.pixelsForThreads
      unsafe request.workers = isLarge ? UInt32(clamping: ThreadPool.shared.workerCount) : 1
      unsafe request.perform = JPEGXL.perform
      unsafe request.pixels = bitmap.rowAddress(0).assumingMemoryBound(to: UInt8.self)
      unsafe request.row_bytes = bitmap.rowBytes
      unsafe request.black_channel = -1
      if let black, let channel = job.blackChannel {
        unsafe request.black = black.rowAddress(0).assumingMemoryBound(to: UInt8.self)
        unsafe request.black_channel = Int32(clamping: channel)
      }
      var color = job.color?.raw ?? hr_jxl_color()
      var result = hr_jxl_result()
      let hasColor = job.color != nil
      let code = unsafe withUnsafePointer(to: &color) { color -> Int32 in
        unsafe request.color = hasColor ? color : nil
        return unsafe hr_jxl_decoder_picture(raw, &request, &result)
      }
      try TaskContext.check()
      if Int(code) == HR_JXL_TRUNCATED, job.allowPartial { return false }
      try check(code)
      return result.is_partial == 0
    }

    private func check(_ code: Int32) throws(ImageIOError) {
      if let error = JPEGXL.error(code, part: part, end: bytes.count) { throw error }
    }
  }
}

extension JPEGXL.Header {
  fileprivate init(_ raw: hr_jxl_header, profile: [UInt8]?, frames: hr_jxl_frames) {
    width = Int(raw.width)
    height = Int(raw.height)
    bits = Int(raw.bits)
    exponentBits = Int(raw.exponent_bits)
    colorChannels = Int(raw.color_channels)
    hasAlpha = raw.alpha_bits > 0
    isPremultiplied = raw.alpha_is_premultiplied != 0
    orientation = Int(raw.orientation)
    preview = raw.preview_width > 0 ? (Int(raw.preview_width), Int(raw.preview_height)) : nil
    blackChannel = raw.black_channel >= 0 ? Int(raw.black_channel) : nil
    intensityTarget = Double(raw.intensity_target)
    isOriginalColor = raw.is_original_color != 0
    color = JPEGXL.Color(raw.color)
    self.profile = profile
    frameCount = max(Int(frames.shown), 1)
    isLayered = frames.layers > frames.shown
    isCut = frames.is_complete == 0
  }
}

extension PixelFormat.Component {
  /// The shim's number of a sample type; only these four are used.
  var jpegXLType: UInt32 {
    switch self {
    case .uint16: UInt32(HR_JXL_UINT16)
    case .half: UInt32(HR_JXL_HALF)
    case .float: UInt32(HR_JXL_FLOAT)
    case .uint8, .packed10, .uint10High, .uint10, .uint12: UInt32(HR_JXL_UINT8)
    }
  }
}
