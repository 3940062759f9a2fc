internal import HeadroomColor
package import HeadroomContainers
internal import HeadroomEngine
internal import HeadroomPixels
internal import Synchronization

/// A sensor's file whose headers are read. Its pixels are unpacked when a render first asks, once for all renditions, and
/// prepared once for each white balance.
package final class RAWPicture: Sendable, PurgeableMemory {
  package let file: any RAWFile
  package let bytes: FileBytes
  /// How the camera sees colour; nil for a monochrome sensor.
  let color: CameraColorModel?
  /// The light that the file says the camera took for neutral, daylight where it does not say; see ``shotWhite(_:)``.
  let stated: CameraWhiteBalance?
  let limits: DecodeLimits
  private let whole = SensorMemory()
  private let quarter = SensorMemory()
  /// What its look was last computed with.
  let lookTables = RAWLookTables()
  let estimates = RAWEstimates()
  private let lens = Mutex<LensProfile??>(nil)
  private let oddities = Mutex<[String]>([])

  /// What was odd about the sensor's pixels when they were unpacked last, parts that are missing above all.
  package var unpackingWarnings: [String] { oddities.withLock { $0 } }

  /// - Throws: for a camera whose matrices or white say nothing of colour.
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

  /// What Lensfun knows of the lens, where the file does not describe it itself; looked up once.
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

  /// Bytes of the sensor's pixels in memory, and of what is prepared from them.
  func unpackedByteCount(isQuarter: Bool) -> Int {
    let pixels = header.width * header.height
    return isQuarter ? pixels / 16 * 6 : pixels * header.planes * (header.bitDepth > 16 ? 4 : 2)
  }

  /// The sensor's pixels. Concurrent callers wait for the first.
  ///
  /// - Parameters:
  ///   - isQuarter: at a quarter of their size, for drafts.
  ///   - allowsPartial: whether a file that ends inside its pixels gives those that are there.
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

  /// The sensor's pixels, ready to become colours.
  func development(
    _ options: SensorDevelopment.Options, isQuarter: Bool, allowsPartial: Bool
  ) throws(ImageIOError) -> SensorDevelopment {
    let image = try sensorImage(isQuarter: isQuarter, allowsPartial: allowsPartial)
    return try (isQuarter ? quarter : whole).development(of: image, options, allowsPartial: allowsPartial)
  }

  /// Forgets the pixels, unless they are being unpacked.
  package func purge() {
    whole.purge()
    quarter.purge()
  }
}
