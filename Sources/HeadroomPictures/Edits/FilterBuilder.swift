internal import HeadroomFilters
internal import HeadroomImage

/// A filter of a chain and its errors.
struct FilterBuilder: Sendable {
  private let step: FilterStep
  /// The beginning of error messages.
  private let prefix: String

  /// - Parameter prefix: the beginning of error messages.
  init(_ expression: FilterExpression, prefix: String) throws(PictureError) {
    self.prefix = prefix
    do throws(FilterSettings.Problem) {
      step = try FilterStep(expression)
    } catch {
      throw .usage(prefix + error.reason)
    }
  }

  /// Checks keys, types and ranges, so that a mistake is found before any picture is read.
  ///
  /// - Parameter picture: returns the picture at a path.
  func check(_ picture: @escaping (String) throws -> CIImage) throws(PictureError) {
    do {
      _ = try step.settings(FilterStep.Files(picture: picture))
    } catch {
      throw commandError(error)
    }
  }

  /// The image after the filter.
  ///
  /// - Parameter grows: whether the filter may change the picture's frame.
  func apply(
    to image: CIImage, grows: Bool, _ picture: @escaping (String) throws -> CIImage
  ) throws(PictureError) -> CIImage {
    do {
      return try step.apply(to: image, FilterStep.Files(picture: picture), grows: grows)
    } catch {
      throw commandError(error)
    }
  }

  private func commandError(_ error: any Error) -> PictureError {
    guard let problem = error as? FilterSettings.Problem else {
      return error as? PictureError ?? PictureError(error, file: nil)
    }
    if let file = problem.file { return PictureError(.input, file: file, problem.reason) }
    let place = problem.key.map { "\(step.expression.name) \($0): " } ?? ""
    return .usage(prefix + place + problem.reason)
  }
}
