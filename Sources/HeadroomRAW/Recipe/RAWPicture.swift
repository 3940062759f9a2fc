internal import HeadroomColor
package import HeadroomContainers
internal import HeadroomEngine
internal import HeadroomPixels
internal import Synchronization

/// A raw file whose headers are read. Its pixels are unpacked when a render first needs them, once for all renditions,
/// and prepared once for each white balance.
package final class RAWPicture: Sendable, PurgeableMemory {
  package let file: any RAWFile
  package let bytes: FileBytes
  /// The camera's colour response; nil for a monochrome sensor.
  let color: CameraColorModel?
  /// The light that the file states as the camera's neutral, or daylight where it states none; see ``shotWhite(_:)``.
  let stated: CameraWhiteBalance?
  let limits: DecodeLimits
  private let whole = SensorCache()
  private let quarter = SensorCache()
  /// The tables that its look was last computed with.
  let lookTables = RAWLookTables()
  let estimates = RAWEstimates()
  private let lens = Mutex<LensProfile??>(nil)
  private let oddities = Mutex<[String]>([])

  /// Warnings about the sensor's pixels from the last unpacking, mainly about missing parts.
  package var unpackingWarnings: [String] { oddities.withLock { $0 } }

  /// - Throws: an error for a camera whose matrices or white do not define colours.
  package init(
    _ file: any RAWFile, bytes: FileBytes, limits: DecodeLimits
  ) throws(ImageIOError) {
    self.file = file
    if let calibration = file.header.profiles.first?.calibration {
      let model = try CameraColorModel(calibration)
      color = model
      stated = try model.balance(for: model.white(file.header.asShotWhite))
    } else {
      (color, stated) = (nil, nil)
    }
    self.bytes = bytes
    self.limits = limits
  }

  package var header: RAWHeader { file.header }

  /// Lensfun's data of the lens, where the file does not describe it itself; looked up once.
  var lensProfile: LensProfile? {
    guard header.colorOpcodes.isEmpty else { return nil }
    return lens.withLock { known in
      if let known { return known }
      let found = LensQuery(header).flatMap { LensProfile.find($0) }
      known = .some(found)
      return found
    }
  }

  /// Whether drafts are made while the sensor's pixels are unpacked.
  var hasQuarter: Bool { file.hasQuarterImage }

  /// Whether the sensor's pixels are in memory.
  func isUnpacked(isQuarter: Bool) -> Bool { (isQuarter ? quarter : whole).isUnpacked }

  /// The bytes of the sensor's pixels in memory, and of the data prepared from them.
  func unpackedByteCount(isQuarter: Bool) -> Int {
    let pixels = header.width * header.height
    return isQuarter ? pixels / 16 * 6 : pixels * header.planes * (header.bitDepth > 16 ? 4 : 2)
  }

  /// The sensor's pixels. Concurrent callers wait for the first.
  ///
  /// - Parameters:
  ///   - isQuarter: at a quarter of their size, for drafts.
  ///   - allowsPartial: whether a file that ends inside its pixels returns those that are there.
  package func sensorImage(isQuarter: Bool = false, allowsPartial: Bool) throws(ImageIOError) -> SensorImage {
    try (isQuarter ? quarter : whole).image(allowsPartial: allowsPartial) { () throws(ImageIOError) in
      try checkMemory(isQuarter: isQuarter)
      let image = try bytes.reading { () throws(ImageIOError) in
        isQuarter
          ? try file.quarterImage(allowPartial: allowsPartial) : try file.sensorImage(allowPartial: allowsPartial)
      }
      oddities.withLock { $0 = image.warnings }
      MemoryLedger.addPurgeable(self)
      return image
    }
  }

  private func checkMemory(isQuarter: Bool) throws(ImageIOError) {
    let needed = unpackedByteCount(isQuarter: isQuarter)
    guard needed <= limits.maxMemoryBytes else {
      throw .overMemory(needed: UInt64(needed), limit: UInt64(max(limits.maxMemoryBytes, 0)))
    }
  }

  /// The sensor's pixels, prepared for reconstructing colours.
  func development(
    _ options: SensorDevelopment.Options, isQuarter: Bool, allowsPartial: Bool
  ) throws(ImageIOError) -> SensorDevelopment {
    let image = try sensorImage(isQuarter: isQuarter, allowsPartial: allowsPartial)
    return try (isQuarter ? quarter : whole).development(of: image, options, allowsPartial: allowsPartial)
  }

  /// Releases the pixels, unless they are being unpacked.
  package func purge() {
    whole.purge()
    quarter.purge()
  }
}
