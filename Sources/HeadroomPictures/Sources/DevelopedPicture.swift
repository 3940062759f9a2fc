internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomRAW

/// A RAW file and its development settings.
struct DevelopedFile: Sendable {
  let still: StillPicture
  let raw: RAWReader
  let options: Development
  /// Stops.
  let exposure: Double
  /// The factor by which the development is smaller than the sensor: 1, 2 or 4.
  var reduction = 1

  init?(_ still: StillPicture, _ options: Development, exposure: Double) {
    guard let raw = still.reader.sensorFile else { return nil }
    self.still = still
    self.raw = raw
    self.options = options
    self.exposure = exposure
  }

  /// The same at the smallest size that is not smaller than the result.
  func reduced(for target: (width: Int, height: Int)) -> DevelopedFile {
    var result = self
    let (width, height) = (raw.info.width, raw.info.height)
    let isTurned = raw.info.orientation.swapsAxes
    let (across, down) = isTurned ? (target.height, target.width) : target
    result.reduction = [4, 2].first { width / $0 >= across && height / $0 >= down } ?? 1
    return result
  }

  /// All settings that were chosen.
  var filter: CIRAWFilter {
    let filter = CIRAWFilter(still, raw.picture)
    options.apply(to: filter)
    filter.exposure = Float(exposure)
    filter.scaleFactor = 1 / Float(reduction)
    // At larger sizes a draft would be visible.
    filter.isDraftModeEnabled = options.isDraft && reduction == 4
    return filter
  }

  /// Notes about the development.
  var notes: [String] {
    options.isAnnounced && !options.isDraft ? DevelopmentReport(filter).notes(options) : []
  }
}

extension RecipePicture {
  /// A developed RAW file: its HDR look, or its SDR look where no range above white is wanted, and the corresponding
  /// SDR look.
  init(_ file: DevelopedFile) throws(PictureError) {
    let (still, raw, filter) = (file.still, file.raw, file.filter)
    let amount = file.options.edr ?? 1
    let sdr = filter.outputImage
    filter.extendedDynamicRangeAmount = Float(amount)
    guard let sdr, let hdr = filter.outputImage else {
      throw PictureError(.input, file: still.url?.path ?? "-", "cannot be developed")
    }
    var info = raw.info
    info.kind = amount > 0 ? .raw : .sdr
    if amount == 0 { (info.contentHeadroom, info.contentHeadroomSource) = (1, .standardRange) }
    self.init(image: hdr, sdr: sdr, info: info)
  }
}
