public import Foundation
public import HeadroomImage

extension CIImage {
  /// Makes the image of a recipe that is data.
  ///
  /// ```json
  /// {"schema": 1, "inputs": ["photo"], "output": "soft", "nodes": [
  ///   {"id": "bright", "filter": "CIExposureAdjust", "image": "photo", "inputEV": 1},
  ///   {"id": "soft", "filter": "CIGaussianBlur", "image": "bright", "inputRadius": 4}]}
  /// ```
  ///
  /// A node is a filter by its name with inputs by key or Swift name, an operation (a method of `CIImage` by its name), or
  /// a picture's file. Images are named: nodes, in any order, several of which may read the same, or inputs. Numbers are
  /// numbers, vectors and transforms lists of them; colours `{"space": name, "components": [r, g, b, a]}`, a list in extended
  /// sRGB, or `"#rrggbb"`; bytes are base64. Files are upright and have all their light unless `rendition`, `headroom` and
  /// `upright` say otherwise.
  ///
  /// A recipe reads the files that it names: one from a stranger may name any. Of a recipe with two renditions this is the
  /// `output`; ``RecipeRenditions`` has both.
  ///
  /// - Parameters:
  ///   - recipe: the document, UTF-8; at most 16 MB, 65,536 nodes, 32 levels.
  ///   - inputs: an image for each name in the document's `inputs` that a node reads.
  ///   - folder: what relative paths are relative to; nil for the working directory.
  /// - Throws: what is wrong, and where: numbers out of range, names and keys that do not exist, circles, files that
  ///   cannot be read.
  public convenience init(
    recipe: Data, inputs: [String: CIImage] = [:], relativeTo folder: URL? = nil
  ) throws(RecipeError) {
    var reader = try RecipeReader(RecipeDocument([UInt8](recipe)), inputs: inputs, folder: folder)
    self.init(try reader.renditions().image)
  }

  /// The recipe as data, from which ``init(recipe:inputs:relativeTo:)`` makes an image with the same pixels.
  ///
  /// Pixels that only memory has become inputs, named by ``recipeInputs()``. What was merely said of an image, such as
  /// `settingProperties(_:)` does, is no part of its recipe; its content headroom is.
  ///
  /// - Parameter folder: files in it, or below, are named relative to it; nil names all by their whole path.
  /// - Throws: where a node has no form as data: kernels and processors of the client.
  public func recipeJSON(relativeTo folder: URL? = nil) throws(RecipeError) -> Data {
    Data(try RecipeWriter(self, folder: folder).text.utf8)
  }

  /// The images that ``recipeJSON(relativeTo:)`` names as inputs: bitmaps, pixel buffers, files read from memory.
  public func recipeInputs() throws(RecipeError) -> [String: CIImage] {
    Dictionary(uniqueKeysWithValues: try RecipeWriter(self, folder: nil).inputs.map { ($0.name, $0.image) })
  }
}
