import Foundation
import HeadroomPictures
import Testing

/// `--request`: options as JSON.
@Suite struct RequestTests {
  private static let picture: [UInt8] = {
    var bytes = Array("P6 32 16 255\n".utf8)
    for place in 0..<32 * 16 { bytes += [UInt8(place % 256), UInt8(place * 7 % 256), 90] }
    return bytes
  }()

  /// Options of 'convert' that say where files are and how the run goes, and second names of others.
  private static let others: Set<String> = [
    "allow-partial", "dry-run", "fail-fast", "files-from", "help", "jobs", "keep-metadata", "max-memory", "max-pixels",
    "name",
    "null", "output", "output-directory", "overwrite", "progress", "quiet", "recursive", "request", "skip-existing",
    "strict",
    "strip-metadata", "threads", "verbose", "version", "width", "height",
  ]

  @Test func `The keys are the options of 'convert' in camel case`() throws {
    let help = try Headroom.run("help", "convert").text
    let options = Set(help.matches(of: /(?m)^ +(?:-\w, )?--([a-z-]+)/).map { String($0.1) })
    let keys = Set(Setting.allCases.map { SettingWords.kebab($0.rawValue) })
    #expect(options.count > 50)
    #expect(options.subtracting(keys).subtracting(Self.others).isEmpty)
    #expect(keys.subtracting(options).isEmpty)
  }

  @Test func `A request gives the bytes of the same options`() throws {
    let scratch = try Scratch()
    _ = try scratch.write(Self.picture, to: "a.ppm")
    let json = #"{"schema": 1, "resize": "50%", "quality": 70, "rotate": 90, "filters": ["CIVibrance amount=0.4"]}"#
    _ = try scratch.write(Array(json.utf8), to: "job.json")
    let asked = try Headroom.run("convert", "a.ppm", "asked.jpg", "--request", "job.json", in: scratch.folder)
    #expect(asked.status == 0 && asked.errors.isEmpty, "\(asked.errors)")
    let said = try Headroom.run(
      "convert", "a.ppm", "said.jpg", "--resize", "50%", "-q", "70", "--rotate", "90", "--filter",
      "CIVibrance amount=0.4",
      in: scratch.folder)
    #expect(said.status == 0)
    #expect(try Data(contentsOf: scratch.file("asked.jpg")) == Data(contentsOf: scratch.file("said.jpg")))
  }

  @Test func `A mistake is said with its place, and leaves no file`() throws {
    let scratch = try Scratch()
    _ = try scratch.write(Self.picture, to: "a.ppm")
    _ = try scratch.write(Array(#"{"schema": 1, "qualty": 70}"#.utf8), to: "job.json")
    let result = try Headroom.run("convert", "a.ppm", "out.jpg", "--request", "job.json", in: scratch.folder)
    #expect(result.status == 3)
    #expect(result.errors == "headroom: job.json: $.qualty: is no setting; did you mean 'quality'?\n")
    #expect(!FileManager.default.fileExists(atPath: scratch.file("out.jpg").path))
  }

  @Test func `Settings beside a request are refused`() throws {
    let scratch = try Scratch()
    _ = try scratch.write(Self.picture, to: "a.ppm")
    _ = try scratch.write(Array(#"{"schema": 1}"#.utf8), to: "job.json")
    let result = try Headroom.run(
      "convert", "a.ppm", "out.jpg", "--request", "job.json", "--quality", "70", in: scratch.folder)
    #expect(result.status == 2 && result.errors.contains("--quality"))
  }
}
