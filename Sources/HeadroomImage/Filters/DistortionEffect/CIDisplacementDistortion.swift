internal import Foundation
internal import HeadroomGraphics
internal import HeadroomPixels

/// Moves each pixel by what another image says.
struct DisplacementDistortion: FilterDefinition {
  static let name = "CIDisplacementDistortion"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.distortionEffect, .highDynamicRange, .stillImage, .video]
  static let imageKeys = [kCIInputImageKey, "inputDisplacementImage"]

  @Input("inputScale", type: .distance, minimum: 0, slider: 0...200, identity: 0) var scale: Float = 50

  var isNeutral: Bool { scale == 0 }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main, let map = inputs["inputDisplacementImage"] else { return nil }
    let displacement = Displacement(scale: scale, map: PixelRect(enclosing: map.node.extent))
    return image.appending(
      area: displacement, with: [map], extent: image.node.extent.grown(by: CGFloat(scale)), keepsTags: true)
  }

  /// `image(p + scale * (m - 0.5))`, m the red and green of the map at p.
  struct Displacement: AreaImplementation {
    let scale: Float
    /// The map's extent; 0.5 counts outside.
    let map: PixelRect

    var fingerprint: Fingerprint { Fingerprint("displacement", [Double(scale)] + map.fingerprint) }

    func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) } }

    var toleratesPartialInput: Bool { true }

    /// The map is held to 0...1, so that no pixel comes from further away.
    func region(for output: PixelRect, ofInput index: Int) -> PixelRect {
      let reach = Int(min(0.5 * scale, 1e9).rounded(.up)) + 2
      return index == 0 ? output.expanded(dx: reach, dy: reach) : output
    }

    func render(_ inputs: [Tile], into output: Tile, scratch: ScratchArena) {
      let mark = scratch.mark
      let rect = unsafe output.rect
      let source = unsafe InterleavedTile(inputs[0], scratch: scratch)
      let positions = unsafe (x: scratch.floats(rect.width), y: scratch.floats(rect.width))
      for y in rect.minY..<rect.maxY {
        unsafe fill(positions.x, inputs[1], plane: 0, y: y, rect)
        unsafe fill(positions.y, inputs[1], plane: 1, y: y, rect)
        let centreY = Float(Int32(truncatingIfNeeded: y)) + 0.5
        for i in 0..<rect.width {
          unsafe positions.x[i] += Float(Int32(truncatingIfNeeded: rect.minX &+ i)) + 0.5
          unsafe positions.y[i] += centreY
        }
        unsafe WarpRunner.bilinear(
          source, positions.x, positions.y, rect.width, output.rows(x: rect.minX, y: y))
      }
      scratch.reset(to: mark)
    }

    /// How far the pixels of a row are moved along one axis.
    private func fill(_ shift: UnsafeMutablePointer<Float>, _ tile: Tile, plane: Int, y: Int, _ rect: PixelRect) {
      unsafe shift.update(repeating: 0, count: rect.width)
      let inside = unsafe PixelRect(x: rect.minX, y: y, width: rect.width, height: 1)
        .intersection(map).intersection(tile.rect)
      guard !inside.isEmpty else { return }
      let values = unsafe tile.row(plane, y: y) + (inside.minX - tile.rect.minX)
      let target = unsafe shift + (inside.minX - rect.minX)
      for i in 0..<inside.width { unsafe target[i] = scale * (held(values[i], 0, 1) - 0.5) }
    }

    func evaluate(x: Int, y: Int, _ inputs: [PixelReader]) -> Pixel {
      let inside = map.contains(PixelRect(x: x, y: y, width: 1, height: 1))
      let shift = inside ? inputs[1](x, y) : Pixel(r: 0.5, g: 0.5, b: 0.5, a: 1)
      func moved(_ position: Int, _ value: Float) -> Float {
        Float(position) + 0.5 + scale * (min(max(value.isNaN ? 0 : value, 0), 1) - 0.5)
      }
      return Interpolation.sample(.linear, x: moved(x, shift.r), y: moved(y, shift.g), inputs[0])
    }
  }
}

/// Moves each pixel by what another image says; see ``CIFilter/displacementDistortion()``.
public protocol CIDisplacementDistortion: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// How far to move, red to the left and right, green up and down; 0.5 is not at all.
  var displacementImage: CIImage? { get set }
  /// Pixels between what 0 and what 1 means, 0 or more; 0 leaves the image as it is.
  var scale: Float { get set }
}

extension BuiltInFilter: CIDisplacementDistortion where Definition == DisplacementDistortion {
  var displacementImage: CIImage? {
    get { value(forKey: "inputDisplacementImage") as? CIImage }
    set { setValue(newValue, forKey: "inputDisplacementImage") }
  }
  var scale: Float {
    get { definition.scale }
    set { definition.scale = newValue }
  }
}

extension CIFilter {
  /// Moves each pixel by what another image says.
  ///
  /// ## Formula
  /// The pixel at p comes from `p + inputScale * (m.r - 0.5, m.g - 0.5)`, with m the displacement image at p, held to 0...1
  /// and 0.5 outside its extent. Bilinear. Core Image does not publish its own.
  ///
  /// ## Extended range
  /// The image's light is not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// The image's, `inputScale` larger on each side.
  ///
  /// ## Keys
  /// - `inputScale`: default 50, 0 or more, neutral value 0, in pixels.
  public class func displacementDistortion() -> any CIFilter & CIDisplacementDistortion {
    BuiltInFilter<DisplacementDistortion>()
  }
}
