import Foundation
import Testing

/// Folders, lists of names, and names of outputs.
@Suite struct SeveralInputsTests {
  private static let picture = FixturePNG(width: 24, height: 16) { x, y in (UInt16(x * 900), UInt16(y * 900), 30_000) }

  private func tree() throws -> Scratch {
    let scratch = try Scratch()
    for name in ["in/1.png", "in/x/2.png", "in/x/y/3.PNG", "in/z/1.png", "in/._1.png", "in/notes.txt"] {
      let file = scratch.file(name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(name.hasSuffix("txt") ? [1] : Self.picture.bytes).write(to: file)
    }
    return scratch
  }

  private func files(below folder: URL) -> [String] {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.allObjects.compactMap { $0 as? String } ?? []
    return paths.filter { $0.contains(".") }.sorted()
  }

  private func run(_ arguments: String..., in scratch: Scratch, input: Data? = nil) throws -> Headroom.Result {
    try Headroom.run(arguments, input: input, in: scratch.folder)
  }

  @Test func `Folders keep their structure below the output folder, which is made`() throws {
    let scratch = try tree()
    let options = ["--recursive", "--output-directory", "deep/out", "--format", "jpeg"]
    #expect(try Headroom.run(["convert", "in"] + options, in: scratch.folder).status == 0)
    #expect(files(below: scratch.file("deep/out")) == ["1.jpg", "x/2.jpg", "x/y/3.jpg", "z/1.jpg"])
  }

  @Test func `Links in a circle end nothing, and results are no inputs of the next run`() throws {
    let scratch = try tree()
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: scratch.path("in/x/loop"), withDestinationPath: scratch.path("in"))
    try manager.createSymbolicLink(atPath: scratch.path("in/z/link.png"), withDestinationPath: scratch.path("in/1.png"))
    let line = ["convert", "in", "--recursive", "--output-directory", "in/out", "--format", "jpeg", "--skip-existing"]
    for _ in 0..<2 {
      #expect(try Headroom.run(line, in: scratch.folder).status == 0)
      #expect(files(below: scratch.file("in/out")) == ["1.jpg", "x/2.jpg", "x/y/3.jpg", "z/1.jpg", "z/link.jpg"])
    }
  }

