public import Foundation
internal import HeadroomEngine
public import HeadroomGraphics
internal import HeadroomKernelLanguage

/// A function of a foreground and a background pixel.
///
/// The built-in ones, such as ``sourceOver`` and ``multiply``, are those of the compositing and blend mode filters.
/// Make your own as you make a ``CIColorKernel``, from a `BlendKernel` or a closure over two pixels.
public final class CIBlendKernel: CIColorKernel, @unchecked Sendable {
  init(mode: BlendMode) { super.init(name: mode.rawValue, color: .blend(mode)) }

  override init(name: String, color: KernelCode) { super.init(name: name, color: color) }

  /// Makes a kernel from a function in Metal-dialect text that takes a foreground and a background pixel.
  ///
  /// - Parameters:
  ///   - name: of the function in the text.
  ///   - data: source text, where Apple's systems take a compiled library.
  /// - Throws: as for ``CIKernel``, and ``KernelError/otherKind(kernel:expected:found:)``.
  public convenience init(functionName name: String, fromMetalLibraryData data: Data) throws {
    let text = try TextKernels(library: data).kernel(name)
    try text.requireBlend()
    self.init(name: name, color: .text(text))
  }

  /// Makes the first kernel of a text in the Core Image Kernel Language; nil where it does not compile or does not take
  /// exactly two pixels.
  public convenience init?(source: String) {
    guard let text = try? TextKernels(text: source, dialect: .coreImage).first(), text.signature.isBlend else {
      return nil
    }
    self.init(name: text.signature.name, color: .text(text))
  }

  /// The foreground over, with or against the background, over the union of their extents.
  public func apply(foreground: CIImage, background: CIImage) -> CIImage? {
    let extent = foreground.extent.joined(with: background.extent)
    if case .blend(let mode) = code {
      return foreground.appending(point: BlendOperation(mode: mode), with: [background], extent: extent)
    }
    return apply(extent: extent, arguments: [foreground, background])
  }

  /// As ``apply(foreground:background:)``, on the numbers of a colour space instead of linear light: image editors and web
  /// browsers blend in sRGB. Nil where the space is neither RGB nor monochrome.
  public func apply(foreground: CIImage, background: CIImage, colorSpace: CGColorSpace) -> CIImage? {
    guard let above = foreground.matchedFromWorkingSpace(to: colorSpace),
      let below = background.matchedFromWorkingSpace(to: colorSpace)
    else { return nil }
    return apply(foreground: above, background: below)?.matchedToWorkingSpace(from: colorSpace)
  }
}

// Porter and Duff's operators, and functions of the premultiplied components.
extension CIBlendKernel {
  /// Transparent black.
  public static let clear = CIBlendKernel(mode: .clear)
  /// The foreground alone.
  public static let source = CIBlendKernel(mode: .source)
  /// The background alone.
  public static let destination = CIBlendKernel(mode: .destination)
  /// The foreground over the background.
  public static let sourceOver = CIBlendKernel(mode: .sourceOver)
  /// The background over the foreground.
  public static let destinationOver = CIBlendKernel(mode: .destinationOver)
  /// The foreground where the background is.
  public static let sourceIn = CIBlendKernel(mode: .sourceIn)
  /// The background where the foreground is.
  public static let destinationIn = CIBlendKernel(mode: .destinationIn)
  /// The foreground where the background is not.
  public static let sourceOut = CIBlendKernel(mode: .sourceOut)
  /// The background where the foreground is not.
  public static let destinationOut = CIBlendKernel(mode: .destinationOut)
  /// The foreground over the background, where the background is.
  public static let sourceAtop = CIBlendKernel(mode: .sourceAtop)
  /// The background over the foreground, where the foreground is.
  public static let destinationAtop = CIBlendKernel(mode: .destinationAtop)
  /// Each where the other is not.
  public static let exclusiveOr = CIBlendKernel(mode: .exclusiveOr)
  /// The sum of the components.
  public static let componentAdd = CIBlendKernel(mode: .componentAdd)
  /// The product of the components.
  public static let componentMultiply = CIBlendKernel(mode: .componentMultiply)
  /// The smaller of each component.
  public static let componentMin = CIBlendKernel(mode: .componentMin)
  /// The larger of each component.
  public static let componentMax = CIBlendKernel(mode: .componentMax)
}

// Blend modes: a function of the unpremultiplied colours where the pictures overlap; elsewhere each shows unchanged.
extension CIBlendKernel {
  /// The product of the colours.
  public static let multiply = CIBlendKernel(mode: .multiply)
  /// The inverse of the product of the inverses.
  public static let screen = CIBlendKernel(mode: .screen)
  /// Hard light with the roles swapped.
  public static let overlay = CIBlendKernel(mode: .overlay)
  /// The darker of each component.
  public static let darken = CIBlendKernel(mode: .darken)
  /// The lighter of each component.
  public static let lighten = CIBlendKernel(mode: .lighten)
  /// The background made lighter by the foreground.
  public static let colorDodge = CIBlendKernel(mode: .colorDodge)
  /// The background made darker by the foreground.
  public static let colorBurn = CIBlendKernel(mode: .colorBurn)
  /// A product or screen, as the foreground is dark or light.
  public static let hardLight = CIBlendKernel(mode: .hardLight)
  /// The background made gently darker or lighter.
  public static let softLight = CIBlendKernel(mode: .softLight)
  /// The absolute difference of the components.
  public static let difference = CIBlendKernel(mode: .difference)
  /// As the difference, with less contrast.
  public static let exclusion = CIBlendKernel(mode: .exclusion)
  /// The foreground's hue with the background's saturation and luminosity.
  public static let hue = CIBlendKernel(mode: .hue)
  /// The foreground's saturation with the background's hue and luminosity.
  public static let saturation = CIBlendKernel(mode: .saturation)
  /// The foreground's hue and saturation with the background's luminosity.
  public static let color = CIBlendKernel(mode: .color)
  /// The foreground's luminosity with the background's hue and saturation.
  public static let luminosity = CIBlendKernel(mode: .luminosity)
  /// The background less the foreground.
  public static let subtract = CIBlendKernel(mode: .subtract)
  /// The background divided by the foreground.
  public static let divide = CIBlendKernel(mode: .divide)
  /// The sum less one.
  public static let linearBurn = CIBlendKernel(mode: .linearBurn)
  /// The sum, at most one.
  public static let linearDodge = CIBlendKernel(mode: .linearDodge)
  /// A color burn or dodge, as the foreground is dark or light.
  public static let vividLight = CIBlendKernel(mode: .vividLight)
  /// A linear burn or dodge, as the foreground is dark or light.
  public static let linearLight = CIBlendKernel(mode: .linearLight)
  /// The darker or lighter, as the foreground is dark or light.
  public static let pinLight = CIBlendKernel(mode: .pinLight)
  /// Each component 0 or 1, as the sum is below one or not.
  public static let hardMix = CIBlendKernel(mode: .hardMix)
  /// The colour of lower luminosity.
  public static let darkerColor = CIBlendKernel(mode: .darkerColor)
  /// The colour of higher luminosity.
  public static let lighterColor = CIBlendKernel(mode: .lighterColor)
}
