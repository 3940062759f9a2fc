internal import Foundation
internal import HeadroomFilters
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomPixels

/// The filters that a request applies to a picture: expressions as for the command's `--filter`, one per line.
struct PictureFilters: Sendable {
  /// As in the request.
  let text: String
  private let steps: [FilterStep]

  /// More than anybody adds by hand.
  private static let mostSteps = 32
  /// The most pixels of a result: a scale by 100 must not request a picture that nothing can hold.
  private static let mostPixels = 1e9

  init(_ query: ViewerQuery) throws(ViewerError) {
    text = query["filters"] ?? ""
    let lines = text.split(separator: "\n")
    guard lines.count <= Self.mostSteps else { throw .badRequest("at most \(Self.mostSteps) filters at a time") }
    var steps: [FilterStep] = []
    for line in lines { steps.append(try Self.step(String(line))) }
    self.steps = steps
  }

  private static func step(_ line: String) throws(ViewerError) -> FilterStep {
    let expression: FilterExpression
    do throws(ExpressionError) {
      expression = try FilterExpression(parsing: line)
    } catch {
      throw .badRequest(error.reason)
    }
    // Kernel text would be read from a file of this machine, which no request may name.
    guard expression.name.hasPrefix("CI") else { throw .badRequest("there is no filter '\(expression.name)'") }
    do throws(FilterSettings.Problem) {
      return try FilterStep(expression)
    } catch {
      throw .badRequest(error.reason)
    }
  }

  var isEmpty: Bool { steps.isEmpty }
  /// The filters as arguments of a command.
  var expressions: [String] { text.split(separator: "\n").map(String.init) }
  /// Names of further pictures that filters read.
  var literals: [String] { steps.flatMap { $0.expression.settings.compactMap(\.literal.text) } }

  /// The picture after all filters, with its lower left corner at the origin.
  ///
  /// - Parameters:
  ///   - scale: pixels of the image for one of the file's picture. Lengths and positions are in the file's pixels.
  ///   - files: returns the files that expressions name.
  func apply(to image: CIImage, scale: Double = 1, _ files: FilterStep.Files) throws -> CIImage {
    guard !isEmpty else { return image }
    var result = image
    do {
      for step in steps {
        result = try step.apply(to: result, files) { settings in
          if scale != 1 { settings.scaleLengths(by: scale) }
        }
      }
    } catch let problem as FilterSettings.Problem {
      throw ViewerError.badRequest([problem.key, problem.reason].compactMap { $0 }.joined(separator: ": "))
    }
    if result.extent.isInfinite { result = result.cropped(to: image.extent) }
    return try Self.framed(result)
  }

  private static func framed(_ image: CIImage) throws(ViewerError) -> CIImage {
    let frame = image.extent.integral
    guard !frame.isNull, frame.width >= 1, frame.height >= 1 else {
      throw .badRequest("the filters leave no pixels of the picture")
    }
    guard frame.width * frame.height <= mostPixels else {
      throw ViewerError(status: 422, message: "the filters make a picture of \(frame.width) by \(frame.height) pixels")
    }
    guard frame.origin != .zero else { return image }
    return image.transformed(by: CGAffineTransform(translationX: -frame.minX, y: -frame.minY))
  }
}