  @Test func `A folder without --recursive says what takes its pictures`() throws {
    let scratch = try tree()
    let result = try run("convert", "in", "--output-directory", "out", "--format", "jpeg", in: scratch)
    #expect(result.status == 3)
    #expect(result.errors.contains("--recursive"))
    #expect(try run("info", "--recursive", "in", "--json", in: scratch).lines.count == 4)
    #expect(try run("thumbnail", "in", "--recursive", "--size", "9", in: scratch).status == 2)
    #expect(
      try run("convert", "in/x/y", "--recursive", "--output-directory", "out", "--format", "jpeg", in: scratch).status
        == 0)
  }

  @Test func `Names come from a list, by lines or zero bytes`() throws {
    let scratch = try tree()
    try FileManager.default.moveItem(at: scratch.file("in/1.png"), to: scratch.file("in/a b\nc.png"))
    let lines = Data("in/x/2.png\n\nin/z/1.png\n".utf8)
    let options = ["--output-directory", "out", "--format", "jpeg"]
    #expect(try Headroom.run(["convert", "--files-from", "-"] + options, input: lines, in: scratch.folder).status == 0)
    #expect(files(below: scratch.file("out")) == ["1.jpg", "2.jpg"])
    try Data("in/a b\nc.png\0".utf8).write(to: scratch.file("list"))
    let listed = ["convert", "--files-from", "list", "--null", "--skip-existing", "in/x/2.png"] + options
    #expect(try Headroom.run(listed, in: scratch.folder).status == 0)
    #expect(files(below: scratch.file("out")) == ["1.jpg", "2.jpg", "a b\nc.jpg"])
  }

  @Test func `What is no list is refused`() throws {
    let scratch = try tree()
    try Data().write(to: scratch.file("empty"))
    for (list, options) in [("/dev/zero", []), ("/dev/zero", ["--null"]), ("empty", []), ("missing", []), ("in", [])] {
      let line = ["info", "--files-from", list] + options
      #expect(try Headroom.run(line, in: scratch.folder).status == 3, "\(list)")
    }
    #expect(try run("info", "--null", "in/1.png", in: scratch).status == 2)
    #expect(try run("info", in: scratch).status == 2)
  }

  @Test func `Templates name the outputs`() throws {
    let scratch = try tree()
    let template = "{parent}/{index}-{name}-{width}x{height}-{format}-{{}}.{ext}"
    let line = ["in/x/2.png", "in/z/1.png", "--resize", "12x12", "--output-directory", "out", "--format", "jpeg"]
    #expect(try Headroom.run(["convert"] + line + ["--name", template], in: scratch.folder).status == 0)
    #expect(files(below: scratch.file("out")) == ["x/1-2.png-12x8-jpeg-{}.jpg", "z/2-1.png-12x8-jpeg-{}.jpg"])
    let filtered = ["convert", "in/1.png", "--output-directory", "out", "--name", "{stem}-{width}.png"]
    let filter = ["--filter", "CICrop rectangle=[2,2,5,5]"]
    #expect(try Headroom.run(filtered + filter, in: scratch.folder).status == 0)
    #expect(files(below: scratch.file("out")).contains("1-5.png"))
    let thumbnails = ["thumbnail", "in/1.png", "--size", "8", "--name", "small-{width}.{ext}"]
    #expect(try Headroom.run(thumbnails, in: scratch.folder).status == 0)
    #expect(files(below: scratch.file("in")).contains("small-8.png"))
  }

  @Test func `Names that meet are refused before any work`() throws {
    let scratch = try tree()
    for (inputs, name) in [
      (["in/1.png", "in/z/1.png"], "{stem}.jpg"), (["in/1.png", "in/x/2.png"], "{width}.jpg"),
      (["in/1.png", "in/x/2.png"], "same.jpg"),
    ] {
      let result = try Headroom.run(
        ["convert"] + inputs + ["--output-directory", "out", "--name", name], in: scratch.folder)
      #expect(result.status == 2)
      #expect(result.errors.contains("would both become"))
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.path("out")))
    // The second becomes 2.png, which the first is: whether it is read before it is replaced is a matter of luck.
    let line = ["convert", "in/x/2.png", "in/1.png", "--output-directory", "in/x", "--overwrite"]
    let crossing = try Headroom.run(line + ["--name", "{index}.png"], in: scratch.folder)
    #expect(crossing.status == 2)
    #expect(crossing.errors.contains("is an input"))
  }

  @Test func `Templates that name nothing useful are wrong usage`() throws {
    let scratch = try tree()
    for name in [
      "{stm}.jpg", "{stem.jpg", "stem}.jpg", "../{stem}.jpg", "/tmp/{stem}.jpg", "", "a//{stem}.jpg", "{stem}",
    ] {
      let line = ["convert", "in/1.png", "--output-directory", "out", "--name", name]
      #expect(try Headroom.run(line, in: scratch.folder).status == 2, "\(name)")
    }
    #expect(try run("convert", "in/1.png", "b.png", "--name", "{stem}.png", in: scratch).status == 2)
  }

  @Test func `A file that cannot be read fails in its turn`() throws {
    let scratch = try tree()
    let line = ["in/1.png", "in/notes.txt", "in/x/2.png", "--output-directory", "out", "--name", "{stem}-{width}.jpg"]
    let result = try Headroom.run(["convert"] + line, in: scratch.folder)
    #expect(result.status == 1)
    #expect(result.errors.contains("in/notes.txt"))
    #expect(files(below: scratch.file("out")) == ["1-24.jpg", "2-24.jpg"])
  }

  @Test func `A dry run makes no folder`() throws {
    let scratch = try tree()
    #expect(
      try run("convert", "in/1.png", "--output-directory", "out", "--format", "png", "--dry-run", in: scratch).status
        == 0)
    #expect(scratch.contents == ["in"])
  }

  @Test func `Names that are no text are found, listed and kept`() throws {
    let scratch = try tree()
    let line = """
      name=$(printf 'in/x/\\xff.png'); cp in/1.png "$name"
      headroom convert in/x --recursive --output-directory out --format jpeg
      find in/x -name '*ff.png' -o -name $'\\xff.png' -print0 |
        headroom convert --files-from /dev/stdin --null --output-directory listed --format jpeg
      test -f "$(printf 'out/\\xff.jpg')" && test -f "$(printf 'listed/\\xff.jpg')"
      """
    let result = try Shell.run(line, in: scratch.folder)
    #expect(result.status == 0, "\(result.errors)")
  }
}
