package import Foundation
package import HeadroomColor
package import HeadroomFilters
package import HeadroomGraphics
internal import HeadroomImage

/// Another script whose every frame is changed in the same way.
package struct AlteredScript: FrameScript {
  private var base: any FrameScript
  package let width: Int
  package let height: Int
  package let transform: [Double]
  private let alter: @Sendable (CIImage) throws(MediaError) -> CIImage

  fileprivate init(
    _ base: any FrameScript, width: Int, height: Int, transform: [Double],
    _ alter: @escaping @Sendable (CIImage) throws(MediaError) -> CIImage
  ) {
    (self.base, self.width, self.height, self.transform, self.alter) = (base, width, height, transform, alter)
  }

  package var color: CICP { base.color }
  package var sources: [FilmSource] { base.sources }
  package var times: FrameTimes { base.times }
  package var start: CMTime { base.start }
  package var end: CMTime { base.end }
  package var picturesInWork: Int { base.picturesInWork }

  package func close() { base.close() }

  package func colored(_ color: CICP) -> AlteredScript {
    var script = self
    script.base = base.colored(color)
    return script
  }

  package func frame(at time: CMTime) -> ScriptFrame { base.frame(at: time).altered(alter) }
}

extension FrameScript {
  /// Frames of another size, all of each frame stretched to it.
  package func scaled(width: Int, height: Int) -> any FrameScript {
    guard (width, height) != (self.width, self.height) else { return self }
    let scale = CGAffineTransform(
      scaleX: Double(width) / Double(self.width), y: Double(height) / Double(self.height))
    let bounds = CGRect(x: 0, y: 0, width: width, height: height)
    // Players turn the scaled frame around its own corner.
    let turn = CGAffineTransform.turn(transform, of: bounds.size)
    let turned = transform == [1, 0, 0, 1, 0, 0] ? transform : [turn.a, turn.b, turn.c, turn.d, turn.tx, turn.ty]
    return AlteredScript(self, width: width, height: height, transform: turned) { image in
      // Edges are whole: what lies beyond is the edge again.
      image.clampedToExtent().transformed(by: scale).cropped(to: bounds)
    }
  }

  /// Frames that are turned as players would turn them.
  package func upright() -> any FrameScript {
    let turn = CGAffineTransform.turn(transform, of: CGSize(width: width, height: height))
    guard !turn.isIdentity else { return self }
    let size = CGRect(x: 0, y: 0, width: width, height: height).applying(turn).size
    let placed = turn.flipped(from: Double(height), to: size.height)
    return AlteredScript(
      self, width: Int(size.width.rounded()), height: Int(size.height.rounded()), transform: [1, 0, 0, 1, 0, 0]
    ) { image in image.transformed(by: placed) }
  }

  /// Frames that go through filters, and keep their size.
  package func filtered(_ steps: [FilterStep]) -> any FrameScript {
    let bounds = CGRect(x: 0, y: 0, width: width, height: height)
    return AlteredScript(self, width: width, height: height, transform: transform) { image throws(MediaError) in
      let files = FilterStep.Files { path in try CIImage(reading: URL(filePath: path)) }
      do {
        var result = image
        // Each step repeats the edges where its filter looks beyond them.
        for step in steps { result = try step.apply(to: result, files).cropped(to: bounds) }
        return result
      } catch {
        throw MediaError(.invalidRequest("\(error)"))
      }
    }
  }
}

extension CGAffineTransform {
  /// The linear part of a track's transform, with the result at the origin; both origins at the top left.
  package static func turn(_ transform: [Double], of size: CGSize) -> CGAffineTransform {
    let linear = CGAffineTransform(
      a: transform[0], b: transform[1], c: transform[2], d: transform[3], tx: 0, ty: 0)
    let box = CGRect(origin: .zero, size: size).applying(linear)
    return linear.concatenating(CGAffineTransform(translationX: -box.minX, y: -box.minY))
  }
}
