import Foundation
import HeadroomTestSupport
import Testing

/// What the surroundings of a process do to it: closed descriptors, limits, signals, pipes, files that change.
@Suite struct ProcessSafetyTests {
  private let scratch: Scratch
  private let picture: String

  init() throws {
    scratch = try Scratch()
    picture = try scratch.write(Self.fixture.bytes, to: "a.png")
  }

  /// Light beyond SDR and a wrong text chunk, so that converting it warns.
  private static let fixture = FixturePNG(width: 64, height: 48) { x, y in
    (UInt16(x * 1000), UInt16(y * 1300), 40_000)
  }.pq

  private func shell(_ line: String) throws -> Shell.Result { try Shell.run(line, in: scratch.folder) }

  // MARK: Descriptors

  @Test(arguments: ["2>&-", "<&- 2>&-", "<&- >&- 2>&-"])
  func `Warnings do not go into outputs when standard descriptors are closed`(_ closed: String) throws {
    let names = (1...8).map { "in\($0).png" }
    for name in names { _ = try scratch.write(Self.fixture.bytes, to: name) }
    try FileManager.default.createDirectory(at: scratch.file("open"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(at: scratch.file("closed"), withIntermediateDirectories: true)
    let line = "\"$H\" convert in?.png --format jpeg --rendition sdr --jobs 8 --output-directory"
    let open = try shell("\(line) open")
    #expect(open.errors.contains("warning"))
    #expect(try shell("\(line) closed \(closed)").status == 0)
    for name in names {
      let file = name.replacing(".png", with: ".jpg")
      #expect(try Data(contentsOf: scratch.file("open/\(file)")) == Data(contentsOf: scratch.file("closed/\(file)")))
    }
  }

  @Test func `Writing to a closed standard output fails with 4, reading a closed input with 3`() throws {
    #expect(try shell("\"$H\" info a.png >&-").status == 4)
    #expect(try shell("\"$H\" convert a.png - --format png >&-").status == 4)
    #expect(try shell("\"$H\" info - <&-").status == 3)
  }

  // MARK: What the shell lets a process have

  /// Below 102 MB the system cannot load the program; from then on it says what is missing, or does its work.
  @Test(arguments: [104, 128, 150, 200, 300])
  func `Too few addresses end in a sentence`(_ megabytes: Int) throws {
    for size in ["64x48!", "3000x3000!"] {
      let line =
        "ulimit -v $((\(megabytes) * 1024)); \"$H\" convert a.png b.png --overwrite --rendition sdr --resize '\(size)'"
      let result = try shell(line)
      #expect([0, 3].contains(result.status), "\(megabytes) MB, \(size): \(result.status) \(result.errors)")
      // Where the runtime finds no addresses itself, its own line comes first.
      #expect(result.status == 0 || result.errors.contains("headroom: "), "\(result.errors)")
    }
  }

  @Test(arguments: [64, 128, 256, 1024])
  func `Small stacks are enough`(_ kilobytes: Int) throws {
    for format in ["png", "jpeg", "avif", "heic", "jxl"] {
      let result = try shell(
        "ulimit -s \(kilobytes); \"$H\" convert a.png b.\(format) --overwrite --rendition sdr --format \(format)")
      #expect(result.status == 0, "\(kilobytes) KB, \(format): \(result.errors)")
    }
  }

  // MARK: Pipes and limits

  @Test func `A reader that goes away ends the command quietly`() throws {
    for command in ["info a.png", "pixels a.png", "convert a.png - --format png", "--help", "info missing.png a.png"] {
      // Both with the signal and where a parent has it ignored.
      for prefix in ["", "trap '' PIPE; "] {
        let result = try shell("\(prefix)\"$H\" \(command) 2>err | sleep 0; echo ${PIPESTATUS[0]}; grep -v missing err")
        // The pipe may still be open when the last byte goes out.
        let status = result.output.split(separator: "\n").first
        #expect(status == "141" || status == "0" || command.contains("missing"), "\(command): \(result.output)")
        #expect(!result.output.contains("headroom:"), "\(command)")
      }
    }
    let closed = try shell("(sleep 0.3; \"$H\" info a.png; echo $? >&2) 2>err | true; sleep 0.6; cat err")
    #expect(closed.output == "141\n")
  }

  @Test func `A file size limit is an error about the output, and nothing is left`() throws {
    for format in ["png", "tif", "avif", "jpg"] {
      let result = try shell("ulimit -f 1; \"$H\" convert a.png big.\(format) --resize 400x400")
      #expect(result.status == 4, "\(format): \(result.errors)")
      #expect(result.errors.contains("big.\(format)"))
    }
    #expect(scratch.contents == ["a.png"])
  }

  @Test func `Devices and pipes without end are refused within their first kilobytes`() throws {
    for source in ["/dev/zero", "/dev/urandom"] {
      let result = try shell("\"$H\" info \(source)")
      #expect(result.status == 3)
      #expect(result.errors.contains("not an image of a known format"))
    }
    let piped = try shell("yes | \"$H\" info -")
    #expect(piped.status == 3)
    #expect(piped.errors.contains("not an image of a known format"))
    // What is a picture is read to its end however slowly it comes.
    let slow = try shell("(head -c 5 a.png; sleep 0.1; tail -c +6 a.png) | \"$H\" info - --json")
    #expect(slow.status == 0)
  }

  // MARK: Signals

  /// Starts the command so that it waits for its input in a pipe with a half-made target, and calls `body`.
  private func interrupted(_ prefix: String, _ signal: String) throws -> Shell.Result {
    try shell(
      """
      mkfifo pipe.png; exec 9<>pipe.png
      \(prefix) "$H" convert pipe.png out.png 9>&- & child=$!
      sleep 0.4; kill -\(signal) $child; sleep 0.1; cat a.png >&9; exec 9>&-
      wait $child; echo $?; rm pipe.png
      """)
  }

  @Test func `A terminal that goes away ends with 129 and leaves nothing`() throws {
    #expect(try interrupted("", "HUP").output == "129\n")
    #expect(scratch.contents == ["a.png"])
  }

  @Test func `Signals that were ignored stay ignored`() throws {
    #expect(try interrupted("env nohup", "HUP").output == "0\n")
    #expect(scratch.contents.contains("out.png"))
  }

  // MARK: What a killed process leaves

  @Test func `Hidden files of processes that are gone are removed, others stay`() throws {
    for name in [".out.png.99999.0.partial", ".x.jpg.1.12.partial", ".held.png.7.3.partial"] {
      _ = try scratch.write([1, 2, 3], to: name)
    }
    for name in [".mine.partial", "out.png.99999.0.partial", ".out.png.x.0.partial"] {
      _ = try scratch.write([1], to: name)
    }
    let result = try shell("(flock -x 8; \"$H\" convert a.png out.png 8>&-) 8<.held.png.7.3.partial")
    #expect(result.status == 0)
    #expect(
      scratch.contents == [
        ".held.png.7.3.partial", ".mine.partial", ".out.png.x.0.partial", "a.png", "out.png", "out.png.99999.0.partial",
      ])
  }

  // MARK: Files that change

  @Test func `A file that becomes shorter while it is read is an error, no crash`() throws {
    // Large enough to be mapped, and read slowly enough to be cut: its rows wait for the reader of the output, which is
    // larger than a pipe.
    _ = try scratch.write(Self.largeTIFF(), to: "big.tif")
    let result = try shell(
      """
      mkfifo out.png; "$H" convert big.tif - --format png --rows-from 1 >out.png & child=$!
      exec 9<out.png; sleep 1; truncate -s 100000 big.tif; cat <&9 >/dev/null; wait $child; echo $?
      """)
    #expect(result.output == "3\n", "\(result.output) \(result.errors)")
    #expect(result.errors.contains("became shorter"), "\(result.errors)")
  }

  /// 72 megabytes of noise in strips of 100 rows, not compressed.
  private static func largeTIFF() -> [UInt8] {
    let (width, height, rows) = (6000, 4000, 100)
    let strips = height / rows
    func short(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }
    func long(_ value: Int) -> [UInt8] { short(value & 0xFFFF) + short(value >> 16) }
    let data = 1024
    let fields: [(tag: Int, type: Int, count: Int, value: Int)] = [
      (256, 4, 1, width), (257, 4, 1, height), (258, 3, 3, 200), (259, 3, 1, 1), (262, 3, 1, 2),
      (273, 4, strips, 300), (277, 3, 1, 3), (278, 4, 1, rows), (279, 4, strips, 600),
    ]
    var file = Array("II".utf8) + short(42) + long(8) + short(fields.count)
    for field in fields { file += short(field.tag) + short(field.type) + long(field.count) + long(field.value) }
    func pad(to offset: Int) { file += [UInt8](repeating: 0, count: offset - file.count) }
    pad(to: 200)
    for _ in 0..<3 { file += short(8) }
    pad(to: 300)
    for strip in 0..<strips { file += long(data + strip * rows * width * 3) }
    pad(to: 600)
    for _ in 0..<strips { file += long(rows * width * 3) }
    pad(to: data)
    var noise = SeededGenerator(seed: 1)
    for _ in 0..<width * height * 3 / 8 {
      unsafe withUnsafeBytes(of: noise.next()) { unsafe file.append(contentsOf: $0) }
    }
    return file
  }

  // MARK: Links

  @Test func `Symbolic links are written through`() throws {
    let files = FileManager.default
    try files.createDirectory(at: scratch.file("sub"), withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: scratch.path("one"), withDestinationPath: "two")
    try files.createSymbolicLink(atPath: scratch.path("two"), withDestinationPath: "sub/target.png")
    let refused = try Headroom.run(["convert", picture, "one", "--format", "png"], in: scratch.folder)
    #expect(refused.status == 4)
    #expect(refused.errors.contains("symbolic link"))
    for _ in 0..<2 {
      // First the target does not exist, then it does.
      #expect(
        try Headroom.run(["convert", picture, "one", "--format", "png", "--overwrite"], in: scratch.folder).status == 0)
      #expect(try files.destinationOfSymbolicLink(atPath: scratch.path("one")) == "two")
      #expect(try files.destinationOfSymbolicLink(atPath: scratch.path("two")) == "sub/target.png")
      #expect(try Headroom.run("info", scratch.path("sub/target.png")).status == 0)
    }
    try files.createSymbolicLink(atPath: scratch.path("loop"), withDestinationPath: "loop")
    #expect(try Headroom.run("convert", picture, scratch.path("loop"), "--format", "png", "--overwrite").status == 4)
  }
}
