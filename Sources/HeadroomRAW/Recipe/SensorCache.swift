internal import HeadroomContainers
internal import HeadroomEngine
internal import Synchronization

/// A sensor's unpacked pixels, and the data last prepared from them.
final class SensorCache: Sendable {
  /// The image, and whether missing parts were allowed.
  private let unpacked = Mutex<(image: SensorImage, allowsPartial: Bool)?>(nil)
  private let prepared = Mutex<Prepared?>(nil)

  private struct Prepared {
    let options: SensorDevelopment.Options
    let allowsPartial: Bool
    let development: SensorDevelopment
  }

  var isUnpacked: Bool { unpacked.withLock { $0 != nil } }

  /// The pixels, unpacked for the first caller.
  func image(
    allowsPartial: Bool, unpack: () throws(ImageIOError) -> SensorImage
  ) throws(ImageIOError) -> SensorImage {
    let result: Result<SensorImage, ImageIOError> = unpacked.withLock { known in
      if let known, known.allowsPartial == allowsPartial { return .success(known.image) }
      do throws(ImageIOError) {
        let image = try unpack()
        known = (image, allowsPartial)
        return .success(image)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// The pixels, prepared for reconstructing colours.
  func development(
    of image: SensorImage, _ options: SensorDevelopment.Options, allowsPartial: Bool
  ) throws(ImageIOError) -> SensorDevelopment {
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

  /// Releases the pixels, unless they are being unpacked.
  func purge() {
    _ = prepared.withLockIfAvailable { $0 = nil }
    _ = unpacked.withLockIfAvailable { $0 = nil }
  }
}
