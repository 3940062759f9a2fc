package import Foundation
internal import HeadroomColor
package import HeadroomGraphics
package import HeadroomImage

/// What is seen at a time: pictures over a background.
package struct ComposedFrame: Sendable {
  /// A picture, and where it lies.
  package struct Layer: Sendable {
    package enum Content: Sendable {
      /// Of a file. The time is that of the source's track: the picture is the last one that is not behind it.
      case source(ResolvedSource, CMTime)
      /// At the origin.
      case picture(CIImage)
    }

    package let content: Content
    /// From the source's natural size to the output, both with the origin at the top left.
    package let transform: CGAffineTransform
    /// The part of the natural size that is seen; nil is all of it.
    package let crop: CGRect?
    /// Above 0 to 1.
    package let opacity: Double

    /// Nil for pictures without a file.
    package var source: ResolvedSource? {
      if case .source(let source, _) = content { return source }
      return nil
    }
    package var sourceTime: CMTime? {
      if case .source(_, let time) = content { return time }
      return nil
    }
  }

  package let time: CMTime
  /// Nil is black.
  package let background: CGColor?
  /// From bottom to top; what cannot be seen is left out.
  package let layers: [Layer]
  /// Whether the only layer's codes are the output's.
  package let isPassthrough: Bool
  /// What lies around the picture.
  package let titles: VideoTitles?
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
    let titles = instruction.hasTitles ? titles : nil
    let isPassthrough = titles == nil && layers.count == 1 && layers[0].isUntouched(in: bounds.size, color)
    return ComposedFrame(
      time: time, background: instruction.background, layers: layers.reversed(), isPassthrough: isPassthrough,
      titles: titles)
  }

  private var bounds: CGRect { CGRect(x: 0, y: 0, width: width, height: height) }

  /// Nil where nothing of it can be seen.
  private func layer(_ layer: Instruction.Layer, at time: CMTime) -> ComposedFrame.Layer? {
    guard let content = layer.content(at: time) else { return nil }
    let whole = CGRect(origin: .zero, size: content.size)
    let set = layer.configuration
    let transform = layer.fits ? bounds.fit(whole) : set.transforms.value(at: time)
    let opacity = Double(set.opacities.value(at: time))
    let crop = set.crops.value(at: time)
    let part = crop.isInfinite ? whole : crop.intersection(whole)
    guard opacity > 0, !part.isEmpty, transform.determinant != 0, part.applying(transform).intersects(bounds) else {
      return nil
    }
    return ComposedFrame.Layer(
      content: content, transform: transform, crop: part == whole ? nil : part, opacity: opacity)
  }
}

extension VideoTimeline.Instruction.Layer {
  /// Nil in gaps.
  fileprivate func content(at time: CMTime) -> ComposedFrame.Layer.Content? {
    switch content {
    case .track(let track): track.stretch(at: time).map { .source($0.source, $0.sourceTime(at: time)) }
    case .picture(let image): .picture(image)
    }
  }
}

extension ComposedFrame.Layer.Content {
  fileprivate var size: CGSize {
    switch self {
    case .source(let source, _): source.naturalSize
    case .picture(let image): image.extent.size
    }
  }

  fileprivate var isOpaque: Bool {
    switch self {
    case .source(let source, _): source.video?.hasAlpha == false
    case .picture(let image): image.isOpaque
    }
  }
}

extension ComposedFrame.Layer {
  private var part: CGRect { crop ?? CGRect(origin: .zero, size: content.size) }

  /// Whether nothing below can be seen.
  fileprivate func covers(_ bounds: CGRect) -> Bool {
    let isUpright = transform.b == 0 && transform.c == 0 || transform.a == 0 && transform.d == 0
    return opacity == 1 && content.isOpaque && isUpright && part.applying(transform).contains(bounds)
  }

  fileprivate func isUntouched(in size: CGSize, _ color: CICP) -> Bool {
    transform.isIdentity && opacity == 1 && crop == nil && content.size == size && source?.color == color
      && content.isOpaque
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
