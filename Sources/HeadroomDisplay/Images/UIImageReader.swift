public import Foundation
internal import HeadroomImageIO

/// Reads images in the range in which they will be shown.
public final class UIImageReader: NSObject, Sendable {
  /// The options of a reader.
  public struct Configuration: Hashable, Sendable {
    /// Whether to take the HDR rendition of files that have both. Default false. Files in PQ, HLG and floats have only
    /// one.
    public var prefersHighDynamicRange = false
    /// Whether to decode at once. Default false: pixels are decoded when first needed. If true, files that cannot be
    /// decoded give nil.
    public var preparesImagesForDisplay = false
    /// The size in pixels into which the upright image should fit; default zero, which keeps its size. Images are never
    /// enlarged.
    public var preferredThumbnailSize = CGSize.zero
    /// Pixels per inch, of which 72 make a scale of 1; the scale is a whole number. Default 0, a scale of 1.
    public var pixelsPerInch: CGFloat = 0

    /// A configuration with defaults.
    public init() {}
  }

  /// The options of the reader.
  public let configuration: Configuration

  /// A reader for the main screen: it prefers HDR where that screen now shows more than reference white.
  public class var `default`: UIImageReader {
    var configuration = Configuration()
    configuration.prefersHighDynamicRange = MainScreen.headroom > 1
    return UIImageReader(configuration: configuration)
  }

  /// Makes a reader.
  public init(configuration: Configuration) { self.configuration = configuration }

  /// The image of a file; nil when it is missing, of an unknown kind or damaged.
  public func image(contentsOf url: URL) -> UIImage? { (try? CGImageSource(url: url)).flatMap(image) }

  /// The image of a file's bytes; nil when they are of an unknown kind or damaged.
  public func image(data: Data) -> UIImage? { image(CGImageSource(data: data)) }

  /// As above, in the background.
  public func image(contentsOf url: URL) async -> UIImage? {
    await inBackground { self.image(contentsOf: url) }
  }

  /// As above, in the background.
  public func image(data: Data) async -> UIImage? { await inBackground { self.image(data: data) } }

  private var scale: CGFloat {
    let scale = (configuration.pixelsPerInch / 72).rounded()
    return scale >= 1 && scale.isFinite ? scale : 1
  }

  private func image(_ source: CGImageSource) -> UIImage? {
    let whole = UIImage(source, scale: scale, prefersHDR: configuration.prefersHighDynamicRange)
    let box = configuration.preferredThumbnailSize
    let image = box == .zero ? whole : whole?.thumbnail(within: box)
    return configuration.preparesImagesForDisplay ? image?.preparingForDisplay() : image
  }
}
