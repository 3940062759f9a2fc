internal import Foundation
package import HeadroomPixels

/// The picture at half size: each pixel is the mean of four, anchored at even coordinates. Used in front of bilinear
/// sampling where a transform shrinks by two or more, against aliasing.
struct BoxHalving: NeighbourhoodOperation {
  var fingerprint: Fingerprint { Fingerprint("halve") }

  func region(for output: PixelRect) -> PixelRect {
    func doubled(_ value: Int) -> Int { abs(value) >= PixelRect.limit ? value : 2 * value }
    return PixelRect(
      minX: doubled(output.minX), minY: doubled(output.minY), maxX: doubled(output.maxX), maxY: doubled(output.maxY))
  }
}

extension BoxHalving {
  /// How many times a picture is halved at most. An infinite one would cost the work of millions of pictures, so below
  /// a 32nd it is sampled; but a picture that only repeats the edges of a finite one is known once that is halved.
  static func most(isInfinite: Bool, repeatsFinite: Bool) -> Int { isInfinite && !repeatsFinite ? 5 : .max }
}

extension RecipeNode {
  /// See ``BoxHalving/most(isInfinite:repeatsFinite:)``.
  var mostHalvings: Int {
    var repeatsFinite = false
    if case .clamp = kind {
      let edges = PixelRect(enclosing: inputs[0].extent)
      repeatsFinite = !edges.isEmpty && !edges.isInfinite
    }
    return BoxHalving.most(isInfinite: PixelRect(enclosing: extent).isInfinite, repeatsFinite: repeatsFinite)
  }
}

extension PixelRect {
  /// The rectangle at half size, rounded outwards.
  package var halved: PixelRect {
    func down(_ value: Int) -> Int { abs(value) >= Self.limit ? value : value >> 1 }
    func up(_ value: Int) -> Int { abs(value) >= Self.limit ? value : (value + 1) >> 1 }
    return PixelRect(minX: down(minX), minY: down(minY), maxX: up(maxX), maxY: up(maxY))
  }
}
