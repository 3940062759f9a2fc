internal import ArgumentParser
internal import Headroom

/// `--filter` and its errors: a step of the library, which says what is wrong in its own words.
struct FilterBuilder: Sendable {
  private let step: FilterStep
  /// What errors begin with.
  private let prefix: String

  /// - Parameter prefix: what errors begin with.
  init(_ expression: FilterExpression, prefix: String) throws(CommandError) {
    self.prefix = prefix
    do throws(FilterSettings.Problem) {
      step = try FilterStep(expression)
    } catch {
      throw .usage(prefix + error.reason)
    }
  }

  /// Checks keys, types and ranges, so that a mistake is found before any picture is read.
  ///
  /// - Parameter picture: gives the picture of a path.
  func check(_ picture: @escaping (String) throws -> CIImage) throws(CommandError) {
    do {
      _ = try step.settings(FilterStep.Files(picture: picture))
    } catch {
      throw commandError(error)
    }
  }

  /// The image behind the filter.
  ///
  /// - Parameter grows: whether the filter may change the picture's frame.
  func apply(
    to image: CIImage, grows: Bool, _ picture: @escaping (String) throws -> CIImage
  ) throws(CommandError) -> CIImage {
    do {
      return try step.apply(to: image, FilterStep.Files(picture: picture), grows: grows)
    } catch {
      throw commandError(error)
    }
  }

  private func commandError(_ error: any Error) -> CommandError {
    guard let problem = error as? FilterSettings.Problem else {
      return error as? CommandError ?? CommandError(error, file: nil)
    }
    if let file = problem.file { return CommandError(.input, file: file, problem.reason) }
    let place = problem.key.map { "\(step.expression.name) \($0): " } ?? ""
    return .usage(prefix + place + problem.reason)
  }
}

extension FilterExpression {
  /// The names of the filters.
  static let completion = CompletionKind.list(FilterRegistry.builtIn.map(\.name))

  /// An expression as an option's value.
  init(argument text: String) throws {
    do throws(ExpressionError) {
      try self.init(parsing: text)
    } catch {
      throw ValidationError(error.reason)
    }
  }
}

extension FilterLiteral {
  /// A value in an option's value.
  init(argument scanner: inout ExpressionScanner, key: String) throws {
    do throws(ExpressionError) {
      try self.init(scanning: &scanner, key: key)
    } catch {
      throw ValidationError(error.reason)
    }
  }
}
