public import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomImageIO
internal import HeadroomPictures
internal import HeadroomPixels
private import Synchronization

extension NSBitmapImageRep {
  /// The formats of files.
  public enum FileType: UInt, Hashable, Sendable {
    /// Numbers are unchanged: floats stay floats.
    case tiff = 0
    /// Not written here.
    @available(*, unavailable, message: "BMP is read but not written; use .png")
    case bmp = 1
    /// Not written here.
    @available(*, unavailable, message: "GIF is read but not written; use .png")
    case gif = 2
    /// HDR gets a gain map.
    case jpeg = 3
    /// HDR becomes 16 bits of PQ.
    case png = 4
    /// Not written here.
    @available(*, unavailable, message: "JPEG 2000 is not written on Linux; use .jpeg, .png or .tiff")
    case jpeg2000 = 5
  }

  /// The names of what can be said of a file.
  public struct PropertyKey: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The quality of JPEG files, 0 smallest ... 1 best, a number.
    public static let compressionFactor = PropertyKey(rawValue: "NSImageCompressionFactor")
    /// EXIF fields by their names in `kCGImagePropertyExifDictionary`, for JPEG, PNG and TIFF.
    public static let exifData = PropertyKey(rawValue: "NSImageEXIFData")
    /// The ``NSColor`` behind transparent pixels in files without alpha; white without it.
    public static let fallbackBackgroundColor = PropertyKey(rawValue: "NSImageFallbackBackgroundColor")
    /// Not heeded: the compression of TIFF files is the writer's own.
    public static let compressionMethod = PropertyKey(rawValue: "NSImageCompressionMethod")
    /// Not heeded.
    public static let interlaced = PropertyKey(rawValue: "NSImageInterlaced")
    /// Not heeded.
    public static let progressive = PropertyKey(rawValue: "NSImageProgressive")
    /// Not heeded: files state their colour space.
    public static let gamma = PropertyKey(rawValue: "NSImageGamma")
    /// Not heeded.
    public static let ditherTransparency = PropertyKey(rawValue: "NSImageDitherTransparency")
  }

  /// The pixels as a file's bytes; nil where they cannot be written. Keys that are not heeded are named once on standard
  /// error.
  public func representation(using storageType: FileType, properties: [PropertyKey: Any]) -> Data? {
    IgnoredKeys.report(properties.keys)
    guard let image = pixels.image else { return nil }
    return BitmapFile(type: storageType, properties: properties).data(of: image)
  }

  /// A TIFF file; floats stay floats.
  public var tiffRepresentation: Data? { representation(using: .tiff, properties: [:]) }

  /// The first of some representations as a file's bytes; nil where that has no pixels.
  public class func representationOfImageReps(
    in imageReps: [NSImageRep], using storageType: FileType, properties: [PropertyKey: Any]
  ) -> Data? {
    guard let first = imageReps.first else { return nil }
    let bitmap = first as? NSBitmapImageRep ?? first.content?.pixels.map { NSBitmapImageRep(cgImage: $0) }
    return bitmap?.representation(using: storageType, properties: properties)
  }

  /// The pictures of a file's bytes, the first alone; empty when they are of an unknown kind or damaged.
  public class func imageReps(with data: Data) -> [NSImageRep] { NSBitmapImageRep(data: data).map { [$0] } ?? [] }
}

/// A bitmap as a file.
private struct BitmapFile {
  let type: NSBitmapImageRep.FileType
  let properties: [NSBitmapImageRep.PropertyKey: Any]

  private var identifier: CFString {
    switch type {
    case .tiff: "public.tiff"
    case .jpeg: "public.jpeg"
    case .png: "public.png"
    }
  }

  func data(of image: CGImage) -> Data? {
    let isHDR = PictureContent(.pixels(image)).isHDR
    var options: CFDictionary = [:]
    if let quality = OptionValues.number(properties[.compressionFactor]) {
      options[kCGImageDestinationLossyCompressionQuality] = quality.isNaN ? 1 : min(max(quality, 0), 1)
    }
    if let exif = properties[.exifData] { options[kCGImagePropertyExifDictionary] = exif }
    switch type {
    case .jpeg: options[kCGImageDestinationEncodeRequest] = isHDR ? kCGImageDestinationEncodeToISOGainmap : nil
    case .png: options[kCGImageDestinationEncodeRequest] = isHDR ? kCGImageDestinationEncodeToISOHDR : nil
    case .tiff: break
    }
    let data = CFMutableData()
    guard let destination = try? CGImageDestination(data: data, type: identifier),
      (try? destination.add(type == .jpeg ? covered(image) : image, properties: options)) != nil,
      (try? destination.finalize()) != nil
    else { return nil }
    return Data(referencing: data)
  }

  /// The image over a colour, since the format has no alpha.
  private func covered(_ image: CGImage) -> CGImage {
    guard image.bitmap.alpha != .opaque, image.bitmap.format.hasAlpha else { return image }
    let color = (properties[.fallbackBackgroundColor] as? NSColor) ?? .white
    return PictureRenderer.covering(color.cgColor, with: image) ?? image
  }
}

/// Says once which keys are not heeded.
private enum IgnoredKeys {
  private static let heeded: Set<NSBitmapImageRep.PropertyKey> = [
    .compressionFactor, .exifData, .fallbackBackgroundColor,
  ]
  private static let said = Mutex<Set<String>>([])

  static func report(_ keys: some Sequence<NSBitmapImageRep.PropertyKey>) {
    for key in keys where !heeded.contains(key) {
      guard said.withLock({ $0.count < 256 && $0.insert(key.rawValue).inserted }) else { continue }
      let line = "Headroom: NSBitmapImageRep does not heed \(key.rawValue)\n"
      try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }
  }
}
