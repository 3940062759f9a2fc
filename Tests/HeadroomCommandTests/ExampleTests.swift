import Foundation
import HeadroomTestSupport
import Testing

/// The programs of Examples, compiled as another package has them, and run on small files.
@Suite struct ExampleTests {
  private static let folder = TestData.packageRoot.appending(path: "Examples")

  private func build(_ name: String, in scratch: Scratch) throws {
    let source = try String(contentsOf: Self.folder.appending(path: "\(name)/main.swift"), encoding: .utf8)
    let compiled = try Guides.compile(source, to: name, in: scratch)
    try #require(compiled.status == 0, "\(compiled.errors)")
    let usage = try Shell.run("./\(name)", in: scratch.folder)
    #expect(usage.status == 2 && usage.output.hasPrefix("usage: \(name) "))
  }

  private func headroom(of file: String, in scratch: Scratch) throws -> Double {
    let object = try Headroom.run("info", "--json", file, in: scratch.folder).object()
    return try #require((object["hdr"] as? [String: Any])?["contentHeadroom"] as? Double)
  }

  @Test(arguments: [("EditorChain", "made.heic"), ("OwnFilter", "made.jpg")])
  func `A program makes an HDR photo of an HDR photo`(_ name: String, _ output: String) throws {
    let scratch = try PrintedCommands.pictures()
    try build(name, in: scratch)
    let result = try Shell.run("./\(name) photo.heic \(output)", in: scratch.folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try headroom(of: output, in: scratch) > 10)
    #expect(try Shell.run("./\(name) nothing.jpg \(output)", in: scratch.folder).status == 3)
  }

  @Test func `The RAW batch develops what is whole, and names what is not`() throws {
    let scratch = try PrintedCommands.pictures()
    try build("RAWBatch", in: scratch)
    try FileManager.default.createDirectory(at: scratch.file("raws"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: scratch.file("IMG.dng"), to: scratch.file("raws/a.dng"))
    try Data("no picture".utf8).write(to: scratch.file("raws/b.dng"))
    let result = try Shell.run("./RAWBatch raws out", in: scratch.folder)
    #expect(result.status == 1)
    #expect(result.lines.last == "1 of 2 developed")
    #expect(try headroom(of: "out/a.heic", in: scratch) > 1)
  }

  @Test func `The Metal view shows less above white on a brighter screen`() throws {
    let scratch = try PrintedCommands.pictures()
    try build("MetalDisplay", in: scratch)
    let result = try Shell.run("./MetalDisplay photo.jpg out", in: scratch.folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.lines.last == "slider 1.0: white 1000.0 cd/m², headroom 1.6")
    let size = try Headroom.run("info", "--json", "out/brightness-50.png", in: scratch.folder).object()
    #expect(size["width"] as? Int == 320)
  }

  @Test func `The dissolve joins HLG and PQ`() throws {
    let scratch = try PrintedCommands.pictures()
    try PrintedCommands.films(scratch, project: "{}")
    try build("VideoDissolve", in: scratch)
    let result = try Shell.run("./VideoDissolve 0.5 a.mov b.mov film.mov", in: scratch.folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == "5.5 s, HDR\n")
  }

  @Test func `The thumbnail server keeps HDR, and gives nothing away`() throws {
    let scratch = try PrintedCommands.pictures()
    try build("ThumbnailServer", in: scratch)
    // The port of a moment ago is free.
    let line = """
      port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
      ./ThumbnailServer photos/trip $port >log & server=$!
      trap 'kill $server' EXIT
      for i in $(seq 100); do [ -s log ] && break; sleep 0.1; done
      get() { curl -s --path-as-is -o "$2" -w '%{http_code} %{content_type}\\n' "${@:3}" "http://127.0.0.1:$port$1"; }
      get '/photo.jpg?size=64' small.jpg
      get '/photo.jpg?size=64' small.avif -H 'Accept: image/avif,image/*'
      for path in /../../job.json /nothing.jpg; do get "$path" none; done
      for path in '/photo.jpg?size=1e9' / /.; do get "$path" none; done
      """
    let result = try Shell.run(line, in: scratch.folder)
    #expect(
      result.lines == [
        "200 image/jpeg", "200 image/avif", "404 text/plain", "404 text/plain", "400 text/plain", "400 text/plain",
        "400 text/plain",
      ])
    for file in ["small.jpg", "small.avif"] { #expect(try headroom(of: file, in: scratch) > 10) }
  }

  /// As it is, and with the one import that Headroom itself has.
  @Test(arguments: [true, false])
  func `The ported program makes thumbnails with HDR`(_ hasAppleNames: Bool) throws {
    let scratch = try PrintedCommands.pictures()
    var source = try String(
      contentsOf: Self.folder.appending(path: "Ported/Sources/ported/main.swift"), encoding: .utf8)
    let modules = ["CoreImage", "ImageIO", "UniformTypeIdentifiers"]
    var flags: [String] = []
    if hasAppleNames {
      let map = TestData.packageRoot.appending(path: "Sources/AppleNames/CIFilterBuiltins/module.modulemap").path
      flags = modules.map { "-module-alias \($0)=Apple\($0)" } + ["-Xcc -fmodule-map-file=\(map)"]
    } else {
      let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
      let kept = lines.filter { line in !modules.contains { line.hasPrefix("import \($0)") } }
      source = "import Headroom\n" + kept.joined(separator: "\n")
    }
    let compiled = try Guides.compile(
      source, to: "ported", in: scratch, flags: (["-warnings-as-errors"] + flags).joined(separator: " "))
    try #require(compiled.status == 0, "\(compiled.errors)")
    let result = try Shell.run("./ported photo.heic nothing.jpg", in: scratch.folder)
    #expect(result.status == 0 && result.lines.count == 2 && result.lines[0].hasPrefix("nothing.jpg: "))
    #expect(try headroom(of: "photo-thumbnail.heic", in: scratch) > 4)
  }

  @Test func `Programs have less than 100 lines and are in the package of examples`() throws {
    let manifest = try String(contentsOf: Self.folder.appending(path: "Package.swift"), encoding: .utf8)
    for name in ["EditorChain", "MetalDisplay", "OwnFilter", "RAWBatch", "ThumbnailServer", "VideoDissolve"] {
      let source = try String(contentsOf: Self.folder.appending(path: "\(name)/main.swift"), encoding: .utf8)
      #expect(source.split(separator: "\n", omittingEmptySubsequences: false).count < 100, "\(name)")
      #expect(manifest.contains("\"\(name)\""), "\(name)")
    }
  }
}
