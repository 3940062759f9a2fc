internal import Foundation
internal import Headroom

/// A sensor's file, and what is to be made of it.
struct DevelopedFile: Sendable {
  let still: StillPicture
  let raw: RAWReader
  let options: Development
  /// Stops.
  let exposure: Double
  /// How many times smaller it is developed than the sensor is: 1, 2 or 4.
  var reduction = 1

  init?(_ still: StillPicture, _ options: Development, exposure: Double) {
    guard let raw = still.reader as? RAWReader else { return nil }
    self.still = still
    self.raw = raw
    self.options = options
    self.exposure = exposure
  }

  /// The same at the smallest size that is not smaller than a result.
  func reduced(for target: (width: Int, height: Int)) -> DevelopedFile {
    var result = self
    let (width, height) = (raw.info.width, raw.info.height)
    let isTurned = raw.info.orientation.swapsAxes
    let (across, down) = isTurned ? (target.height, target.width) : target
    result.reduction = [4, 2].first { width / $0 >= across && height / $0 >= down } ?? 1
    return result
  }
}

extension RecipePicture {
  /// A sensor's file, developed: its HDR look, or its SDR look where no range above white is wanted, and the SDR look that
  /// belongs to it.
  init(_ file: DevelopedFile) throws(CommandError) {
    let (still, raw, options) = (file.still, file.raw, file.options)
    let filter = CIRAWFilter(still, raw.picture)
    options.apply(to: filter)
    filter.exposure = Float(file.exposure)
    filter.scaleFactor = 1 / Float(file.reduction)
    // Larger ones would show it.
    filter.isDraftModeEnabled = options.isDraft && file.reduction == 4
    let amount = options.edr ?? 1
    let sdr = filter.outputImage
    filter.extendedDynamicRangeAmount = Float(amount)
    guard let sdr, let hdr = filter.outputImage else {
      throw CommandError(.input, file: still.url?.path ?? "-", "cannot be developed")
    }
    var info = raw.info
    info.kind = amount > 0 ? .raw : .sdr
    info.contentHeadroom = amount > 0 ? Double(hdr.contentHeadroom) : 1
    // What the curve can give; how bright the picture is, is measured where it matters.
    info.contentHeadroomSource = amount > 0 ? .assumed : .standardRange
    self.init(image: hdr, sdr: sdr, info: info)
  }
}
