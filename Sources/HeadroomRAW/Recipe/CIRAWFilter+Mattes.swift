internal import Foundation
internal import HeadroomColor
public import HeadroomImage
internal import HeadroomImageIO

/// Masks that a camera stored beside its sensor's picture: 1 inside the marked parts and 0 outside, in linear gray.
/// Their sizes differ from the picture's, mostly half of it in each direction, and they are rotated by ``orientation``.
/// Nil where the file has none, or where it cannot be read.
extension CIRAWFilter {
  /// Where people are.
  public var portraitEffectsMatte: CIImage? { matte("portraiteffectsmatte") }
  /// Where people's skin is.
  public var semanticSegmentationSkinMatte: CIImage? { matte("semanticskinmatte") }
  /// Where people's hair is.
  public var semanticSegmentationHairMatte: CIImage? { matte("semantichairmatte") }
  /// Where glasses are.
  public var semanticSegmentationGlassesMatte: CIImage? { matte("semanticglassesmatte") }
  /// Where the sky is.
  public var semanticSegmentationSkyMatte: CIImage? { matte("semanticskymatte") }
  /// Where teeth are.
  public var semanticSegmentationTeethMatte: CIImage? { matte("semanticteethmatte") }

  /// - Parameter name: the end of Apple's URN, such as `urn:com:apple:photo:2020:aux:semanticskymatte`.
  private func matte(_ name: String) -> CIImage? {
    guard let matte = picture.header.mattes.first(where: { $0.name.lowercased() == name }),
      let bitmap = try? picture.file.matte(matte)
    else { return nil }
    return CIImage(
      bitmap: bitmap, encoding: .extendedLinearGray, tags: ImageTags(), label: name, options: ReadOptions([:])
    ).oriented(orientation)
  }
}
