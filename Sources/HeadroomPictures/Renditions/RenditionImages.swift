package import HeadroomColor
internal import HeadroomEngine
package import HeadroomImage
package import HeadroomImageIO
internal import HeadroomPixels

/// A picture to be written, perhaps edited: its original state, and its edits.
package protocol EditedPicture {
  associatedtype Failure: Error

  /// The information in its headers.
  var info: StillInfo { get }
  /// Whether the stored pixels are an SDR picture, with a gain map or without.
  var isBaseSDR: Bool { get }
  /// Whether the base is HDR and the author's SDR picture exists, by a gain map or by development.
  var hasSDRAlternate: Bool { get }
  /// The measured content headroom of a picture whose headers do not state it, or state more than it has, and whose light
  /// is not edited; otherwise nil.
  var measuredHeadroom: Double? { get }
  /// Whether its light is edited.
  var hasFilters: Bool { get }

  /// The rendition for a display of this headroom, unedited; infinity gives all there is.
  func image(headroom: Double, toneMap: ToneMapOperator) -> CIImage
  /// The stored picture, unedited, without its gain map.
  func baseImage() throws(Failure) -> CIImage
  /// An image cropped, turned and scaled.
  func reshaped(_ image: CIImage) throws(Failure) -> CIImage
  /// A reshaped image after the filters.
  func filtered(_ image: CIImage) throws(Failure) -> CIImage
  /// An image, which has the rendition for a headroom, with its overlay.
  func overlaid(_ image: CIImage, headroom: Double) throws(Failure) -> CIImage
  /// Whether the filters move the pixels of an image and change no light, so that the author's renditions stay right.
  func onlyMovesPixels(of image: CIImage) throws(Failure) -> Bool
  /// The largest components of pixels distributed evenly over an image, in linear BT.2020 light.
  func samples(of image: CIImage) throws(Failure) -> [Float]
}

/// The images of a picture's renditions, as recipes: the one place that decides which picture becomes SDR, and by which
/// curve. `RenditionPlanner` decides which renditions there are, ``RenditionWriter`` writes them.
///
/// Filters see all of a picture's light; their result is tone mapped into the rendition. The overlay comes last, in the
/// rendition's own headroom.
package struct RenditionImages<Picture: EditedPicture> {
  package typealias Failure = Picture.Failure

  package let picture: Picture
  package let plan: RenditionPlan
  private let toneMap: ToneMapOperator?

  /// - Parameter toneMap: brings light into less headroom; nil takes the rendition's default.
  package init(of picture: Picture, _ plan: RenditionPlan, toneMap: ToneMapOperator?) {
    self.picture = picture
    self.plan = plan
    self.toneMap = toneMap
  }

  /// The stored picture, for which its gain map stays right.
  package func base() throws(Failure) -> CIImage { try picture.reshaped(picture.baseImage()) }

  // MARK: HDR

  /// The peak of PQ and that of HLG's reference display; brighter content is tone mapped, not clipped.
  package var limit: Double {
    min(plan.headroom, plan.encoding.transfer == .hlg ? ReferenceWhite.defaultHeadroom : LightMeter.largestHeadroom)
  }

  /// All light of the picture, up to the wanted headroom.
  package func hdr() throws(Failure) -> CIImage { try picture.overlaid(plainHDR(), headroom: limit) }

  private func plainHDR() throws(Failure) -> CIImage {
    if isMappedAsStored { return try picture.reshaped(picture.image(headroom: limit, toneMap: toneMap ?? .rwtmo)) }
    return fitted(try filteredLight(), into: limit, by: toneMap ?? .rwtmo)
  }

  /// Whether light is tone mapped before it is reshaped.
  private var isMappedAsStored: Bool { !picture.hasFilters && picture.measuredHeadroom == nil }

  /// The light that the HDR rendition tone maps into its limit.
  func mappedInHDR() throws(Failure) -> CIImage { isMappedAsStored ? allLight : try filteredLight() }

  /// All light of the picture, limited only by the requested headroom.
  package func float() throws(Failure) -> CIImage { try picture.overlaid(plainFloat(), headroom: plan.headroom) }

  private func plainFloat() throws(Failure) -> CIImage {
    if !picture.hasFilters {
      return try picture.reshaped(picture.image(headroom: plan.headroom, toneMap: toneMap ?? .rwtmo))
    }
    return try filteredLight().toneMapped(to: plan.headroom, toneMapOperator: toneMap ?? .rwtmo)
  }

  /// The light that the float rendition tone maps into the wanted headroom.
  func mappedInFloat() throws(Failure) -> CIImage { picture.hasFilters ? try filteredLight() : allLight }

  private var allLight: CIImage { picture.image(headroom: .infinity, toneMap: .rwtmo) }

  func filteredLight() throws(Failure) -> CIImage { try picture.filtered(picture.reshaped(allLight)) }

  /// Light that filters changed is measured when it is rendered.
  private func fitted(_ image: CIImage, into headroom: Double, by toneMap: ToneMapOperator) -> CIImage {
    guard let content = picture.measuredHeadroom else {
      return image.toneMapped(to: headroom, toneMapOperator: toneMap)
    }
    return image.toneMapped(to: headroom, estimated: content, toneMapOperator: toneMap)
  }

  // MARK: SDR

  /// The author's SDR picture where there is one and no filter changes light, otherwise the HDR picture tone mapped to
  /// SDR: by the curve from the author's HDR to the author's SDR where there are both, otherwise by BT.2390.
  ///
  /// It is tagged as SDR: light that a filter brightens beyond white in an SDR picture is clipped when stored, not tone
  /// mapped, and the recipe alone would not show that.
  package func sdr() throws(Failure) -> CIImage {
    let image = try picture.overlaid(plainSDR(), headroom: 1)
    return image.contentHeadroom == 1 ? image : image.settingContentHeadroom(1)
  }

  private func plainSDR() throws(Failure) -> CIImage {
    if let own = try ownSDR() {
      let image = try picture.reshaped(own)
      if try staysSDR(image) { return try picture.filtered(image) }
      if toneMap == nil, let curve = try authorCurve(to: own) { return try filteredLight().toneMapped(by: curve) }
    }
    return fitted(try filteredLight(), into: 1, by: toneMap ?? .bt2390)
  }

  /// Whether the SDR rendition shows the file's own SDR picture.
  func keepsOwnSDR() throws(Failure) -> Bool {
    guard let own = try ownSDR() else { return false }
    return try staysSDR(picture.reshaped(own))
  }

  /// Whether a reshaped SDR picture is still right after the filters.
  private func staysSDR(_ image: CIImage) throws(Failure) -> Bool {
    if picture.info.kind == .sdr || !picture.hasFilters { return true }
    return try picture.onlyMovesPixels(of: image)
  }

  /// The file's own SDR picture.
  package func ownSDR() throws(Failure) -> CIImage? {
    if picture.isBaseSDR { return try picture.baseImage() }
    return picture.hasSDRAlternate ? picture.image(headroom: 1, toneMap: .rwtmo) : nil
  }

  /// The author's curve from HDR to SDR, measured from the two pictures; nil where they do not determine it.
  private func authorCurve(to sdr: CIImage) throws(Failure) -> MeasuredToneCurve? {
    MeasuredToneCurve(from: try picture.samples(of: allLight), to: try picture.samples(of: sdr))
  }
}
