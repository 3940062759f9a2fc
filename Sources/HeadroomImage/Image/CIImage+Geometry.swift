public import Foundation
package import HeadroomEngine
public import HeadroomGraphics
internal import HeadroomPixels

extension CIImage {
  /// The image under an affine transform: each output pixel is sampled where the inverse maps its centre (bilinearly,
  /// unless ``samplingNearest()`` or ``samplingCubic()`` was used).
  ///
  /// The extent is the integral bounding box; whole translations are exact. Whether shrinking by more than two is
  /// prefiltered follows the context's `highQualityDownsample` option.
  ///
  /// A transform that is not finite, or moves by more than 2^39 pixels, gives an empty image.
  ///
  /// A transform that mirrors, or turns by more than an eighth, resets the orientation in ``properties``: otherwise
  /// readers of a file would turn the picture again. Other transforms keep it, since the picture still has to be turned
  /// as before.
  public func transformed(by matrix: CGAffineTransform) -> CIImage {
    transformed(by: matrix, sampling: sampling == .linear ? .highQuality : sampling)
  }

  /// As ``transformed(by:)``; the argument overrides the context's option for images that are sampled bilinearly.
  public func transformed(by matrix: CGAffineTransform, highQualityDownsample: Bool) -> CIImage {
    transformed(by: matrix, sampling: sampling == .linear && highQualityDownsample ? .highQuality : sampling)
  }

  package func transformed(by matrix: CGAffineTransform, sampling: Sampling) -> CIImage {
    if matrix.isIdentity || extent.isNull { return self }
    guard matrix.staysInReach else { return .empty() }
    let bounds: CGRect
    if extent.isUnbounded {
      bounds = .infinite
    } else {
      let exact = extent.applying(matrix)
      // Whole translations keep fractional extents; everything else is sampled on the pixel grid.
      bounds = matrix.isWholeTranslation ? exact : PixelRect(enclosing: exact.snapped).cgRect
    }
    let moved =
      joinedAffine(matrix, sampling, extent: bounds)
      ?? appending(.affine(matrix, sampling), extent: bounds, keepsTags: true)
    return matrix.turns ? moved.retagged { $0.properties = $0.properties.upright } : moved
  }

  /// The image under a transform that has to interpolate, joined with the warp that made the image. Transforms by whole
  /// pixels are left to the planner, and those that shrink by two or more average pixels first.
  private func joinedAffine(_ matrix: CGAffineTransform, _ sampling: Sampling, extent: CGRect) -> CIImage? {
    guard case .warp(_, let inner) = node.kind, !matrix.mapsPixelGridToItself, let map = AffineMap(matrix),
      map.halvings == 0, (sampling == .highQuality ? .linear : sampling) == inner
    else { return nil }
    return composed(under: map, inner, extent: extent) ?? composed(withEdgeUnder: map, inner, extent: extent)
  }

  /// The part inside a rectangle; exact. An empty intersection gives an empty image.
  public func cropped(to rect: CGRect) -> CIImage {
    let rect = rect.sound
    if rect.isUnbounded { return self }
    let part = extent.isUnbounded ? rect : extent.intersection(rect)
    guard !part.isNull, !part.isEmpty else { return .empty() }
    return part == extent ? self : appending(.crop, extent: part, keepsTags: true)
  }

  /// Edge pixels repeated without end; infinite. Infinite and empty images stay as they are.
  public func clampedToExtent() -> CIImage {
    if extent.isUnbounded || extent.isNull || extent.isEmpty { return self }
    return appending(.clamp, extent: .infinite, keepsTags: true)
  }

  /// ``cropped(to:)`` and then ``clampedToExtent()``.
  public func clamped(to rect: CGRect) -> CIImage { cropped(to: rect).clampedToExtent() }

  /// The image over `dest` (source-over on premultiplied colour); the extent is the union.
  public func composited(over dest: CIImage) -> CIImage { blended(.sourceOver, with: dest) }

  /// The image and one below it, joined by a mode.
  package func blended(_ mode: BlendMode, with background: CIImage) -> CIImage {
    let extent = mode.extent(node.extent, background.node.extent)
    return appending(point: BlendOperation(mode: mode), with: [background], extent: extent)
  }

