internal import CHeadroomMedia
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// What a container says of the pictures of a track; what it does not say is nil.
struct ContainerPicture {
  /// 2 in fields that are not stated.
  var cicp = CICP(
    primaries: CICP.unspecified, transfer: CICP.unspecified, matrix: CICP.unspecified, fullRange: false)
  var isFullRange: Bool?
  var siting: YCbCrEncoding.Siting?
  var hdr = HDRMetadata()
  var dolbyVision: DolbyVisionConfiguration?
  var cleanAperture: CleanAperture?
  var pixelAspectRatio: (width: Int, height: Int)?
  var fieldOrder: VideoFacts.FieldOrder?
  /// a, b, c, d, tx, ty; origin at the top left.
  var transform: [Double] = [1, 0, 0, 1, 0, 0]
}

extension ContainerPicture {
  /// By FFmpeg.
  init(_ stream: hr_media_stream) {
    cicp = unsafe CICP(stream.color)
    isFullRange = unsafe stream.color.range == 0 ? nil : stream.color.range == 2
    siting = unsafe stream.color.chromaSiting
    hdr = unsafe HDRMetadata(stream.light)
    dolbyVision = unsafe stream.has_dovi ? DolbyVisionConfiguration(stream) : nil
    if unsafe stream.aspect_num > 0, unsafe stream.aspect_den > 0 {
      pixelAspectRatio = unsafe (Int(stream.aspect_num), Int(stream.aspect_den))
    }
    fieldOrder = unsafe [1: .progressive, 2: .topFieldFirst, 3: .bottomFieldFirst][stream.field_order]
    guard unsafe stream.has_matrix else { return }
    let m = unsafe stream.matrix
    transform = [m.0, m.1, m.3, m.4, m.6, m.7].map { Double($0) / 65_536 }
  }

  /// By the boxes.
  init(_ track: MovieTrack, _ entry: SampleEntry) {
    let said = PictureDescription(entry)
    if let codes = said.cicp {
      cicp = codes
      isFullRange = said.hasRange ? codes.fullRange : nil
    }
    hdr = said.hdr
    dolbyVision = said.dolbyVision
    cleanAperture = said.cleanAperture
    if let aspect = said.pixelAspect, aspect.horizontal > 0, aspect.vertical > 0 {
      pixelAspectRatio = (Int(aspect.horizontal), Int(aspect.vertical))
    }
    if let fields = said.fields {
      fieldOrder = !fields.isInterlaced ? .progressive : fields.isTopFirst == false ? .bottomFieldFirst : .topFieldFirst
    }
    transform = [0, 1, 3, 4, 6, 7].map { Double(track.matrix[$0]) / 65_536 }
  }
}

extension DolbyVisionConfiguration {
  fileprivate init(_ stream: hr_media_stream) {
    unsafe self.init(
      profile: Int(stream.dovi_profile), level: Int(stream.dovi_level), compatibility: Int(stream.dovi_compatibility),
      hasRPU: stream.dovi_rpu, hasEnhancementLayer: stream.dovi_el, hasBaseLayer: stream.dovi_bl)
  }
}
