public import Foundation
public import HeadroomImage

/// The result of a recipe in JSON: a picture, and optionally the other rendition that its file stores as a gain map.
///
/// ```json
/// {"schema": 1, "inputs": ["photo"], "output": "sdr", "hdrImage": "bright", "nodes": [
///   {"id": "bright", "filter": "CIExposureAdjust", "image": "photo", "inputEV": 1},
///   {"id": "sdr", "operation": "toneMapped", "image": "bright", "to": 1}]}
/// ```
///
/// The members beside `output` have the names and meanings of Core Image's options for representations.
public struct RecipeRenditions: Sendable {
  /// The other rendition of a picture.
  public enum Alternate: Sendable {
    /// The HDR rendition: a gain map is computed from it and the picture.
    case hdrImage(CIImage)
    /// A finished gain map, read through `auxiliaryHDRGainMap`, possibly cropped, rotated and scaled along with its
    /// picture.
    case hdrGainMapImage(CIImage)
  }

  /// The picture, the recipe's `output`.
  public let image: CIImage
  /// Its other rendition; nil where there is none.
  public let alternate: Alternate?

  /// A picture and its other rendition.
  public init(_ image: CIImage, alternate: Alternate? = nil) {
    self.image = image
    self.alternate = alternate
  }

  /// Reads a recipe with all its results; for its parameters see `CIImage.init(recipe:inputs:relativeTo:)`.
  ///
  /// - Throws: the errors of that initialiser, and an error for an `hdrImage` of another size than the output, or for
  ///   an `hdrGainMapImage` without the metadata of a gain map or of another shape.
  public init(recipe: Data, inputs: [String: CIImage] = [:], relativeTo folder: URL? = nil) throws(RecipeError) {
    var reader = try RecipeReader(RecipeDocument([UInt8](recipe)), inputs: inputs, folder: folder)
    self = try reader.renditions()
  }

  /// The recipe as data; see `CIImage.recipeJSON(relativeTo:)`.
  public func recipeJSON(relativeTo folder: URL? = nil) throws(RecipeError) -> Data {
    Data(try RecipeWriter(self, folder: folder).text.utf8)
  }

  /// The images that ``recipeJSON(relativeTo:)`` names as inputs.
  public func recipeInputs() throws(RecipeError) -> [String: CIImage] {
    Dictionary(uniqueKeysWithValues: try RecipeWriter(self, folder: nil).inputs.map { ($0.name, $0.image) })
  }
}

extension RecipeRenditions {
  /// The names of the members for an alternate.
  package enum Kind: String, CaseIterable {
    case hdrImage, hdrGainMapImage

    package func alternate(_ image: CIImage) -> Alternate {
      switch self {
      case .hdrImage: .hdrImage(image)
      case .hdrGainMapImage: .hdrGainMapImage(image)
      }
    }
  }

  /// The members that name results, with their images.
  package var members: [(key: String, image: CIImage)] {
    let first = (key: "output", image: image)
    return switch alternate {
    case .hdrImage(let image)?: [first, (Kind.hdrImage.rawValue, image)]
    case .hdrGainMapImage(let map)?: [first, (Kind.hdrGainMapImage.rawValue, map)]
    case nil: [first]
    }
  }

  /// Why the alternate does not fit the image.
  package var problem: String? {
    switch alternate {
    case .hdrImage(let hdr)?:
      if hdr.extent == image.extent { return nil }
      return "its extent \(hdr.extent.recipeText) is another than the output's, \(image.extent.recipeText)"
    case .hdrGainMapImage(let map)?:
      if map.tags.gainMap == nil { return #"is no gain map: {"file": path, "rendition": "gainMap"} is one"# }
      if map.hasShape(of: image) { return nil }
      return "its extent \(map.extent.recipeText) has another shape than the output's, \(image.extent.recipeText): "
        + "turn and crop both"
    case nil: return nil
    }
  }
}
