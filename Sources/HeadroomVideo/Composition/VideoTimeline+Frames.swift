package import Foundation
internal import HeadroomColor
package import HeadroomGraphics

/// What is seen at a time: pictures over a background.
package struct ComposedFrame: Sendable {
  /// A picture of a file, and where it lies.
  package struct Layer: Sendable {
    package let source: ResolvedSource
    /// In the time of the source's track: the picture is the last one that is not behind it.
    package let sourceTime: CMTime
    /// From the source's natural size to the output, both with the origin at the top left.
    package let transform: CGAffineTransform
    /// The part of the natural size that is seen; nil is all of it.
    package let crop: CGRect?
    /// Above 0 to 1.
    package let opacity: Double

    package var url: URL { source.url }
    package var trackID: CMPersistentTrackID { source.trackID }
  }

  package let time: CMTime
  /// Nil is black.
  package let background: CGColor?
  /// From bottom to top; what cannot be seen is left out.
  package let layers: [Layer]
  /// Whether the only layer's codes are the output's.
  package let isPassthrough: Bool
}

extension VideoTimeline {
  /// What is seen at a time; nil where no instruction holds it.
  package func frame(at time: CMTime) -> ComposedFrame? {
    guard let instruction = instruction(at: time) else { return nil }
    var layers: [ComposedFrame.Layer] = []
    for layer in instruction.layers {
      guard let seen = self.layer(layer, at: time) else { continue }
      layers.append(seen)
      if seen.covers(bounds) { break }
    }
    let isPassthrough = layers.count == 1 && layers[0].isUntouched(in: bounds.size, color)
    return ComposedFrame(
      time: time, background: instruction.background, layers: layers.reversed(), isPassthrough: isPassthrough)
  }

  private var bounds: CGRect { CGRect(x: 0, y: 0, width: width, height: height) }

  /// Nil where nothing of it can be seen.
  private func layer(_ layer: Instruction.Layer, at time: CMTime) -> ComposedFrame.Layer? {
    guard let stretch = layer.track.stretch(at: time) else { return nil }
    let whole = CGRect(origin: .zero, size: stretch.source.naturalSize)
    let set = layer.configuration
    let transform = layer.fits ? bounds.fit(whole) : set.transforms.value(at: time)
    let opacity = Double(set.opacities.value(at: time))
    let crop = set.crops.value(at: time)
    let part = crop.isInfinite ? whole : crop.intersection(whole)
    guard opacity > 0, !part.isEmpty, transform.determinant != 0, part.applying(transform).intersects(bounds) else {
      return nil
    }
    return ComposedFrame.Layer(
      source: stretch.source, sourceTime: stretch.sourceTime(at: time), transform: transform,
      crop: part == whole ? nil : part, opacity: opacity)
  }
}

extension ComposedFrame.Layer {
  private var part: CGRect { crop ?? CGRect(origin: .zero, size: source.naturalSize) }

  /// Whether nothing below can be seen.
  fileprivate func covers(_ bounds: CGRect) -> Bool {
    let isUpright = transform.b == 0 && transform.c == 0 || transform.a == 0 && transform.d == 0
    return opacity == 1 && source.video?.hasAlpha == false && isUpright && part.applying(transform).contains(bounds)
  }

  fileprivate func isUntouched(in size: CGSize, _ color: CICP) -> Bool {
    transform.isIdentity && opacity == 1 && crop == nil && source.naturalSize == size && source.color == color
      && source.video?.hasAlpha == false
  }
}

extension CGRect {
  /// The transform that puts another rectangle into the middle of this one, as large as it fits.
  fileprivate func fit(_ other: CGRect) -> CGAffineTransform {
    guard other.size != size, !other.isEmpty else { return .identity }
    let scale = min(width / other.width, height / other.height)
    return CGAffineTransform(
      a: scale, b: 0, c: 0, d: scale, tx: (width - other.width * scale) / 2, ty: (height - other.height * scale) / 2)
  }
}
