internal import ArgumentParser

struct RootCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "headroom",
    abstract: "HDR photos: look into them, convert, filter and measure them, without losing their HDR.",
    discussion: """
      headroom info photo.jpg                          what is in the file
      headroom convert photo.jpg photo.png             the HDR rendition as PQ PNG
      headroom convert photo.jpg small.jpg --resize 1600x1600
      headroom demo                                    makes an HDR scene in every form

      Headroom is the ratio of the peak to reference white: '2.5' or '2.5x' (1 is SDR), '1.3stops', or 'inf'.
      Data goes to standard output, everything else to standard error; '-' is standard input or output.
      """,
    version: "headroom \(version)",
    subcommands: [
      InfoCommand.self, ConvertCommand.self, PixelsCommand.self, CompareCommand.self, FiltersCommand.self,
      GraphCommand.self, DemoCommand.self,
    ])

  static let version = "0.1.0"
}
