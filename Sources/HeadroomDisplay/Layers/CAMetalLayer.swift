internal import Dispatch
public import Foundation
public import HeadroomGraphics

/// A layer that a program draws into, frame by frame: textures go out through ``nextDrawable()`` and are shown when they are
/// presented.
///
/// ## Dynamic range
/// Light up to SDR white is always shown unchanged. With ``CALayer/wantsExtendedDynamicRangeContent``, light up to the
/// screen's current headroom is unchanged, and every component above it, in the primaries of ``colorspace``, is clipped
/// there; without it, at SDR white. With ``edrMetadata`` the screen tone maps instead.
///
/// ## Formats
/// ``nextDrawable()`` checks which ``pixelFormat`` and ``colorspace`` go together, so they may be set in any order:
///
/// | pixelFormat | colorspace |
/// |---|---|
/// | `rgba16Float` | `extendedLinearSRGB`, `extendedLinearDisplayP3`, `extendedLinearITUR_2020` |
/// | `bgr10a2Unorm` | `itur_709_PQ`, `displayP3_PQ`, `itur_2100_PQ`, `displayP3_HLG`, `itur_2100_HLG` |
/// | `bgra10_xr`, `bgr10_xr` and their `_srgb` forms | `extendedSRGB`, `extendedDisplayP3` |
/// | these, `bgra8Unorm`, `bgra8Unorm_srgb`, `rgb10a2Unorm` | every RGB space of standard range; shown as SDR |
///
/// Without a space integers are sRGB, half floats extended linear sRGB.
open class CAMetalLayer: CALayer {
  /// The device that makes textures; without one there are no drawables. Default nil.
  open var device: (any MTLDevice)?
  /// The recommended device.
  open var preferredDevice: (any MTLDevice)? { MTLCreateSystemDefaultDevice() }
  /// The memory format of drawables' pixels. Default `bgra8Unorm`.
  open var pixelFormat = MTLPixelFormat.bgra8Unorm
  /// The colour space of drawables' numbers; nil, the default, as described above.
  open var colorspace: CGColorSpace?
  /// The metadata for tone mapping; nil, the default, for light that is shown unchanged and clipped. Read when a
  /// drawable is taken.
  open var edrMetadata: CAEDRMetadata?
  /// Kept in ``MTLTexture/isFramebufferOnly``, without effect. Default true.
  open var framebufferOnly = true
  /// The drawables that may be in use at once, 2 or 3; other numbers are clamped. Default 3.
  open var maximumDrawableCount = 3
  /// Whether ``nextDrawable()`` gives up after a second when all drawables are in use. Default true; false waits.
  open var allowsNextDrawableTimeout = true
  /// Accepted; there is no refresh to wait for.
  open var displaySyncEnabled = true
  /// Accepted; drawables are shown when they are presented.
  open var presentsWithTransaction = false

  /// The size of drawables in pixels: the layer's bounds times its scale unless it was set.
  open var drawableSize: CGSize {
    get { chosenDrawableSize ?? CGSize(width: bounds.width * contentsScale, height: bounds.height * contentsScale) }
    set { chosenDrawableSize = newValue }
  }
  private var chosenDrawableSize: CGSize?

  /// Why the last ``nextDrawable()`` gave nil, in a sentence; nil when it gave a drawable.
  public private(set) var drawableFailureReason: String?

  let frames = PresentedFrames()

  public required init() {
    super.init()
    isOpaque = true
  }

  /// The next texture to draw into.
  ///
  /// Waits while the program holds ``maximumDrawableCount`` drawables. Nil if format and space do not go together, the
  /// size is empty or there is no device; ``drawableFailureReason`` has the reason, and a new reason is printed on
  /// standard error.
  open func nextDrawable() -> (any CAMetalDrawable)? {
    do throws(DrawableRefusal) {
      let drawable = try makeDrawable()
      drawableFailureReason = nil
      return drawable
    } catch {
      if drawableFailureReason != error.reason { error.report() }
      drawableFailureReason = error.reason
      return nil
    }
  }

  private func makeDrawable() throws(DrawableRefusal) -> MemoryDrawable {
    guard device != nil else { throw DrawableRefusal("no device is set") }
    let encoding = try MetalLayerFormat(pixelFormat, colorspace, edrMetadata).encoding()
    let descriptor = try MetalLayerFormat.descriptor(pixelFormat, drawableSize)
    let count = min(max(maximumDrawableCount, 2), 3)
    guard let number = frames.take(atMost: count, waits: allowsNextDrawableTimeout ? 1 : nil) else {
      throw DrawableRefusal("all \(count) drawables are in use: present them and let them go")
    }
    let slot = DrawableSlot(frames)
    guard let texture = MemoryTexture(descriptor, isFramebufferOnly: framebufferOnly) else {
      throw DrawableRefusal("there is no memory for a drawable")
    }
    let frame = PresentedFrame(texture: texture, encoding: encoding, metadata: edrMetadata, number: number)
    return MemoryDrawable(layer: self, frame: frame, slot: slot)
  }

  package override func ownPicture(on state: DisplayState) -> LayerPicture? { presentedPicture(on: state) }
}

/// A texture of a layer, to be drawn into and presented.
public protocol CAMetalDrawable: MTLDrawable {
  /// The texture to draw into.
  var texture: any MTLTexture { get }
  /// The layer that shows it.
  var layer: CAMetalLayer { get }
}
