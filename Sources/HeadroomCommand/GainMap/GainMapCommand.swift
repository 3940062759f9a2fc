internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures

struct GainMapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gainmap",
    abstract: "Look at, take out, apply, make, remove and check gain maps.",
    discussion: """
      headroom gainmap info photo.heic
      headroom gainmap extract photo.jpg map.png --metadata map.json
      headroom gainmap apply photo.jpg bright.avif --headroom 2stops
      headroom gainmap compute --base sdr.png --alternate hdr.exr photo.jpg
      headroom gainmap strip photo.jpg sdr.jpg
      headroom gainmap validate *.jpg
      """,
    subcommands: [
      GainMapInfoCommand.self, GainMapExtractCommand.self, GainMapApplyCommand.self, GainMapComputeCommand.self,
      GainMapStripCommand.self, GainMapValidateCommand.self,
    ])
}

extension PictureSource {
  /// The gain map's description; throws if there is none.
  func gainMap() throws(PictureError) -> GainMapDescription {
    if let map = info.gainMap { return map }
    // A rejected map has a warning, which is more specific than that there is none.
    let reason = info.warnings.first { $0.contains("gain map") || $0.contains("base picture is shown") }
    throw PictureError(.input, file: name, reason ?? "has no gain map")
  }
}
