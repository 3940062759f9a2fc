internal import ArgumentParser
internal import Foundation
internal import Headroom

/// Makes a filter from an expression: finds the inputs by key or Swift name, and gives the literals their types.
struct FilterBuilder {
  private let expression: FilterExpression
  /// Nil for a kernel from text.
  private let entry: FilterEntry?

  init(_ expression: FilterExpression) throws(CommandError) {
    self.expression = expression
    if expression.name.hasPrefix(KernelFilter.prefix) {
      entry = nil
      return
    }
    guard let entry = FilterRegistry.entry(named: expression.name) else {
      throw .usage("--filter: there is no filter '\(expression.name)'\(Self.suggestion(for: expression.name))")
    }
    self.entry = entry
  }

  /// Whether the picture's frame stays: all filters but those whose work is to change it, or whose result is another
  /// picture.
  var keepsFrame: Bool {
    guard let entry else { return true }
    return Set(entry.categories).isDisjoint(with: [.geometryAdjustment, .tileEffect, .generator, .gradient, .reduction])
  }

  /// - Parameter picture: gives the picture of a path.
  func makeFilter(_ picture: (String) throws(CommandError) -> CIImage) throws(CommandError) -> FilterSettings {
    do {
      let settings = try FilterSettings(named: expression.name)
      for setting in expression.settings {
        let key = try settings.key(named: setting.key)
        if key == kCIInputImageKey {
          throw CommandError.usage("--filter: \(expression.name) \(key) is the picture itself")
        }
        if settings.isImage(key) {
          guard let path = setting.literal.text else {
            throw CommandError.usage("--filter: \(expression.name) \(key): expected the path of a picture")
          }
          settings.set(try picture(path), for: key)
        } else {
          try settings.set(setting.literal.json, for: key)
        }
      }
      return settings
    } catch let error as FilterSettings.Problem {
      if let file = error.file { throw CommandError(.input, file: file, error.reason) }
      let place = error.key.map { "\(expression.name) \($0): " } ?? ""
      throw .usage("--filter: \(place)\(error.reason)")
    } catch {
      throw CommandError(error, file: nil)
    }
  }

  /// The result for a picture; nil where another image is missing.
  ///
  /// - Parameter repeatingEdges: whether what lies outside of the picture looks like its edge.
  func output(
    of settings: FilterSettings, _ image: CIImage, repeatingEdges: Bool = false
  ) throws(CommandError) -> CIImage? {
    let kernel = settings.filter as? KernelFilter
    kernel?.repeatsEdges = repeatingEdges
    // A kernel may ask where its picture lies, so that one stays as it is.
    let input = repeatingEdges && kernel == nil ? image.clampedToExtent() : image
    if settings.filter.inputKeys.contains(kCIInputImageKey) { settings.set(input, for: kCIInputImageKey) }
    do throws(FilterSettings.Problem) {
      return try settings.output()
    } catch {
      throw .usage("--filter: \(error.reason)")
    }
  }

  /// The filter that was probably meant.
  private static func suggestion(for name: String) -> String {
    let question = NameSuggestion.question(for: name, among: FilterRegistry.builtIn.map(\.name))
    return question.isEmpty ? " ('headroom filters' lists them)" : question
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
