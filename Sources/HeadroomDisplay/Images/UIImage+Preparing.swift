public import Foundation
internal import HeadroomPixels

// Asynchronous methods work on separate threads, so that decoding does not block those of Swift's tasks.
extension UIImage {
  /// A smaller image that fits into `size` points; its proportions, range and orientation are kept. Never larger than
  /// this one.
  ///
  /// Averaged in linear light: highlights count with their brightness, and HDR stays HDR. Nil when the pixels are not
  /// available, and for empty sizes.
  public func preparingThumbnail(of size: CGSize) -> UIImage? {
    thumbnail(within: CGSize(width: size.width * scale, height: size.height * scale))
  }

  /// As ``preparingThumbnail(of:)``, for a size in pixels.
  func thumbnail(within pixels: CGSize) -> UIImage? {
    content.thumbnail(within: pixels, orientation: imageOrientation.stored).map {
      replacing(PictureContent(.pixels($0)))
    }
  }

  /// As ``preparingThumbnail(of:)``, in the background.
  public func byPreparingThumbnail(ofSize size: CGSize) async -> UIImage? {
    await inBackground { self.preparingThumbnail(of: size) }
  }

  /// As ``preparingThumbnail(of:)``, in the background; the handler is called there.
  public func prepareThumbnail(of size: CGSize, completionHandler: @escaping @Sendable (UIImage?) -> Void) {
    BackgroundThreads.shared.run { completionHandler(self.preparingThumbnail(of: size)) }
  }

  /// The image with its pixels decoded or rendered; nil when that cannot be done. It keeps its file, and with it the
  /// file's own SDR rendition.
  public func preparingForDisplay() -> UIImage? { content.pixels == nil ? nil : self }

  /// As ``preparingForDisplay()``, in the background.
  public func byPreparingForDisplay() async -> UIImage? { await inBackground { self.preparingForDisplay() } }

  /// As ``preparingForDisplay()``, in the background; the handler is called there.
  public func prepareForDisplay(completionHandler: @escaping @Sendable (UIImage?) -> Void) {
    BackgroundThreads.shared.run { completionHandler(self.preparingForDisplay()) }
  }
}

/// Runs work on a thread of the library.
func inBackground<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    BackgroundThreads.shared.run { continuation.resume(returning: work()) }
  }
}
