public import ArgumentParser
internal import Headroom
package import HeadroomPictures

// Values of settings as option arguments: help, completion and errors list their names.

extension Target.Rendition: ExpressibleByArgument {}
extension Target.GainMap: ExpressibleByArgument {}
extension Target.GainMapScale: ExpressibleByArgument {}
extension PictureGeometry.FlipAxis: ExpressibleByArgument {}
extension Gravity: ExpressibleByArgument {}
extension SampleDepth: ExpressibleByArgument {}
extension EncodeOptions.Chroma: ExpressibleByArgument {}
extension ToneMapOperator: ExpressibleByArgument {}
extension HighlightChoice: ExpressibleByArgument {}
extension LookChoice: ExpressibleByArgument {}
extension LensChoice: ExpressibleByArgument {}

extension ColorSpaceChoice: ExpressibleByArgument {
  package init?(argument: String) { self.init(name: argument) }

  package static var allValueStrings: [String] { names }
  package static var defaultCompletionKind: CompletionKind { .list(names) }
  package var defaultValueDescription: String { name }
}

/// Settings among the arguments of a command line.
enum SettingArguments {
  /// Options with the same meaning as a setting, and options that no request has.
  private static let aliases = ["--width", "--height", "--strip-metadata", "--keep-metadata", "-q"]

  /// The first option before `--` that is a setting.
  static func first(in arguments: [String]) -> String? {
    let options = Set(Setting.allCases.map { "--" + SettingWords.kebab($0.rawValue) } + aliases)
    return arguments.prefix { $0 != "--" }.map { String($0.prefix { $0 != "=" }) }.first(where: options.contains)
  }
}