  // MARK: Orientation

  /// Turned and mirrored as an EXIF orientation says; infinite images stay as they are.
  ///
  /// The orientation in ``properties`` becomes 1, as the pixels need no more turning.
  public func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
    let transform = orientationTransform(for: orientation)
    return transform.isIdentity ? self : transformed(by: transform)
  }

  /// As ``oriented(_:)``, by the EXIF number 1 ... 8; others leave the image as it is.
  public func oriented(forExifOrientation orientation: Int32) -> CIImage {
    oriented(UInt32(exactly: orientation).flatMap(CGImagePropertyOrientation.init(rawValue:)) ?? .up)
  }

  /// The transform that ``oriented(_:)`` applies.
  public func orientationTransform(for orientation: CGImagePropertyOrientation) -> CGAffineTransform {
    extent.isUnbounded ? .identity : orientation.transform(for: extent)
  }

  /// The transform for an EXIF number.
  public func orientationTransform(forExifOrientation orientation: Int32) -> CGAffineTransform {
    orientationTransform(
      for: UInt32(exactly: orientation).flatMap(CGImagePropertyOrientation.init(rawValue:)) ?? .up)
  }

  // MARK: Sampling

  /// Later transforms and warps take the nearest pixel.
  public func samplingNearest() -> CIImage { sampled(.nearest, "samplingNearest") }

  /// Later transforms and warps interpolate between four pixels.
  public func samplingLinear() -> CIImage { sampled(.linear, "samplingLinear") }

  /// Later transforms and warps interpolate between sixteen pixels by Keys' cubic with A = -0.5 (Catmull-Rom): sharper
  /// than ``samplingLinear()``, and beyond the range of the pixels by up to a quarter of a step beside edges.
  /// Transforms that shrink by two or more halve first, as for bilinear sampling. Not in Core Image. ``CISampler``
  /// reads such images bilinearly.
  public func samplingCubic() -> CIImage { sampled(.cubic, "samplingCubic") }

  /// The same pixels with a record of the method, so that a recipe can pass it to the warps of filters too.
  private func sampled(_ sampling: Sampling, _ method: String) -> CIImage {
    if sampling == self.sampling { return self }
    let origin = NodeOrigin(.method(method), imageKeys: ["image"])
    return CIImage(node: RecipeNode(node, origin: origin, images: [node]), tags: tags, sampling: sampling)
  }
}

extension CIImage {
  /// The files that the image is made from, first the one that it is an edit of.
  package var sourcePictures: [StillPicture] {
    sources.compactMap { ($0 as? any FileSource)?.file }.reduce(into: []) { pictures, file in
      if !pictures.contains(where: { $0 === file }) { pictures.append(file) }
    }
  }

  /// Whether the first of them is read with its gain map.
  package var beginsWithGainMap: Bool { sources.first?.hasGainMap ?? false }

  /// Each node's first image comes before its others.
  private var sources: [any SourceOperation] {
    RecipeOrder([node]).entries.compactMap { if case .source(let source) = $0.node.kind { source } else { nil } }
  }
}

extension CGAffineTransform {
  /// Whether pixels stay within the engine's coordinate range.
  fileprivate var staysInReach: Bool {
    let reach = CGFloat(PixelRect.limit / 2)
    return [a, b, c, d].allSatisfy(\.isFinite) && abs(tx) <= reach && abs(ty) <= reach
  }

  /// Whether the picture is mirrored, or its rotation is nearer to another quarter turn than to none.
  ///
  /// The rotation is that of the polar decomposition, whose sine and cosine are as `b - c` to `a + d`.
  fileprivate var turns: Bool { a * d - b * c < 0 || abs(b - c) > a + d }
}

extension CGRect {
  /// The rectangle with edges made whole that differ from whole numbers only by rounding.
  fileprivate var snapped: CGRect {
    func snap(_ value: CGFloat) -> CGFloat {
      let whole = value.rounded()
      return abs(value - whole) < 1e-6 ? whole : value
    }
    let (x0, y0, x1, y1) = (snap(minX), snap(minY), snap(maxX), snap(maxY))
    return CGRect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
  }
}
