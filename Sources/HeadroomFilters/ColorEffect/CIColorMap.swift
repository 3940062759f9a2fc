internal import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Shows brightness as the colours of a gradient.
struct ColorMap: FilterDefinition, ParameterPointImplementation {
  static let name = "CIColorMap"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.colorEffect, .interlaced, .nonSquarePixels, .stillImage, .video]
  static let imageKeys = [kCIInputImageKey, kCIInputGradientImageKey]

  /// The most colours that a gradient may have.
  private static let mostColors = 1 << 20

  var isNeutral: Bool { false }
  var alphaRule: AlphaRule { .premultiplied }
  var parameterCount: Int { 1 }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main, let gradient = inputs[kCIInputGradientImageKey] else { return nil }
    let bounds = PixelRect(enclosing: gradient.node.extent)
    guard !bounds.isEmpty, !bounds.isInfinite, bounds.width <= Self.mostColors else { return nil }
    return image.appending(
      point: self, with: [gradient.cropped(to: Self.middle(of: bounds))], extent: image.node.extent)
  }

  /// The row in the middle, or the two rows that meet there.
  private static func middle(of bounds: PixelRect) -> CGRect {
    let isEven = bounds.height.isMultiple(of: 2)
    return PixelRect(
      x: bounds.minX, y: bounds.minY + (bounds.height - 1) / 2, width: bounds.width, height: isEven ? 2 : 1
    ).cgRect
  }

  func peak(of inputs: [Float?]) -> Float? { inputs.last ?? nil }
  func isOpaque(_ inputs: [Bool]) -> Bool { inputs.allSatisfy { $0 } }

  /// The colours of the row, premultiplied.
  private static func colors(_ parameters: [ParameterPixels]) -> [Pixel] {
    guard let parameter = parameters.first else { return [] }
    let (width, pixels) = (parameter.rect.width, parameter.pixels)
    return pixels.count < 2 * width ? pixels : (0..<width).map { pixels[$0].mixed(with: pixels[width + $0], 0.5) }
  }

  func makeStage(in space: WorkingSpace, parameters: [ParameterPixels]) -> RowStage {
    let colors = Self.colors(parameters)
    return unsafe RowStage { rows, _, count, _, _ in
      if colors.isEmpty { return }
      for i in 0..<count {
        let p = unsafe Pixel(r: rows.r[i], g: rows.g[i], b: rows.b[i], a: rows.a[i])
        let luma = Luma.of(p.r, p.g, p.b) * (p.a == 0 ? 0 : 1 / p.a)
        let place = clamped(luma * Float(colors.count) - 0.5, 0, Float(colors.count - 1))
        let index = Int(place)
        let next = index + 1 < colors.count ? index + 1 : index
        let color = colors[index].mixed(with: colors[next], place - Float(index))
        unsafe (rows.r[i], rows.g[i], rows.b[i]) = (color.r * p.a, color.g * p.a, color.b * p.a)
        unsafe rows.a[i] = color.a * p.a
      }
    }
  }

  func evaluate(
    _ pixels: [Pixel], parameters: [ParameterPixels], x: Float, y: Float, in space: WorkingSpace
  ) -> Pixel {
    let (colors, p) = (Self.colors(parameters), pixels[0])
    if colors.isEmpty { return p }
    let c = p.unpremultiplied
    let luma = 0.2125 * Double(c.r) + 0.7154 * Double(c.g) + 0.0721 * Double(c.b)
    let place = luma.isNaN ? 0 : min(max(luma * Double(colors.count) - 0.5, 0), Double(colors.count - 1))
    let index = Int(place)
    let color = colors[index].mixed(with: colors[min(index + 1, colors.count - 1)], Float(place - Double(index)))
    return Pixel(r: color.r * p.a, g: color.g * p.a, b: color.b * p.a, a: color.a * p.a)
  }
}

/// Shows brightness as the colours of a gradient; see `CIFilter.colorMap()`.
public protocol CIColorMap: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The colours, from that of black at the left edge to that of white at the right edge.
  var gradientImage: CIImage? { get set }
}

extension BuiltInFilter: CIColorMap where Definition == ColorMap {
  var gradientImage: CIImage? {
    get { value(forKey: kCIInputGradientImageKey) as? CIImage }
    set { setValue(newValue, forKey: kCIInputGradientImageKey) }
  }
}

extension CIFilter {
  /// Shows brightness as the colours of a gradient.
  ///
  /// ## Formula
  /// With Y = `0.2125 r + 0.7154 g + 0.0721 b` of unpremultiplied linear colour, the gradient image at `minX + Y * width` of its
  /// extent, in the middle of its height, bilinear.
  ///
  /// ## Extended range
  /// Light above white has the colour of the gradient's right edge, light below black that of its left one. The gradient's own
  /// light is not clamped.
  ///
  /// ## Alpha
  /// The image's, times that of the gradient.
  ///
  /// ## Extent
  /// The image's. No result where the gradient image is empty, infinite, or wider than 1,048,576 pixels.
  public class func colorMap() -> any CIFilter & CIColorMap { BuiltInFilter<ColorMap>() }
}
