internal import ArgumentParser
internal import Foundation
internal import Headroom
internal import HeadroomPictures

struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Make an HDR scene and run it through every rendition: the first thing to try.",
    discussion: """
      headroom demo
      headroom demo --output-directory out --photo IMG_1234.jpg
      """)

  @Option(
    help: ArgumentHelp("Where the pictures go; made when it is missing.", valueName: "dir"), completion: .directory)
  var outputDirectory = "headroom-demo"

  @Option(help: ArgumentHelp("A photo to run through the renditions too.", valueName: "file"), completion: .file())
  var photo: String?

  @Option(
    help: ArgumentHelp("Width of the scene in pixels.", valueName: "pixels"),
    transform: { text in
      guard let value = Int(text), (64...16_384).contains(value) else {
        throw ValidationError("a width is from 64 to 16384")
      }
      return value
    })
  var width = 1920

  @Flag(help: "Replace pictures of an earlier run.")
  var overwrite = false

  @OptionGroup var common: CommonOptions

  func run() throws {
    try OutputFile.makeFolder(outputDirectory)
    try makeScene()
    if let photo { try convertPhoto(photo) }
    say("Look at them in a browser: where the display has headroom, the lamps, the sun and the right patches")
    say("of the wedge glow; in the SDR picture they are fitted into white. The viewer shows both on any screen:")
    say("")
    say("    \(Self.command) view \(outputDirectory)")
    if Self.command != "headroom" { say("\n'headroom' above is \(Self.command); 'make install' puts it on the PATH.") }
  }

  private func makeScene() throws {
    let scene = path("scene-pq.png")
    say(
      "The scene: \(width)x\(sceneHeight), made by the project's own filters in linear light, a sun at 24 times white.")
    try writeMaster(to: scene)
    try convert(scene, path("scene.jpg"), "an SDR picture with a gain map: what phones and browsers share")
    try convert(scene, path("scene-hlg.png"), "the same for broadcast", ["--color-space", "itur_2100_HLG"])
    try convert(scene, path("scene-sdr.png"), "for SDR displays", ["--rendition", "sdr", "--depth", "8"])
    say("")
    try note(["info", scene, path("scene.jpg")])
  }

  private func convertPhoto(_ photo: String) throws {
    say("Your photo:")
    let stem = InputFile(path: photo).stem
    try convert(photo, path("\(stem)-hdr.png"), "all of its HDR, if it has any")
    try convert(photo, path("\(stem)-small.jpg"), "smaller, HDR kept", ["--resize", "1600x1600"])
    try convert(photo, path("\(stem)-sdr.jpg"), "for SDR displays", ["--rendition", "sdr"])
    say("")
    try note(["info", photo])
  }

  // MARK: Steps

  private var sceneHeight: Int { width * 5 / 8 }

  private func writeMaster(to path: String) throws {
    let output = OutputFile(path: path, policy: overwrite ? .overwrite : .refuse)
    _ = try output.mayBeSkipped()
    let image = DemoScene(width: Double(width), height: Double(sceneHeight)).image
    let bitmap = try PictureRenderer(common.resources).render(
      image, format: .rgb16, encoding: .itur2100PQ, alpha: .opaque, file: path)
    var still = StillImage(base: bitmap, encoding: .itur2100PQ)
    still.hdr.lightLevel = LightLevelMeter.measure(bitmap, .itur2100PQ)
    let writer = try TargetFormat(named: "png").writer
    do {
      try output.write(writer.encode(still, options: EncodeOptions(bitDepth: 16)))
    } catch {
      throw PictureError(error, file: path)
    }
    say("  \(path)  16-bit PQ: the light itself")
  }

  private func convert(_ input: String, _ output: String, _ purpose: String, _ options: [String] = []) throws {
    say("  \(output)  \(purpose)")
    say("      headroom \((["convert", input, output] + options).joined(separator: " "))")
    try run(["convert", "--quiet"] + (overwrite ? ["--overwrite"] : []) + options + ["--", input, output])
  }

  private func note(_ arguments: [String]) throws {
    say("$ headroom \(arguments.joined(separator: " "))")
    if !common.quiet { try run([arguments[0], "--"] + arguments.dropFirst()) }
  }

  private func run(_ arguments: [String]) throws {
    var command = try RootCommand.parseAsRoot(arguments)
    try command.run()
  }

  /// How to call this program from here: by its name if the shell finds it, otherwise by its path.
  private static let command: String = {
    let own = OutputFile.resolved("/proc/self/exe")
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    if folders.contains(where: { OutputFile.resolved("\($0)/headroom") == own }) { return "headroom" }
    let here = OutputFile.resolved(".") + "/"
    return own.hasPrefix(here) ? String(own.dropFirst(here.count)) : own
  }()

  private func path(_ name: String) -> String { "\(outputDirectory)/\(name)" }

  private func say(_ line: String) {
    if !common.quiet { try? StandardStreams.print(line) }
  }
}
