internal import Foundation
internal import Headroom
internal import HeadroomFilters
internal import HeadroomImage

/// A filter on a photo, with values that show its effect.
struct GalleryExample {
  /// The filter's result; nil where it has none.
  let image: CIImage?
  /// The part of it to show.
  let frame: CGRect
  /// The inputs that are not images, as in a filter expression.
  let settings: [String]

  init(_ entry: FilterEntry, on photo: GalleryPhoto) {
    let filter = entry.makeFilter()
    for key in entry.imageKeys { filter.setValue(Self.picture(for: key, of: entry, photo), forKey: key) }
    var settings: [String] = []
    for input in entry.inputs {
      let value =
        Self.place(input, of: entry, in: photo.frame) ?? FilterExample.value(input, of: entry)
      guard let value else { continue }
      filter.setValue(value, forKey: input.key)
      if let words = FilterExample.words(value, input) { settings.append("\(input.name)=\(words)") }
    }
    self.settings = settings
    let result = Self.seen(filter.outputImage, entry)
    (image, frame) = Self.shown(result, isPhoto: !entry.imageKeys.isEmpty, photo.frame)
  }

  /// Nil for pictures that few photos have.
  private static func picture(for key: String, of entry: FilterEntry, _ photo: GalleryPhoto) -> CIImage? {
    // An opaque picture would not show the effect of alpha.
    if entry.name.hasPrefix("CISource") { return key == kCIInputImageKey ? photo.fading : photo.mirrored(photo.fading) }
    if entry.name.contains("AlphaMask"), key.contains("Mask") { return photo.mask.applyingFilter("CIMaskToAlpha") }
    if key == kCIInputImageKey { return photo.image }
    if ["Matte", "Hair", "Glasses", "GainMap"].contains(where: { key.contains($0) }) { return nil }
    if key.contains("Mask") || key.contains("Disparity") { return photo.mask }
    let reliefs = ["Texture", "Displacement", "Shading", "Gradient"]
    return reliefs.contains { key.contains($0) } ? photo.relief : photo.mirrored(photo.image)
  }

  /// The position of a point, a rectangle or lines in a photo of this frame; nil for other inputs.
  private static func place(_ input: InputDescription, of entry: FilterEntry, in frame: CGRect) -> Any? {
    func point(_ x: Double, _ y: Double) -> CIVector {
      CIVector(x: frame.minX + frame.width * x, y: frame.minY + frame.height * y)
    }
    if input.key == "inputFocusRect" {
      return CIVector(cgRect: frame.insetBy(dx: frame.width * 0.4, dy: frame.height * 0.4))
    }
    if input.type == .rectangle {
      let isPart = input.key == "inputRectangle" || entry.name == "CIClamp"
      let inset = isPart ? frame.insetBy(dx: frame.width / 8, dy: frame.height / 8) : frame
      return CIVector(cgRect: inset)
    }
    if input.attributeClass == "NSArray" {
      return (0..<8).map { step in
        let share = Double(step) / 7
        return CIVector([frame.minX + frame.width * share, frame.minY, frame.maxX, frame.minY + frame.height * share])
      }
    }
    guard input.type == .position else { return nil }
    let corners = [
      ("TopLeft", 0.1, 0.95), ("TopRight", 0.95, 0.8), ("BottomLeft", 0.05, 0.1), ("BottomRight", 0.9, 0.2),
      ("0", 0.3, 0.4), ("1", 0.7, 0.6),
    ]
    for (name, x, y) in corners where input.key.hasSuffix(name) { return point(x, y) }
    return point(0.5, 0.5)
  }

  /// Makes numeric results visible: counts as bars, colours without the shares in their alpha.
  private static func seen(_ image: CIImage?, _ entry: FilterEntry) -> CIImage? {
    guard let image, image.extent.height == 1, image.extent.width > 1 else { return image }
    if entry.name.hasSuffix("Histogram") { return image.applyingFilter("CIHistogramDisplayFilter") }
    return entry.name == "CIKMeans" ? image.premultiplyingAlpha().settingAlphaOne(in: image.extent) : image
  }

  /// The part of a result to show: for a photo at most its surroundings, otherwise all of it; a few pixels are
  /// enlarged.
  private static func shown(_ image: CIImage?, isPhoto: Bool, _ frame: CGRect) -> (CIImage?, CGRect) {
    guard let image, !image.extent.isEmpty else { return (nil, frame) }
    if image.extent.isInfinite { return (image, frame) }
    let around = frame.insetBy(dx: -frame.width / 4, dy: -frame.height / 4)
    let seen = isPhoto ? image.extent.intersection(around) : image.extent
    if seen.isEmpty { return (image, image.extent.intersection(CGRect(origin: image.extent.origin, size: frame.size))) }
    guard seen.width < 64 || seen.height < 64 else { return (image, seen) }
    // Single rows and columns of numbers are stretched; other results keep their proportions.
    let isLine = min(seen.width, seen.height) < 3
    let (x, y) = (max(64 / seen.width, 1).rounded(), max(64 / seen.height, 1).rounded())
    let scale = CGAffineTransform(scaleX: isLine ? x : max(x, y), y: isLine ? y : max(x, y))
    let large = image.cropped(to: seen).samplingNearest().transformed(by: scale)
    return (large, large.extent)
  }
}
