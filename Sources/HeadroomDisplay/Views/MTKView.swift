public import Foundation
public import HeadroomGraphics

/// A view whose pixels a program renders itself, at a rate or on demand.
///
/// ```swift
/// let view = MTKView(frame: CGRect(x: 0, y: 0, width: 640, height: 360), device: MTLCreateSystemDefaultDevice())
/// view.colorPixelFormat = .rgba16Float
/// view.colorspace = CGColorSpace(name: CGColorSpace.extendedLinearDisplayP3)
/// view.layer.wantsExtendedDynamicRangeContent = true
/// view.delegate = renderer
/// ```
///
/// ## When it draws
/// - ``isPaused`` false: ``preferredFramesPerSecond`` times a second, by a timer of the main run loop, in a window or not.
/// - ``isPaused`` and ``enableSetNeedsDisplay`` true: after ``setNeedsDisplay()``, once the main run loop reaches it,
///   or when a screen shows the view.
/// - ``isPaused`` alone true: when ``draw()`` is called.
///
/// The ``delegate`` draws a frame, or without one ``UIView/draw(_:)`` of a subclass.
open class MTKView: UIView {
  open override class var layerClass: AnyClass { CAMetalLayer.self }

  /// The object that draws; it gets the drawable size before its first frame.
  open weak var delegate: (any MTKViewDelegate)? {
    didSet { notifiedSize = nil }
  }

  /// Whether the clock draws no frames. Default false.
  open var isPaused = false {
    didSet { updateClock() }
  }
  /// Frames per second, at most as fast as they are drawn. Default 60; numbers outside 1 ... 240 are clamped.
  open var preferredFramesPerSecond = 60 {
    didSet {
      clock = nil
      updateClock()
    }
  }
  /// Whether ``setNeedsDisplay()`` causes a frame to be drawn. Default false.
  open var enableSetNeedsDisplay = false {
    didSet { setNeedsDisplay() }
  }
  /// Whether ``drawableSize`` follows the view's size and ``UIView/contentScaleFactor``. Default true.
  open var autoResizeDrawable = true {
    didSet {
      followedSize = nil
      followSize()
    }
  }
  /// The colour to which ``currentRenderPassDescriptor`` clears drawables. Default opaque black.
  open var clearColor = MTLClearColor(red: 0, green: 0, blue: 0, alpha: 1)

  private var clock: FrameClock<MTKView>?
  private var request: FrameClock<MTKView>?
  private var needsFrame = false
  private var isDrawing = false
  private var notifiedSize: CGSize?
  /// The view's size in pixels that the drawables followed last.
  private var followedSize: CGSize?
  private var frameDrawable: (any CAMetalDrawable)?

  /// A view that renders with a device.
  public init(frame: CGRect, device: (any MTLDevice)?) {
    super.init(frame: frame)
    self.device = device
    followSize()
    updateClock()
  }

  /// A view without a device, as ``init(frame:)``.
  public required init(coder: NSCoder) {
    super.init(frame: .zero)
    updateClock()
  }

  /// A view without a device; it has no drawables until it is given one.
  public override convenience init(frame: CGRect) { self.init(frame: frame, device: nil) }

  private var metalLayer: CAMetalLayer? { layer as? CAMetalLayer }

  // MARK: Frames

  /// Draws a frame now.
  open func draw() {
    guard !isDrawing else { return }
    isDrawing = true
    needsFrame = false
    followSize()
    notifyDrawableSize()
    if let delegate { delegate.draw(in: self) } else { draw(bounds) }
    frameDrawable = nil
    isDrawing = false
  }

  /// Causes a frame to be drawn soon if ``enableSetNeedsDisplay`` is true; several calls draw only one frame.
  open override func setNeedsDisplay() {
    guard enableSetNeedsDisplay, !needsFrame else { return }
    needsFrame = true
    super.setNeedsDisplay()
    request = FrameClock(interval: 0, repeats: false, owner: self) { $0.drawIfNeeded() }
  }

  open override func display(_ layer: CALayer) { drawIfNeeded() }

  private func drawIfNeeded() {
    if needsFrame { draw() }
  }

  private func updateClock() {
    guard !isPaused else {
      clock = nil
      return
    }
    let rate = min(max(preferredFramesPerSecond, 1), 240)
    clock = clock ?? FrameClock(interval: 1 / Double(rate), repeats: true, owner: self) { $0.draw() }
  }

  // MARK: Size

  /// Width and height of the drawables in pixels. While ``autoResizeDrawable`` is true it becomes the view's whenever
  /// the view's size changes; a size set by the program lasts until then.
  open var drawableSize: CGSize {
    get { metalLayer?.drawableSize ?? .zero }
    set {
      guard newValue != drawableSize else { return }
      notifiedSize = newValue
      delegate?.mtkView(self, drawableSizeWillChange: newValue)
      metalLayer?.drawableSize = newValue
      releaseDrawables()
    }
  }

  package override func sizeDidChange() { followSize() }

  private func followSize() {
    guard autoResizeDrawable else { return }
    let scale = contentScaleFactor
    let size = CGSize(width: (bounds.width * scale).rounded(), height: (bounds.height * scale).rounded())
    guard size != followedSize else { return }
    followedSize = size
    drawableSize = size
  }

  private func notifyDrawableSize() {
    guard notifiedSize != drawableSize else { return }
    notifiedSize = drawableSize
    delegate?.mtkView(self, drawableSizeWillChange: drawableSize)
  }

  // MARK: Drawables

  /// The drawable of this frame: the same until the frame is over. Nil without a device, and where format and colour
  /// space do not go together; see ``CAMetalLayer/drawableFailureReason``.
  open var currentDrawable: (any CAMetalDrawable)? {
    if frameDrawable == nil { frameDrawable = metalLayer?.nextDrawable() }
    return frameDrawable
  }

  /// A pass that clears ``currentDrawable`` to ``clearColor``; nil where there is no drawable.
  open var currentRenderPassDescriptor: MTLRenderPassDescriptor? {
    guard let drawable = currentDrawable else { return nil }
    let pass = MTLRenderPassDescriptor()
    pass.colorAttachments[0].texture = drawable.texture
    pass.colorAttachments[0].loadAction = .clear
    pass.colorAttachments[0].clearColor = clearColor
    return pass
  }

  /// Releases ``currentDrawable``; the next one is new.
  open func releaseDrawables() { frameDrawable = nil }

  // MARK: What the layer says

  /// The rendering device.
  open var device: (any MTLDevice)? {
    get { metalLayer?.device }
    set { metalLayer?.device = newValue }
  }

  /// The pixel format of drawables.
  open var colorPixelFormat: MTLPixelFormat {
    get { metalLayer?.pixelFormat ?? .invalid }
    set {
      metalLayer?.pixelFormat = newValue
      releaseDrawables()
    }
  }

  /// The space of the drawables' numbers; nil for the layer's default.
  open var colorspace: CGColorSpace? {
    get { metalLayer?.colorspace }
    set { metalLayer?.colorspace = newValue }
  }

  /// Whether drawables are only rendered to and shown, not read or written by kernels. A hint.
  open var framebufferOnly: Bool {
    get { metalLayer?.framebufferOnly ?? true }
    set { metalLayer?.framebufferOnly = newValue }
  }
}
