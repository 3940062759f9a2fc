internal import HeadroomColor
package import HeadroomContainers
internal import HeadroomPixels
package import HeadroomRAW
internal import Synchronization

/// A sensor's file whose headers are read. Its pixels are unpacked when a render first asks, once for all renditions, and
/// prepared once for each white balance.
package final class RAWPicture: Sendable, PurgeableMemory {
  package let file: any RAWFile
  package let bytes: FileBytes
  /// How the camera sees colour; nil for a monochrome sensor.
  let color: CameraColorModel?
  /// The light that the camera took for neutral.
  let asShot: CameraWhiteBalance?
  private let limits: DecodeLimits
  /// With whether what is missing was forgiven.
  private let unpacked = Mutex<(image: SensorImage, allowsPartial: Bool)?>(nil)
  private let prepared = Mutex<Prepared?>(nil)
  private let lens = Mutex<LensProfile??>(nil)

  private struct Prepared {
    let options: SensorDevelopment.Options
    let allowsPartial: Bool
    let development: SensorDevelopment
  }

  /// - Throws: for a camera whose matrices or white say nothing of colour.
  package init(
    _ file: any RAWFile, bytes: FileBytes, limits: DecodeLimits
  ) throws(ImageIOError) {
    self.file = file
    if let calibration = file.header.profiles.first?.calibration {
      let model = try CameraColorModel(calibration)
      color = model
      asShot = try model.balance(for: model.white(file.header.asShotWhite))
    } else {
      (color, asShot) = (nil, nil)
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

  /// Whether the sensor's pixels are in memory.
  var isUnpacked: Bool { unpacked.withLock { $0 != nil } }

  /// Bytes of the sensor's pixels in memory, and of what is prepared from them.
  var unpackedByteCount: Int { header.width * header.height * header.planes * (header.bitDepth > 16 ? 4 : 2) }

  /// The sensor's pixels. Concurrent callers wait for the first.
  ///
  /// - Parameter allowsPartial: whether a file that ends inside its pixels gives those that are there.
  package func sensorImage(allowsPartial: Bool) throws(ImageIOError) -> SensorImage {
    let result: Result<SensorImage, ImageIOError> = unpacked.withLock { known in
      if let known, known.allowsPartial == allowsPartial { return .success(known.image) }
      do throws(ImageIOError) {
        try checkMemory()
        let image = try bytes.reading { () throws(ImageIOError) in try file.sensorImage(allowPartial: allowsPartial) }
        known = (image, allowsPartial)
        Work.current?.memory?.add(self)
        return .success(image)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func checkMemory() throws(ImageIOError) {
    let needed = unpackedByteCount
    guard needed <= limits.maxMemoryBytes else {
      throw .overMemory(needed: UInt64(needed), limit: UInt64(max(limits.maxMemoryBytes, 0)))
    }
  }

  /// The sensor's pixels, ready to become colours.
  func development(
    _ options: SensorDevelopment.Options, allowsPartial: Bool
  ) throws(ImageIOError) -> SensorDevelopment {
    let image = try sensorImage(allowsPartial: allowsPartial)
    let result: Result<SensorDevelopment, ImageIOError> = prepared.withLock { known in
      if let known, known.options == options, known.allowsPartial == allowsPartial {
        return .success(known.development)
      }
      do throws(ImageIOError) {
        let development = try SensorDevelopment(image, options: options)
        known = Prepared(options: options, allowsPartial: allowsPartial, development: development)
        return .success(development)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Forgets the pixels, unless they are being unpacked.
  package func purge() {
    _ = prepared.withLockIfAvailable { $0 = nil }
    _ = unpacked.withLockIfAvailable { $0 = nil }
  }
}
