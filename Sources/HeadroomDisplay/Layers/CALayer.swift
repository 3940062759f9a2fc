public import Foundation
public import HeadroomGraphics

/// A rectangle of a screen with its contents.
///
/// A screen reads a layer like a value: the emitted light depends on ``contents``, the layer's dynamic range and the
/// screen's current abilities, so a screen with a new headroom shows a different picture of the same layer. Use layers
/// from one thread at a time.
///
/// ## Coordinates
/// Points from the top left corner, y down. One point has ``contentsScale`` pixels. ``frame`` is in the superlayer's
/// coordinates, ``bounds`` in the layer's own.
///
/// ## Dynamic range
/// Content without headroom is shown unchanged. Content with headroom (PQ, HLG and extended-range spaces) is tone
/// mapped continuously to the share of the screen's headroom that ``preferredDynamicRange`` allows; see
/// ``toneMapMode``. Emitted light is linear, 1.0 = the screen's SDR white.
open class CALayer: NSObject {
  /// A `CGImage`, a `CVPixelBuffer` or an `IOSurface` to show; anything else shows nothing. Default nil.
  open var contents: Any?

  /// The rectangle in the layer's own coordinates. Its origin shifts the sublayers.
  open var bounds = CGRect.zero
  /// The position of ``anchorPoint`` in the superlayer.
  open var position = CGPoint.zero
  /// The point of the layer to which ``position`` refers, as a share of ``bounds``: (0, 0) is the top left corner.
  /// Default the middle.
  open var anchorPoint = CGPoint(x: 0.5, y: 0.5)

  /// Pixels of a point, above 0; other numbers count as 1. Default 1.
  open var contentsScale: CGFloat = 1
  /// How contents of another size fill the bounds of a layer that is shown inside another. Default ``CALayerContentsGravity/resize``.
  open var contentsGravity = CALayerContentsGravity.resize

  /// Declares that every pixel of the contents has alpha 1, so that alpha is ignored. Default false.
  open var isOpaque = false
  /// The opacity of the layer and its sublayers, 0 ... 1; values outside are clamped. Default 1.
  open var opacity: Float = 1
  /// Whether layer and sublayers are not shown. Default false.
  open var isHidden = false
  /// Whether contents and sublayers are clipped to ``bounds``. Default false. A single layer shows all of its contents.
  open var masksToBounds = false
  /// The colour behind the contents, in all of ``bounds``; nil for none. Its light is not tone mapped, but clipped at
  /// the screen's headroom.
  open var backgroundColor: CGColor?

  /// The radius of the rounded corners of background and border, in points; of contents and sublayers too where
  /// ``masksToBounds``. At most half of the shorter side. Default 0.
  open var cornerRadius: CGFloat = 0
  /// The width of the line inside the edge of ``bounds``, over contents and sublayers, in points. Default 0.
  open var borderWidth: CGFloat = 0
  /// The colour of that line; as ``backgroundColor``. Default black.
  open var borderColor: CGColor? = .black
  /// A name for the program's own use. Default nil.
  open var name: String?

  /// The layers inside this one, the last one on top; nil without any.
  open var sublayers: [CALayer]? {
    get { children.isEmpty ? nil : children }
    set { replaceSublayers(newValue ?? []) }
  }
  /// The layer that contains this one.
  open internal(set) weak var superlayer: CALayer?
  var children: [CALayer] = []

  /// The object that makes the contents, see ``display()``.
  open weak var delegate: (any CALayerDelegate)?
  var isDisplayNeeded = false

  /// Whether the layer may use the screen's headroom: true counts as ``preferredDynamicRange`` ``DynamicRange/high`` unless
  /// that was set. Default false.
  open var wantsExtendedDynamicRangeContent = false
  /// Whether contents with headroom are tone mapped. Default ``ToneMapMode/automatic``.
  open var toneMapMode = ToneMapMode.automatic
  /// How much of the screen's headroom this layer's own contents get, without sublayers. Default
  /// ``DynamicRange/standard``.
  open var preferredDynamicRange: DynamicRange {
    get { chosenDynamicRange ?? .standard }
    set { chosenDynamicRange = newValue }
  }
  var chosenDynamicRange: DynamicRange?
  /// The linear ratio of the contents' brightest light to reference white, at least 1; 0, the default, takes the
  /// contents' own value, otherwise a measured one. Other values count as 0.
  open var contentsHeadroom: CGFloat = 0

  /// The most headroom that ``DynamicRange/constrainedHigh`` gives, a linear ratio of at least 1. Default 2.
  ///
  /// Apple's rule is not published; Chromium gives constrained content 2.
  open var constrainedHighLimit: Double = 2
  /// How contents are tone mapped. The default is the reference-white operator of SMPTE ST 2094-50 in its exact form,
  /// which is monotonic for every headroom.
  ///
  /// `ituRecommended` shows HLG with the system gamma of the screen's peak (BT.2100, BT.2390) and everything else by
  /// the EETF of BT.2390; `exrGamma` is that of OpenEXR's viewer; `none` clips.
  open var contentToneMappingInfo = CGContentToneMappingInfo.default

  /// The measured headroom of ``contents`` that do not state it.
  var measured: MeasuredHeadroom?

  /// Makes a layer that shows nothing.
  public required override init() { super.init() }

  /// Makes the contents by asking the ``delegate``. Do not call it directly: see ``setNeedsDisplay()``.
  open func display() { delegate?.display(self) }

  /// The light of the layer itself on a screen, without sublayers; nil where it shows nothing.
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
