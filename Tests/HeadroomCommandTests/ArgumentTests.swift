import Foundation
import Testing

/// Slips on the command line.
@Suite struct ArgumentTests {
  private func error(_ arguments: String...) throws -> String { try error(arguments) }

  private func error(_ arguments: [String]) throws -> String {
    let result = try Headroom.run(arguments)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errorLines.count == 1)
    return result.errors
  }

  @Test func `A file name that begins with a dash is an error that names the two dashes`() throws {
    for name in ["-hello.jpg", "-x.jpg", "--foo.jpg", "-vacation/a.jpg"] {
      for line in [
        ["convert", name, "out.png"], ["info", name], ["thumbnail", "a.jpg", name, "--size", "9"], [name],
      ] {
        let text = try error(line)
        #expect(text.contains("'\(name)' begins with '-'"))
        #expect(text.contains("'--'"))
      }
    }
  }

  @Test func `A name without an extension is known by the file`() throws {
    let scratch = try Scratch()
    _ = try scratch.write([1], to: "-photo")
    let result = try Headroom.run("info", "-photo", in: scratch.folder)
    #expect(result.status == 2)
    #expect(result.errors.contains("begins with '-'"))
    #expect(try Headroom.run("info", "-photo").errors.contains("unknown option '-photo'"))
  }

  @Test func `Behind two dashes it is a file like others`() throws {
    let scratch = try Scratch()
    let fixture = FixturePNG(width: 8, height: 8) { x, _ in (UInt16(x * 900), 30_000, 20_000) }.pq
    _ = try scratch.write(fixture.bytes, to: "-hello.png")
    #expect(try Headroom.run("convert", "--", "-hello.png", "-out.jpg", in: scratch.folder).status == 0)
    #expect(try Headroom.run("info", "--", "-out.jpg", in: scratch.folder).status == 0)
    let applied = try Headroom.run(
      "gainmap", "apply", "--quality", "90", "--format", "avif", "--", "-out.jpg", "-b", in: scratch.folder)
    #expect(applied.status == 0)
    #expect(scratch.contents.contains("-b"))
  }

  @Test(arguments: [
    (["convert", "a.jpg", "b.jpg", "--qualty", "3"], "--qualty", "--quality"),
    (["convert", "a.jpg", "b.jpg", "c.jpg", "--qualty=3"], "--qualty", "--quality"),
    (["thumbnail", "a.jpg", "b.jpg", "c.jpg", "--sze", "3"], "--sze", "--size"),
    (["convert", "a.jpg", "b.jpg", "--colour-space", "sRGB"], "--colour-space", "--color-space"),
    (["convert", "a.jpg", "b.jpg", "--output-dir", "out"], "--output-dir", "--output-directory"),
    (["gainmap", "info", "--jsn", "a.jpg"], "--jsn", "--json"),
    (["conver", "a.jpg", "b.jpg"], "conver", "convert"), (["gainmap", "extrac", "a.jpg"], "extrac", "extract"),
    (["conver", "--help"], "conver", "convert"),
    (["convert", "a.jpg", "b.jpg", "--gain-map", "lumma"], "lumma", "luma"),
    (["convert", "a.jpg", "b.jpg", "--rendition=adaptve"], "adaptve", "adaptive"),
    (["convert", "a.jpg", "b.jpg", "--color-space", "displayp4"], "displayp4", "displayP3"),
    (["pixels", "a.jpg", "--color-space", "2100_PQ"], "2100_PQ", "itur_2100_PQ"),
    (["convert", "a.jpg", "b.pngg"], "pngg", "png"), (["convert", "a.jpg", "b", "--format", "jpge"], "jpge", "jpeg"),
    (["convert", "a.jpg", "b.jpg", "--filter", "CIGausianBlur"], "CIGausianBlur", "CIGaussianBlur"),
    (["convert", "a.jpg", "b.jpg", "--filter", "gaussianblur"], "gaussianblur", "CIGaussianBlur"),
    (["convert", "a.jpg", "b.jpg", "--filter", "CIGaussianBlur radus=3"], "radus", "radius"),
    (["convert", "a.jpg", "b.jpg", "--filter", "CIGaussianBlur inputRadus=3"], "inputRadus", "inputRadius"),
    (["convert", "a.jpg", "b.jpg", "--filter", "CIConstantColorGenerator color=[1,1,1]@sRBG"], "sRBG", "sRGB"),
    (["convert", "a.jpg", "b.jpg", "--overlay", "c.png", "--at", "southst"], "southst", "south"),
    (["filters", "CIExposurAdjust"], "CIExposurAdjust", "CIExposureAdjust"),
    (["filters", "--category", "Blurr"], "Blurr", "Blur"),
  ])
  func `What was probably meant is said`(_ arguments: [String], _ slip: String, _ meant: String) throws {
    let text = try error(arguments)
    #expect(text.contains("'\(slip)'"))
    let question = text.split(separator: "did you mean ").last ?? ""
    #expect(text.contains("did you mean") && question.contains("'\(meant)'"), "\(text)")
  }

  @Test func `Nothing is guessed where nothing is near`() throws {
    for line in [["--nonsense"], ["frobnicate"], ["convert", "a", "b", "--frobnicate"]] {
      #expect(!(try error(line)).contains("did you mean"))
    }
  }

  @Test func `The names of colour spaces are in help and in the error`() throws {
    let (help, text) = (
      try Headroom.run("convert", "--help").text, try error("convert", "a", "b", "--color-space", "help")
    )
    let words = help.split { $0.isWhitespace || ",();".contains($0) }
    for name in ["sRGB", "displayP3", "itur_2100_PQ", "extendedLinearITUR_2020", "adobeRGB1998"] {
      #expect(words.contains(Substring(name)))
      #expect(text.contains(name))
    }
    #expect(!text.contains("genericCMYK"))
  }

  @Test(arguments: ["serve"])
  func `Verbs that are to come say so`(_ verb: String) throws {
    for line in [[verb], [verb, "a.json"], [verb, "--help"], ["help", verb]] {
      let text = try error(line)
      #expect(text.contains("later version"))
      #expect(!text.contains("nexpected"))
    }
  }

  @Test(arguments: [
    ["convert", "a", "b", "--sandbox"], ["info", "a", "--sandbox"],
  ])
  func `Options that are to come say so`(_ line: [String]) throws { #expect(try error(line).contains("later version")) }

  @Test func `Numbers below zero are values`() throws {
    for option in [["--rotate", "-90"], ["--exposure", "-0.5"], ["--tint", "-12"]] {
      #expect(try Headroom.run(["convert", "missing.png", "b.png"] + option).status == 3, "\(option)")
    }
  }
}
