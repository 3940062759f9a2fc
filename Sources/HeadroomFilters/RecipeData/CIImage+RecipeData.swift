public import Foundation
public import HeadroomImage

extension CIImage {
  /// Makes the image of a recipe in JSON.
  ///
  /// ```json
  /// {"schema": 1, "inputs": ["photo"], "output": "soft", "nodes": [
  ///   {"id": "bright", "filter": "CIExposureAdjust", "image": "photo", "inputEV": 1},
  ///   {"id": "soft", "filter": "CIGaussianBlur", "image": "bright", "inputRadius": 4}]}
  /// ```
  ///
  /// A node is a filter by its name with inputs by key or Swift name, an operation (a method of `CIImage` by its name),
  /// or a picture's file. Images are referred to by name: the name of an input or of a node. Nodes may be in any order,
  /// and several may read the same image. Vectors and transforms are lists of numbers; colours are `{"space": name,
  /// "components": [r, g, b, a]}`, a list in extended sRGB, or `"#rrggbb"`; bytes are base64. Files are upright and
  /// have all their light unless `rendition`, `headroom` and `upright` specify otherwise.
  ///
  /// A recipe reads the files that it names, and an untrusted recipe may name any file. For a recipe with two
  /// renditions this is the `output`; ``RecipeRenditions`` has both.
  ///
  /// - Parameters:
  ///   - recipe: the document, UTF-8; at most 16 MB, 65,536 nodes, 32 levels.
  ///   - inputs: an image for each name in the document's `inputs` that a node reads.
  ///   - folder: the base of relative paths; nil for the working directory.
  /// - Throws: an error with its position in the document: numbers out of range, names and keys that do not exist,
  ///   cycles, files that cannot be read.
  public convenience init(
    recipe: Data, inputs: [String: CIImage] = [:], relativeTo folder: URL? = nil
  ) throws(RecipeError) {
    var reader = try RecipeReader(RecipeDocument([UInt8](recipe)), inputs: inputs, folder: folder)
    self.init(try reader.renditions().image)
  }

  /// The recipe as data, from which ``init(recipe:inputs:relativeTo:)`` makes an image with the same pixels.
  ///
  /// Pixels that exist only in memory become inputs, listed by ``recipeInputs()``. Annotations of an image, such as
  /// those of `settingProperties(_:)`, are not part of its recipe; its content headroom is.
  ///
  /// - Parameter folder: files in it, or below, are named relative to it; nil names all files by their full path.
  /// - Throws: an error where a node cannot be stored: kernels and processors of the client.
  public func recipeJSON(relativeTo folder: URL? = nil) throws(RecipeError) -> Data {
    Data(try RecipeWriter(self, folder: folder).text.utf8)
  }

  /// The images that ``recipeJSON(relativeTo:)`` names as inputs: bitmaps, pixel buffers, files read from memory.
  public func recipeInputs() throws(RecipeError) -> [String: CIImage] {
    Dictionary(uniqueKeysWithValues: try RecipeWriter(self, folder: nil).inputs.map { ($0.name, $0.image) })
  }
}
