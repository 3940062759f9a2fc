package import HeadroomColor
internal import HeadroomEngine
package import HeadroomImage
internal import HeadroomImageIO

/// The renditions of a source as images.
extension PictureSource {
  /// The upright rendition for a display of this headroom; infinity gives all light.
  package func image(headroom: Double, toneMap: ToneMapOperator = .rwtmo) -> CIImage {
    switch content {
    case .file(let picture): covering(CIImage(picture: picture, headroom: headroom, toneMapOperator: toneMap))
    case .developed(_, let recipe), .recipe(let recipe): recipe.image(headroom: headroom, toneMap: toneMap)
    }
  }

  /// The stored picture, upright, without its gain map.
  package func baseImage() throws(PictureError) -> CIImage {
    switch content {
    case .developed(_, let recipe), .recipe(let recipe): return recipe.base ?? recipe.image
    case .file(let picture):
      do throws(RenderError) {
        return covering(try CIImage(picture: picture, options: [.applyOrientationProperty: true]))
      } catch {
        throw PictureError(error, file: name)
      }
    }
  }

  private func covering(_ image: CIImage) -> CIImage {
    ignoresAlpha ? image.settingAlphaOne(in: image.extent) : image
  }

  /// The gain map as an image, turned by its file's orientation, if the source is a recipe that has one.
  var recipeGainMap: CIImage? { recipe?.gainMap }

  /// All light of the unedited file; nil for a recipe that makes or changes light.
  var original: CIImage? {
    switch content {
    case .file: image(headroom: .infinity)
    case .developed(_, let recipe), .recipe(let recipe): recipe.original
    }
  }
}
