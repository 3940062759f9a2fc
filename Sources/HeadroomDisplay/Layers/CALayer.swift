public import Foundation
public import HeadroomGraphics

/// A rectangle of a screen and what is shown in it.
///
/// A layer is a value that a screen reads: what is emitted for it follows from ``contents``, its dynamic range and what the
/// screen can give at that moment, so that a screen whose headroom changes shows another picture of the same layer. Layers
/// are used by one thread at a time.
///
/// ## Coordinates
/// Points from the top left corner, y down. ``contentsScale`` pixels make a point. ``frame`` is in the superlayer's
/// coordinates, ``bounds`` in the layer's own.
///
/// ## Dynamic range
/// Content without headroom is shown as it is. Content with it (PQ, HLG and extended-range spaces) is tone mapped, without a
/// break, to what ``preferredDynamicRange`` lets it have of the screen's headroom; see ``toneMapMode``. What is emitted is
/// linear light, 1.0 = the screen's SDR white.
open class CALayer: NSObject {
  /// What is shown: a `CGImage`, a `CVPixelBuffer` or an `IOSurface`; anything else shows nothing. Default nil.
  open var contents: Any?

  /// The layer's own coordinates. The origin moves what sublayers are placed against.
  open var bounds = CGRect.zero
  /// Where ``anchorPoint`` lies in the superlayer.
  open var position = CGPoint.zero
  /// The place of the layer that ``position`` is about, as a share of ``bounds``: (0, 0) is the top left corner. Default
  /// the middle.
  open var anchorPoint = CGPoint(x: 0.5, y: 0.5)

  /// Pixels of a point, above 0; what is not counts as 1. Default 1.
  open var contentsScale: CGFloat = 1
  /// How contents of another size fill the bounds of a layer that is shown inside another. Default ``CALayerContentsGravity/resize``.
  open var contentsGravity = CALayerContentsGravity.resize

  /// Says that every pixel of the contents has alpha 1, so that alpha is not looked at. Default false.
  open var isOpaque = false
  /// How much of the layer and its sublayers is seen, 0 ... 1; values outside count as their nearest end. Default 1.
  open var opacity: Float = 1
  /// Whether layer and sublayers are left out. Default false.
  open var isHidden = false
  /// Whether contents and sublayers end where ``bounds`` do. Default false. A layer that is alone shows all of its contents.
  open var masksToBounds = false
  /// The colour behind the contents, in the whole of ``bounds``; nil for none. Its light is not tone mapped, and cut where the
  /// screen's headroom ends.
  open var backgroundColor: CGColor?

  /// The layers inside this one, the last one on top; nil where there are none.
  open var sublayers: [CALayer]? {
    get { children.isEmpty ? nil : children }
    set { replaceSublayers(newValue ?? []) }
  }
  /// The layer that this one is inside of.
  open internal(set) weak var superlayer: CALayer?
  var children: [CALayer] = []

  /// Who makes the contents, see ``display()``.
  open weak var delegate: (any CALayerDelegate)?
  var isDisplayNeeded = false

  /// Whether the layer may use the screen's headroom: true counts as ``preferredDynamicRange`` ``DynamicRange/high`` unless
  /// that was set. Default false.
  open var wantsExtendedDynamicRangeContent = false
  /// Whether contents with headroom are tone mapped. Default ``ToneMapMode/automatic``.
  open var toneMapMode = ToneMapMode.automatic
  /// How much of the screen's headroom contents of this layer get, sublayers not counted. Default ``DynamicRange/standard``.
  open var preferredDynamicRange: DynamicRange {
    get { chosenDynamicRange ?? .standard }
    set { chosenDynamicRange = newValue }
  }
  var chosenDynamicRange: DynamicRange?
  /// The linear ratio of the contents' brightest light to reference white, at least 1; 0, the default, takes what they say
  /// themselves, else what is measured in them. Values that are neither count as 0.
  open var contentsHeadroom: CGFloat = 0

  /// The headroom that ``DynamicRange/constrainedHigh`` gives at most, a linear ratio of at least 1. Default 2.
  ///
  /// Apple's rule is not published; 2 is what Chromium gives content that is constrained.
  open var constrainedHighLimit: Double = 2
  /// How contents are tone mapped. The default is the reference-white operator of SMPTE ST 2094-50 in its exact form, which
  /// rises with its input whatever the headroom.
  ///
  /// `ituRecommended` shows HLG with the system gamma of the screen's peak (BT.2100, BT.2390) and everything else by the EETF
  /// of BT.2390; `exrGamma` is OpenEXR's viewer; `none` cuts.
  open var contentToneMappingInfo = CGContentToneMappingInfo.default

  /// The headroom measured in ``contents`` that do not say it.
  var measured: MeasuredHeadroom?

  /// Makes a layer that shows nothing.
  public required override init() { super.init() }

  /// Makes the contents anew; asks the ``delegate``. Not to be called directly: see ``setNeedsDisplay()``.
  open func display() { delegate?.display(self) }

  /// What the layer itself shows, sublayers not counted, as light of a screen; nil where it shows nothing.
  package func ownPicture(on state: DisplayState) -> LayerPicture? { contentsPicture(on: state) }
}

extension CALayer {
  /// The rectangle of the layer in its superlayer: that of ``bounds``, placed by ``position`` and ``anchorPoint``. Setting it
  /// keeps the origin of the bounds.
  public final var frame: CGRect {
    get {
      CGRect(
        x: position.x - anchorPoint.x * bounds.width, y: position.y - anchorPoint.y * bounds.height,
        width: bounds.width, height: bounds.height)
    }
    set {
      let rect = newValue.standardized
      bounds.size = rect.size
      position = CGPoint(x: rect.minX + anchorPoint.x * rect.width, y: rect.minY + anchorPoint.y * rect.height)
    }
  }
}
