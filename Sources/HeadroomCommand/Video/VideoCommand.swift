internal import ArgumentParser

/// `headroom video`: films.
struct VideoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "video",
    abstract: "HDR films: what is in them, single frames, cuts and dissolves, conversion.",
    discussion: """
      headroom video info clip.mov
      headroom video frame clip.mov --time 2.5 --output still.avif
      headroom video edit cut.json film.mp4
      headroom video convert clip.mov film.mp4

      HLG, PQ and SDR are mixed in linear light with one reference white. FFmpeg's libraries read and write the files; they \
      are loaded with the first film.
      """,
    subcommands: [
      VideoInfoCommand.self, VideoFrameCommand.self, VideoEditCommand.self, VideoConvertCommand.self,
    ])
}
