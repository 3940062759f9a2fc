internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures

/// Options for changes of a picture's light.
struct FilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("'CIName key=value ...'; repeatable, in order. Images are paths.", valueName: "expression"),
    completion: FilterExpression.completion, transform: FilterExpression.init(argument:))
  var filter: [FilterExpression] = []

  @Option(
    help: ArgumentHelp(
      "A recipe in JSON whose one input is the picture, before all filters.", valueName: "file"),
    completion: .file())
  var recipe: String?

  @Flag(
    help: """
      Let filters change the picture's frame: blurs make it larger and fade out. Without it edges are repeated and the \
      frame stays; filters that crop, scale or turn change it always.
      """)
  var grow = false

  /// The filters, checked.
  func chain(overlay: Overlay? = nil, limits: DecodeLimits) throws(PictureError) -> FilterChain {
    let file = try recipe.map { path throws(PictureError) in try RecipeFile(path: path, limits: limits) }
    return try FilterChain(filter, recipe: file, grows: grow, overlay: overlay, limits: limits)
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
