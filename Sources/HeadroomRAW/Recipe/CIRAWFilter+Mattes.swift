internal import Foundation
internal import HeadroomColor
public import HeadroomImage
internal import HeadroomImageIO

/// Masks that a camera stored beside its sensor's picture: 1 where something is, 0 where it is not, in linear gray. They have
/// sizes of their own, mostly half of the picture's in each direction, and are turned as ``orientation`` says. Nil where the
/// file has none, and where it cannot be read.
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

  /// - Parameter name: the end of Apple's URN, `urn:com:apple:photo:2020:aux:semanticskymatte` and its like.
  private func matte(_ name: String) -> CIImage? {
    guard let matte = picture.header.mattes.first(where: { $0.name.lowercased() == name }),
      let bitmap = try? picture.file.matte(matte)
    else { return nil }
    return CIImage(
      bitmap: bitmap, encoding: .extendedLinearGray, tags: ImageTags(), label: name, options: ReadOptions([:])
    ).oriented(orientation)
  }
}
