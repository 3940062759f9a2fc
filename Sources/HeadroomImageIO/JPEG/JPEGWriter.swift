internal import HeadroomColor
package import HeadroomContainers
internal import HeadroomGraphics
package import HeadroomPixels

/// Writes JPEG files, with a gain map when the picture has one.
///
/// ```
/// primary: SOI, JFIF, EXIF, XMP, extended XMP, IPTC, ICC, ISO version, MPF, tables, scans, EOI
/// map:     SOI, XMP, [ICC], ISO metadata, tables, scan, EOI
/// video:   of a motion photo, or Samsung's trailer with it
/// ```
/// The map's metadata is written as ISO 21496-1 and, where possible, as Ultra HDR XMP; ``EncodeOptions/gainMapKinds``
/// may request Apple's description beside these or alone. See ``JPEGGainMapWriter``.
package struct JPEGWriter: ImageWriter {
  package init() {}

  package func encode(_ picture: StillImage, options: EncodeOptions) throws(ImageIOError) -> [UInt8] {
    try Self.checkEncodable(picture.encoding)
    guard let map = picture.gainMap else {
      return try Self.assemble(picture, base: Self.encodeBase(picture.base, options: options), map: nil, options)
    }
    let (base, encodedMap) = concurrently(
      { () throws(ImageIOError) in try Self.encodeBase(picture.base, options: options) },
      { () throws(ImageIOError) in try JPEGGainMapWriter(options: options).encode(map) })
    return try Self.assemble(picture, base: base.get(), map: encodedMap.get(), options)
  }

  package func encode(
    _ picture: StillImage, options: EncodeOptions,
    gainMap makeGainMap: (PixelBitmap) throws(ImageIOError) -> GainMapImage
  ) throws(ImageIOError) -> [UInt8] {
    try Self.checkEncodable(picture.encoding)
    let base = try Self.encodeBase(picture.base, options: options)
    var complete = picture
    complete.gainMap = try makeGainMap(try Self.decodeBase(base))
    return try Self.assemble(complete, base: base, options: options)
  }

  package func encodingByteCount(of header: StillHeader, options: EncodeOptions) -> Int {
    options.isProgressive ? header.width * header.height * CodecMemory.progressiveJPEGEncoder : 0
  }

  package func rowSink(
    for header: StillHeader, options: EncodeOptions, to output: any ByteSink
  ) throws(ImageIOError) -> (any StillRowSink)? {
    // Progressive scans need all coefficients; a file of two pictures states the length of the first at its start.
    guard !options.isProgressive, header.gainMap == nil || output.canReplace else { return nil }
    try Self.checkEncodable(header.encoding)
    let map = try header.gainMap.map { (map) throws(ImageIOError) in
      try JPEGGainMapWriter(options: options).encode(map)
    }
    let segments = try Self.primarySegments(header, map: map, options: options)
    return try JPEGRowSink(
      header, segments: segments, map: map?.bytes, motion: header.motion(options), options, output)
  }

  package func adaptiveRowSink(
    for header: StillHeader, alternate: AlternateHeader, options: EncodeOptions, to output: any ByteSink
  ) throws(ImageIOError) -> (any AdaptiveRowSink)? {
    guard !options.isProgressive,
      let accumulator = try GainMapAccumulator(
        width: header.width, height: header.height, baseEncoding: header.encoding,
        alternateEncoding: alternate.encoding, options: alternate.mapOptions)
    else { return nil }
    try Self.checkEncodable(header.encoding)
    return try JPEGAdaptiveRowSink(header, accumulator, options, output)
  }

  /// The base picture's bytes without metadata, as ``assemble(_:base:options:)`` takes them.
  static func encodeBase(_ bitmap: PixelBitmap, options: EncodeOptions) throws(ImageIOError) -> [UInt8] {
    try JPEGEncoder.encode(
      bitmap, quality: options.quality, chroma: Self.chroma(options),
      isProgressive: options.isProgressive)
  }

  static func chroma(_ options: EncodeOptions) -> EncodeOptions.Chroma {
    options.chroma ?? (options.quality < 90 ? .quarter : .full)
  }

  /// The pixels that a reader gets from bytes of ``encodeBase(_:options:)``: the best base for computing a gain map.
  static func decodeBase(_ base: [UInt8]) throws(ImageIOError) -> PixelBitmap {
    let limits = DecodeLimits(maxPixels: .max)
    let stream = try JPEGStream(FileBytes(base), at: 0, limits: limits)
    return try JPEGPicture(
      decoding: stream, part: "picture", allowPartial: false, scaleDenominator: 1, limits: limits
    ).bitmap
  }

  /// A file from base bytes and everything else of `picture`, whose ``StillImage/base`` is ignored.
  static func assemble(
    _ picture: StillImage, base: [UInt8], options: EncodeOptions
  ) throws(ImageIOError) -> [UInt8] {
    let map = try picture.gainMap.map { (map) throws(ImageIOError) in
      let coded = map.codingStep.map { _ in
        JPEGGainMapWriter.CodedBase(bytes: FileBytes(base), encoding: picture.encoding)
      }
      return try JPEGGainMapWriter(options: options, base: coded).encode(map)
    }
    return try assemble(picture, base: base, map: map, options)
  }

  private static func assemble(
    _ picture: StillImage, base: [UInt8], map: JPEGGainMapWriter.EncodedMap?, _ options: EncodeOptions
  ) throws(ImageIOError) -> [UInt8] {
    var out = ByteWriter(reserving: base.count + (map?.bytes.count ?? 0) + (128 << 10))
    out.append(base[..<2])
    out.append(try head(picture.header, baseSize: base.count, map: map, options))
    out.append(base[2...])
    if let map { out.append(map.bytes) }
    if let motion = picture.header.motion(options) { out.append(motion.jpegBytes) }
    return out.bytes
  }

  /// As ``assemble(_:base:options:)``, to a file.
  static func assemble(
    _ picture: StillHeader, base: FileBytes, map: JPEGGainMapWriter.EncodedMap?, options: EncodeOptions,
    to output: any ByteSink
  ) throws(ImageIOError) {
    try output.append(base.copy(0..<2))
    try output.append(try head(picture, baseSize: base.count, map: map, options))
    unsafe try base.withUnsafeBytes { (all: UnsafeRawBufferPointer) throws(ImageIOError) in
      try unsafe output.append(UnsafeRawBufferPointer(rebasing: all[2...]))
    }
    if let map { try output.append(map.bytes) }
    if let motion = picture.motion(options) { try output.append(motion.jpegBytes) }
  }

  /// The segments between the first two bytes of the base and the rest.
  private static func head(
    _ picture: StillHeader, baseSize: Int, map: JPEGGainMapWriter.EncodedMap?, _ options: EncodeOptions
  ) throws(ImageIOError) -> [UInt8] {
    let segments = try primarySegments(picture, map: map, options: options)
    guard let map else { return segments }
    let primarySize = baseSize + segments.count + MultiPictureFormat.segmentSize
    guard primarySize + map.bytes.count <= Int(UInt32.max) else {
      throw .notEncodable(format: "jpeg", text: "a gain map file has at most 4 GiB")
    }
    return segments
      + MultiPictureFormat.segment(
        primarySize: primarySize, secondSize: map.bytes.count, markPosition: 2 + segments.count + 8)
  }

  static func checkEncodable(_ encoding: ColorEncoding) throws(ImageIOError) {
    guard !encoding.transfer.isHDR else {
      throw .notEncodable(format: "jpeg", text: "8 bits cannot hold PQ or HLG; write a gain map instead")
    }
    guard encoding.model == .rgb || encoding.model == .monochrome else {
      throw .notEncodable(format: "jpeg", text: "only RGB and gray pictures are written")
    }
  }

  // MARK: - Primary

  private static func primarySegments(
    _ picture: StillHeader, map: JPEGGainMapWriter.EncodedMap?, options: EncodeOptions
  ) throws(ImageIOError) -> [UInt8] {
    var out = ByteWriter()
    // Version 1.02, no thumbnail.
    try append(
      JPEGMarker.app0, JPEGSignature.jfif + [1, 2] + density(picture, isStripped: options.stripsMetadata) + [0, 0],
      to: &out)
    if let exif = try exif(picture, isStripped: options.stripsMetadata) {
      try append(JPEGMarker.app1, JPEGSignature.exif + exif, to: &out)
    }
    try appendXMP(picture, map: map, isStripped: options.stripsMetadata, to: &out)
    if !options.stripsMetadata, let resources = picture.metadata.resources { try appendResources(resources, to: &out) }
    if let profile = ICCProfile.embedded(
      own: picture.iccProfile, encoding: picture.encoding, isGray: picture.format.isGray)
    {
      try appendICC(profile, to: &out)
    }
    if map?.kinds.contains(.iso) ?? false {
      try append(JPEGMarker.app2, JPEGSignature.isoGainMap + [0, 0, 0, 0], to: &out)
    }
    return out.bytes
  }

  /// Largest payload of a segment, its own length field taken off.
  static let maxPayload = 65_533

  static func append(_ marker: UInt8, _ payload: [UInt8], to out: inout ByteWriter) throws(ImageIOError) {
    guard payload.count <= maxPayload else {
      throw .notEncodable(
        format: "jpeg", text: "\(JPEGMarker.name(marker)) metadata of \(payload.count) bytes; \(maxPayload) is the most"
      )
    }
    out.append([0xFF, marker])
    out.u16(UInt16(payload.count + 2))
    out.append(payload)
  }

  /// JFIF's unit and density: those of the source's container, else of its EXIF; without any, 1 to 1 without a unit.
  private static func density(_ picture: StillHeader, isStripped: Bool) -> [UInt8] {
    let none: [UInt8] = [0, 0, 1, 0, 1]
    guard !isStripped, let density = picture.metadata.statedDensity else { return none }
    let (x, y, unit): (Double, Double, UInt8) =
      switch density.unit {
      case .inch: (density.x, density.y, 1)
      case .centimetre: (density.x, density.y, 2)
      case .metre: (density.x * 0.0254, density.y * 0.0254, 1)
      case .none: (density.x, density.y, 0)
      }
    let numbers = [x.rounded(), y.rounded()]
    guard numbers.allSatisfy({ (1...65_535).contains($0) }) else { return none }
    return [unit] + numbers.flatMap { [UInt8(Int($0) >> 8), UInt8(Int($0) & 0xFF)] }
  }

  private static func exif(_ picture: StillHeader, isStripped: Bool) throws(ImageIOError) -> [UInt8]? {
    let orientation = picture.orientation.rawValue
    guard let source = picture.metadata.exif, !isStripped else {
      guard orientation != 1 else { return nil }
      var block = EXIFBlock()
      block.orientation = orientation
      return block.serialized()
    }
    let fitting = EXIFBlock.describing(picture, in: source)
    guard fitting.count > maxPayload - JPEGSignature.exif.count else { return fitting }
    // Containers without JPEG's limit carry large previews; the picture's facts matter more.
    var block = try EXIFBlock(parsing: fitting)
    block.previewBytes = nil
    block.preview = [:]
    return block.serialized()
  }

  /// Photoshop's resources in as many segments as they need.
  static func appendResources(_ resources: [UInt8], to out: inout ByteWriter) throws(ImageIOError) {
    let size = maxPayload - JPEGSignature.photoshop.count
    for start in stride(from: 0, to: resources.count, by: size) {
      let part = resources[start..<min(start + size, resources.count)]
      try append(JPEGMarker.app13, JPEGSignature.photoshop + part, to: &out)
    }
  }

  static func appendICC(_ profile: [UInt8], to out: inout ByteWriter) throws(ImageIOError) {
    let size = maxPayload - JPEGSignature.icc.count - 2
    let chunks = (profile.count + size - 1) / size
    guard chunks <= 255 else {
      throw .notEncodable(format: "jpeg", text: "an ICC profile of \(profile.count) bytes does not fit")
    }
    for index in 0..<chunks {
      let chunk = profile[index * size..<min((index + 1) * size, profile.count)]
      try append(JPEGMarker.app2, JPEGSignature.icc + [UInt8(index + 1), UInt8(chunks)] + chunk, to: &out)
    }
  }

  private static func appendXMP(
    _ picture: StillHeader, map: JPEGGainMapWriter.EncodedMap?, isStripped: Bool, to out: inout ByteWriter
  ) throws(ImageIOError) {
    var metadata = isStripped ? StillMetadata() : picture.metadata
    metadata.moveTextsToXMP()
    if let extended = metadata.extendedXMP, XMPPacket.isStale(extended) {
      metadata.xmp = XMPPacket.whole(metadata, orientation: picture.orientation.rawValue)
      metadata.extendedXMP = nil
    }
    var extended = metadata.extendedXMP
    let motionSize = metadata.motion?.listedLength(metadata.xmp)
    let directorySize = map?.kinds.contains(.ultraHDR) ?? false ? map?.bytes.count : nil
    guard
      var packet = XMPPacket.forPrimary(
        existing: metadata.xmp, gainMapSize: directorySize, motionSize: motionSize,
        orientation: picture.orientation.rawValue, size: (picture.width, picture.height),
        keepsExtension: extended != nil)
    else { return }
    if packet.count > maxPayload - JPEGSignature.xmp.count {
      // Containers without JPEG's limit carry packets of any size.
      let parts = XMPPacket.split(packet, gainMapSize: directorySize, motionSize: motionSize)
      (packet, extended) = (parts.main, parts.extended)
    }
    try append(JPEGMarker.app1, JPEGSignature.xmp + packet, to: &out)
    if let extended { try appendExtendedXMP(extended, main: packet, to: &out) }
  }

  /// The packet is written unchanged, so the GUID that the main packet names, its digest, stays valid.
  static func appendExtendedXMP(
    _ extended: [UInt8], main: [UInt8], to out: inout ByteWriter
  ) throws(ImageIOError) {
    guard let guid = (try? XMPPacket(parsing: main))?[XMPNamespace.xmpNote, "HasExtendedXMP"]?.text,
      guid.utf8.count == 32
    else { return }
    let size = 65_400
    for start in stride(from: 0, to: extended.count, by: size) {
      var chunk = ByteWriter()
      chunk.append(JPEGSignature.extendedXMP)
      chunk.append(Array(guid.utf8))
      chunk.u32(UInt32(truncatingIfNeeded: extended.count))
      chunk.u32(UInt32(truncatingIfNeeded: start))
      chunk.append(extended[start..<min(start + size, extended.count)])
      try append(JPEGMarker.app1, chunk.bytes, to: &out)
    }
  }
}

extension StillHeader {
  /// The video that a JPEG of this picture gets.
  func motion(_ options: EncodeOptions) -> MotionVideo? { options.stripsMetadata ? nil : metadata.motion }
}

extension MotionVideo {
  /// The video's length in Google's directory; nil for a video that only Samsung's trailer lists.
  fileprivate func listedLength(_ packet: [UInt8]?) -> Int? {
    guard trailer != nil else { return byteCount }
    let isListed = packet.flatMap { try? XMPPacket(parsing: $0) }.map(Self.isAnnounced) ?? false
    return isListed ? directoryLength : nil
  }
}
