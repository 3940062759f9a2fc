internal import Headroom
internal import HeadroomViewer

/// Two inputs, and the display for which they are compared.
struct PictureComparison {
  let reference: InputPicture
  let candidate: InputPicture
  /// Nil for all there is.
  let headroom: Double?

  func difference(_ renderer: PictureRenderer) throws(CommandError) -> PictureDifference {
    let (first, second) = (reference.uprightSize, candidate.uprightSize)
    guard first == second else {
      throw CommandError(
        .input, file: candidate.path,
        "is \(second.width)x\(second.height) upright, but \(reference.path) is \(first.width)x\(first.height)")
    }
    let (a, b) = (try linear(reference, renderer), try linear(candidate, renderer))
    do throws(PixelError) {
      return try PictureComparer(reference: a, candidate: b).measure()
    } catch {
      throw CommandError(error, file: candidate.path)
    }
  }

  private func linear(_ input: InputPicture, _ renderer: PictureRenderer) throws(CommandError) -> LinearPicture {
    if !input.isRecipe { _ = try input.still() }
    return try renderer.linear(input.image(headroom: headroom ?? .infinity), file: input.path)
  }

  func report(_ renderer: PictureRenderer) throws(CommandError) -> JSONValue { report(try difference(renderer)) }

  func report(_ difference: PictureDifference) -> JSONValue {
    .object(
      [
        (key: "schema", value: 1), (key: "reference", value: .string(reference.path)),
        (key: "candidate", value: .string(candidate.path)), (key: "headroom", value: .number(orNull: headroom)),
      ] + difference.members)
  }
}
