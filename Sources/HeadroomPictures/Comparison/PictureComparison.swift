package import HeadroomContainers
internal import HeadroomPixels

/// Two inputs, and the display for which they are compared.
package struct PictureComparison {
  package let reference: PictureSource
  package let candidate: PictureSource
  /// Nil for all light.
  package let headroom: Double?

  package init(reference: PictureSource, candidate: PictureSource, headroom: Double?) {
    (self.reference, self.candidate, self.headroom) = (reference, candidate, headroom)
  }

  package func difference(_ renderer: PictureRenderer) throws(PictureError) -> PictureDifference {
    let (first, second) = (reference.uprightSize, candidate.uprightSize)
    guard first == second else {
      throw PictureError(
        .input, file: candidate.name,
        "is \(second.width)x\(second.height) upright, but \(reference.name) is \(first.width)x\(first.height)")
    }
    let (a, b) = (try linear(reference, renderer), try linear(candidate, renderer))
    do throws(PixelError) {
      return try PictureComparer(reference: a, candidate: b).measure()
    } catch {
      throw PictureError(error, file: candidate.name)
    }
  }

  private func linear(_ input: PictureSource, _ renderer: PictureRenderer) throws(PictureError) -> LinearPicture {
    if !input.isRecipe { _ = try input.still() }
    return try renderer.linear(input.image(headroom: headroom ?? .infinity), file: input.name)
  }

  package func report(_ renderer: PictureRenderer) throws(PictureError) -> JSONValue {
    report(try difference(renderer))
  }

  package func report(_ difference: PictureDifference) -> JSONValue {
    .object(
      [
        (key: "schema", value: 1), (key: "reference", value: .string(reference.name)),
        (key: "candidate", value: .string(candidate.name)), (key: "headroom", value: .number(orNull: headroom)),
      ] + difference.members)
  }
}
