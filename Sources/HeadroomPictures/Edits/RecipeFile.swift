internal import Foundation
package import HeadroomContainers
package import HeadroomFilters
package import HeadroomImage

/// A recipe's document in a file.
package struct RecipeFile: Sendable {
  package let path: String
  package private(set) var document: RecipeDocument
  private let limits: DecodeLimits

  /// A document is at most this large.
  private static let maximumByteCount = 16 << 20

  package init(path: String, limits: DecodeLimits) throws(PictureError) {
    self.path = path
    self.limits = limits
    do {
      let text = try SmallFile(path, atMost: Self.maximumByteCount)
      if text.bytes.contains(0) { throw ImageIOError.unreadable(path: path, reason: "is no text") }
      guard text.isWhole else {
        throw RecipeError("$", "it has more than the \(Self.maximumByteCount) bytes that are read")
      }
      document = try RecipeDocument(text.bytes)
    } catch {
      throw PictureError(error, file: path)
    }
  }

  /// The folder for relative paths in it.
  private var folder: URL? { path == "-" ? nil : URL(filePath: path).deletingLastPathComponent() }

  /// Its renditions for these inputs.
  package func renditions(inputs: [String: CIImage]) throws(PictureError) -> RecipeRenditions {
    do throws(RecipeError) {
      var reader = try RecipeReader(document, inputs: inputs, folder: folder, limits: limits)
      return try reader.renditions()
    } catch {
      throw PictureError(error, file: path)
    }
  }

  /// Its renditions as a source.
  package func source(_ renditions: RecipeRenditions) throws(PictureError) -> PictureSource {
    do throws(PictureError) {
      return try PictureSource(renditions, name: path)
    } catch {
      throw PictureError(error, file: path)
    }
  }

  /// The image that it makes of a picture, its one input.
  package func image(of picture: CIImage) throws(PictureError) -> CIImage {
    try renditions(inputs: [document.inputs[0]: picture]).image
  }

  package func checkTakesOnePicture() throws(PictureError) {
    if document.hasAlternate {
      throw .usage(
        "\(Setting.recipe.mention): it makes one picture of another; \(path) makes two renditions ('headroom render' writes both)"
      )
    }
    guard document.inputs.count == 1 else {
      let names = document.inputs.isEmpty ? "none" : document.inputs.joined(separator: ", ")
      throw .usage(
        "\(Setting.recipe.mention): it takes the picture as its one input; \(path) has \(names) ('headroom render' binds inputs by name)"
      )
    }
  }

  /// Gives an input of a node another value.
  ///
  /// - Returns: the input's key, however it was named.
  package mutating func set(
    _ key: String, of node: String, to value: JSONValue
  ) throws(RecipeError) -> String {
    try document.set(key, of: node, to: value)
  }
}
