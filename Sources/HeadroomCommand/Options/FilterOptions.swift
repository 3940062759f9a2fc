internal import ArgumentParser
internal import Headroom

/// What is done to the light of a picture.
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
}
