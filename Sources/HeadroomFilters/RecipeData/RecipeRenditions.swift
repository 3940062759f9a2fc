public import Foundation
public import HeadroomImage

/// A picture, and the other rendition that a file of it holds as a gain map: what a recipe as data may lead to.
///
/// ```json
/// {"schema": 1, "inputs": ["photo"], "output": "sdr", "hdrImage": "bright", "nodes": [
///   {"id": "bright", "filter": "CIExposureAdjust", "image": "photo", "inputEV": 1},
///   {"id": "sdr", "operation": "toneMapped", "image": "bright", "to": 1}]}
/// ```
///
/// The members beside `output` are named as Core Image names the options of representations, and mean the same.
public struct RecipeRenditions: Sendable {
  /// What belongs to the picture.
  public enum Alternate: Sendable {
    /// The HDR rendition: a gain map is computed from it and the picture.
    case hdrImage(CIImage)
    /// A ready gain map, read through `auxiliaryHDRGainMap`, perhaps cut, turned and scaled along with its picture.
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

  /// Reads a recipe with all that it leads to; for its parameters see `CIImage.init(recipe:inputs:relativeTo:)`.
  ///
  /// - Throws: what is wrong, and where: what that initialiser throws, and an `hdrImage` of another size than the output, an
  ///   `hdrGainMapImage` without the metadata of a gain map or of another shape.
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
  /// Names of the members that lead to an alternate.
  package enum Kind: String, CaseIterable {
    case hdrImage, hdrGainMapImage

    package func alternate(_ image: CIImage) -> Alternate {
      switch self {
      case .hdrImage: .hdrImage(image)
      case .hdrGainMapImage: .hdrGainMapImage(image)
      }
    }
  }

  /// The members that name results, and what they lead to.
  package var members: [(key: String, image: CIImage)] {
    let first = (key: "output", image: image)
    return switch alternate {
    case .hdrImage(let image)?: [first, (Kind.hdrImage.rawValue, image)]
    case .hdrGainMapImage(let map)?: [first, (Kind.hdrGainMapImage.rawValue, map)]
    case nil: [first]
    }
  }

  /// Why the alternate cannot be that of the image.
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
