import Foundation
import Testing

@Suite struct UsageTests {
  @Test func `The version is one line on standard output`() throws {
    let result = try Headroom.run("--version")
    #expect(result.status == 0)
    #expect(result.text.wholeMatch(of: /headroom \d+\.\d+\.\d+\n/) != nil)
    #expect(result.errors.isEmpty)
  }

  @Test(arguments: [
    [], ["info"], ["convert"], ["thumbnail"], ["gainmap"], ["gainmap", "info"], ["gainmap", "extract"],
    ["gainmap", "apply"], ["gainmap", "compute"], ["gainmap", "strip"], ["gainmap", "validate"], ["pixels"],
    ["compare"], ["filters"], ["render"], ["graph"], ["kernel"], ["kernel", "check"], ["batch"], ["demo"], ["manual"],
  ])
  func `Every verb explains itself`(_ verb: [String]) throws {
    let result = try Headroom.run(verb + ["--help"])
    #expect(result.status == 0)
    #expect(result.text.contains("USAGE: headroom"))
    #expect(result.text.contains("headroom \(verb.first ?? "demo")"), "an example")
    #expect(result.errors.isEmpty)
  }

  @Test(arguments: [
    ["nonsense"], ["--nonsense"], ["info"], ["info", "--nonsense", "a.png"], ["convert", "a.png"],
    ["pixels", "a.png", "--headroom", "0.5"], ["pixels", "a.png", "--headroom", "-1stops"],
    ["pixels", "a.png", "--headroom", "nan"], ["pixels", "a.png", "--headroom", "bright"],
    ["pixels", "a.png", "--rect", "1,2,3"], ["pixels", "a.png", "--rect", "0,0,0,1"],
    ["pixels", "a.png", "--max-pixels", "many"], ["convert", "a.png", "b.png", "--resize", "big"],
    ["convert", "a.png", "b.png", "--quality", "101"], ["convert", "a.png", "b.png", "--depth", "9"],
    ["convert", "a.png", "b.png", "--overwrite", "--skip-existing"],
    ["convert", "a.png", "b.png", "--gain-map-scale", "3"],
    ["convert", "a.png", "b.png", "--rendition", "adaptive", "--gain-map", "none"],
    ["convert", "a.png", "b.png", "--temperature", "1"],
    ["convert", "a.png", "b.png", "--filter", "CIExposureAdjust inputEV"],
    ["convert", "a.png", "b.png", "--filter", "CIExposureAdjust inputEV=\"1"],
    ["kernel", "check"], ["kernel", "check", "a.metal", "--dialect", "glsl"],
    ["kernel", "check", "a.metal", "-D", "1A"],
    ["kernel", "check", "a.metal", "-DA=1\n#error", "x"], ["kernel", "chek", "a.metal"],
    ["thumbnail", "a.png"], ["thumbnail", "a.png", "--size", "0"], ["gainmap", "extract", "a.jpg"],
    ["gainmap", "apply", "a.jpg", "b.png", "--headroom", "0.5"], ["gainmap", "compute", "b.jpg"],
    ["gainmap", "compute", "--base", "a.png", "--alternate", "b.png", "c.jpg", "--scale", "3"],
  ])
  func `Wrong usage is one line and exit code 2`(_ arguments: [String]) throws {
    let result = try Headroom.run(arguments)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errorLines.count == 1)
    #expect(result.errors.hasPrefix("headroom: "))
  }

  @Test func `With --json a failure is an object with the same facts`() throws {
    let result = try Headroom.run("info", "--json", "missing.jpg")
    #expect(result.status == 3)
    #expect(result.output.isEmpty)
    let object = try #require(JSONSerialization.jsonObject(with: Data(result.errors.utf8)) as? [String: Any])
    let error = try #require(object["error"] as? [String: Any])
    #expect(object["schema"] as? Int == 1)
    #expect(error["file"] as? String == "missing.jpg")
    #expect(error["exitCode"] as? Int == 3)
    #expect((error["message"] as? String)?.contains("no such file") == true)
  }

  @Test func `A start loads no codec that few files need`() throws {
    let scratch = try Scratch()
    let loaded = try Shell.run("LD_TRACE_LOADED_OBJECTS=1 \"$H\"", in: scratch.folder).output
    #expect(loaded.contains("libjpeg"))
    for library in ["tiff", "aom", "jxl", "webp", "x265", "zstd", "lzma"] {
      #expect(!loaded.contains("lib\(library)."), "\(loaded)")
    }
  }
}
