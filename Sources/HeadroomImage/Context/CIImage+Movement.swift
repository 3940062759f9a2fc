internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomImageIO

extension CIImage {
  /// Whether this is another image whose pixels were only cropped, turned, scaled or warped: any rendition of the
  /// picture keeps its light through the same steps.
  package func onlyMovesPixels(of other: CIImage) -> Bool {
    var node = node
    while node !== other.node {
      guard node.movesPixels, let input = node.inputs.first else { return false }
      node = input
    }
    return true
  }

  /// The file that this image shows, if its pixels were only moved and its light only brought into less headroom;
  /// otherwise nil.
  package var movedSource: MovedSource? {
    var node = node
    var limit = Double.infinity
    while true {
      if let source = node.stillSource { return MovedSource(source: source, headroomLimit: limit) }
      if case .color(.toneMap(let request)) = node.kind {
        limit = min(limit, request.targetHeadroom)
      } else if !node.movesPixels {
        return nil
      }
      guard let input = node.inputs.first else { return nil }
      node = input
    }
  }

  /// The file's picture that this image is, upright and unchanged; nil for all others.
  package var wholeSource: StillSource? {
    if let source = node.stillSource { return source.picture.info.orientation == .up ? source : nil }
    guard node.origin == nil, case .affine(let transform, _) = node.kind, let input = node.inputs.first,
      let source = input.stillSource, transform == source.picture.info.orientation.transform(for: input.extent)
    else { return nil }
    return source
  }

  /// Whether a pixel still stands for as much of the first source as it did there. This checks for filters and
  /// transforms that enlarge or reduce, not the size, which crops change too.
  package var keepsScale: Bool {
    var node = node
    while true {
      if case .affine(let transform, _) = node.kind, node.origin == nil, transform.changesArea { return false }
      switch node.origin?.author {
      case .filter(let name)? where name.hasSuffix("ScaleTransform"): return false
      case .method("resized")?: return false
      default: break
      }
      guard let input = node.firstRead else { return true }
      node = input
    }
  }
}

/// The file of an image whose pixels were only moved.
package struct MovedSource: Sendable {
  package let source: StillSource
  /// The lowest headroom that its light was limited to; infinity where it was not.
  package let headroomLimit: Double

  /// The headroom that the file states, as far as it remains; nil where it states none.
  package var statedHeadroom: Double? {
    guard let stated = source.picture.info.statedHeadroom else { return nil }
    if case .expanded(let headroom) = source.rendition { return min(stated, headroom, headroomLimit) }
    return min(stated, headroomLimit)
  }

  /// All light of the file, upright, before anything was done to it.
  package var original: CIImage {
    CIImage(
      source: StillSource(picture: source.picture, rendition: .expanded(headroom: .infinity)), isUpright: true)
  }
}

extension RecipeNode {
  fileprivate var movesPixels: Bool {
    switch kind {
    case .affine, .crop, .clamp, .warp, .intermediate: true
    case .area(let operation): operation is SeparableResampling
    default: false
    }
  }

  /// The file that the node reads, with the options of reading it; nil for other nodes, and where its tags were
  /// changed.
  fileprivate var stillSource: StillSource? {
    switch origin?.author {
    case .source(let source): return source as? StillSource
    case .filter, .method: return nil
    case nil: break
    }
    if case .source(let source) = kind { return source as? StillSource }
    return nil
  }

  /// The first image that its author, if it has one, read.
  fileprivate var firstRead: RecipeNode? {
    guard let origin else { return inputs.first }
    if case .source = origin.author { return nil }
    let place = origin.imageKeys.firstIndex { ["image", "inputImage"].contains($0) } ?? 0
    return originImages.indices.contains(place) ? originImages[place] : nil
  }
}

extension CGAffineTransform {
  /// Up to rounding.
  fileprivate var changesArea: Bool { abs(abs(a * d - b * c) - 1) > 1e-6 }
}
