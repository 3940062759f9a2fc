public import Foundation
internal import HeadroomColor
public import HeadroomDisplay
public import HeadroomGraphics

/// Shows what a player plays, upright.
///
/// Screens that read the layer see the picture of that moment: ``contents`` change by themselves. HLG and PQ get the headroom
/// that `preferredDynamicRange` gives them, which is `high` here at first, and are tone mapped
/// to it. The curve is the same for all pictures of a film: HLG counts as 1000 cd/m², PQ as its stated peak; PQ that states
/// none is measured picture by picture.
///
/// As other layers it is used from one thread at a time, whatever thread the player works on.
public final class AVPlayerLayer: CALayer {
  private let observed = LayerOfPlayer()

  public required init() {
    super.init()
    preferredDynamicRange = .high
    contentsGravity = .resizeAspect
  }

  /// A layer that shows a player.
  public convenience init(player: AVPlayer?) {
    self.init()
    self.player = player
  }

  /// What is shown. The layer holds it.
  public var player: AVPlayer? {
    get { observed.player }
    set { observed.player = newValue }
  }

  /// How pictures fill the bounds. At first ``AVLayerVideoGravity/resizeAspect``.
  public var videoGravity = AVLayerVideoGravity.resizeAspect {
    didSet { contentsGravity = videoGravity.contents }
  }

  /// Whether a picture is there.
  public var isReadyForDisplay: Bool { displayedPixelBuffer() != nil }

  /// The rectangle of the pictures in the layer's bounds; zero before they are known. It is larger than the bounds where they
  /// are covered.
  public var videoRect: CGRect {
    guard let size = player?.currentItem?.presentationSize, size != .zero else { return .zero }
    return videoGravity.contents.rectangle(of: size, in: bounds)
  }

  /// The picture that is shown now, upright; nil before the first. It is only read.
  public func displayedPixelBuffer() -> CVPixelBuffer? {
    guard let item = player?.currentItem else { return nil }
    return item.shownLine?.shown(at: item.currentTime())
  }

  /// The picture that is shown now; what is set is not shown.
  public override var contents: Any? {
    get { displayedPixelBuffer() }
    set {}
  }

  /// As set, or what the film states of its light; see ``AVPlayerLayer``.
  public override var contentsHeadroom: CGFloat {
    get {
      let own = super.contentsHeadroom
      return own >= 1 ? own : player?.currentItem?.film?.script.map { CGFloat($0.statedHeadroom) } ?? 0
    }
    set { super.contentsHeadroom = newValue }
  }
}

/// Counts as a layer of a player as long as it exists.
private final class LayerOfPlayer {
  var player: AVPlayer? {
    didSet {
      guard player !== oldValue else { return }
      oldValue?.core.change { state, _ in state.layers -= 1 }
      player?.core.change { state, _ in
        state.layers += 1
        state.isPrepared = false
      }
    }
  }

  deinit { player?.core.change { state, _ in state.layers -= 1 } }
}

extension FrameScript {
  /// The ratio of the brightest light that the film states to reference white; 0 where it states none.
  var statedHeadroom: Double {
    switch VideoDynamicRange(transfer: color.transfer) {
    case .sdr: return 1
    case .hlg: return ReferenceWhite.defaultHeadroom
    case .pq:
      let light = FilmLight(self).metadata
      let peak = light.lightLevel.map { Double($0.maxCLL) } ?? light.mastering?.maximumNits
      return peak.map { max($0 / ReferenceWhite.nits, 1) } ?? 0
    }
  }
}
