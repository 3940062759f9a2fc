internal import ArgumentParser

struct RootCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "headroom",
    abstract: "HDR photos: look into them, convert, filter and measure them, without losing their HDR.",
    discussion: """
      headroom info photo.jpg                          what is in the file
      headroom metadata photo.jpg                      all its tags; changes them, too
      headroom convert photo.jpg photo.png             the HDR rendition as PQ PNG
      headroom thumbnail *.jpg --size 512              small, HDR kept
      headroom gainmap info photo.jpg                  how its gain map works
      headroom convert photo.jpg small.jpg --resize 1600x1600
      headroom batch --plan plan.json photos --recursive --output-directory web --manifest m.jsonl
      headroom render recipe.json -o out.avif          a graph of filters that is data
      headroom video info clip.mov                     what is in a film
      headroom view photos                             HDR in a browser, scopes, headroom slider
      headroom demo                                    makes an HDR scene in every form

      Headroom is the ratio of the peak to reference white: '2.5' or '2.5x' (1 is SDR), '1.3stops', or 'inf'.
      Data goes to standard output, everything else to standard error; '-' is standard input or output.

      Exit codes: 0 all done, 1 some inputs of several failed, 2 usage, 3 an input is missing, unreadable, unsupported \
      or over the limits, 4 an output cannot be written or exists, 5 HDR would be lost and --strict was given, 70 a bug, \
      75 failures of a batch that may pass, 129 the terminal went away, 130 interrupted, 141 nobody reads standard output any more, 143 terminated.
      """,
    version: "headroom \(version)",
    subcommands: [
      InfoCommand.self, MetadataCommand.self, ConvertCommand.self, ThumbnailCommand.self, GainMapCommand.self,
      PixelsCommand.self,
      CompareCommand.self, FiltersCommand.self, RenderCommand.self, GraphCommand.self, KernelCommand.self,
      BatchCommand.self, MergeReportsCommand.self, ViewCommand.self, DisplayCommand.self, VideoCommand.self,
      DemoCommand.self, ManualCommand.self,
    ])

  static let version = "0.10.0"
}
