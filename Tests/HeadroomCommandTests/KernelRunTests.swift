import Foundation
import HeadroomTestSupport
import Testing

/// Kernel text on pictures: `kernel run`, `--filter kernel:FILE`, recipes.
@Suite struct KernelRunTests {
  private static let zebra = """
    kernel vec4 copy(__sample s) { return s; }
    kernel vec4 zebra(__sample s, float limit) { return s.r > limit ? vec4(1.0, 0.0, 0.0, s.a) : s; }
    kernel vec4 soft(sampler s) {
      vec2 d = destCoord();
      return (sample(s, samplerTransform(s, d - vec2(6.0, 0.0))) + sample(s, samplerTransform(s, d + vec2(6.0, 0.0)))) / 2.0;
    }
    """

  /// A ramp of gray, black at the left, and the text in a folder beside it.
  private static func scratch() throws -> Scratch {
    let scratch = try Scratch()
    let picture = FixturePNG(width: 32, height: 8) { x, _ in (UInt16(x * 2000), UInt16(x * 2000), UInt16(x * 2000)) }
    _ = try scratch.write(picture.bytes, to: "in.png")
    try FileManager.default.createDirectory(at: scratch.file("looks"), withIntermediateDirectories: true)
    _ = try scratch.write(Array(zebra.utf8), to: "looks/all.cikernel")
    return scratch
  }

  private static func run(_ scratch: Scratch, _ arguments: String...) throws -> Headroom.Result {
    try Headroom.run(arguments, in: scratch.folder)
  }

  @Test func `Run, filter and recipe give the same picture`() throws {
    let scratch = try Self.scratch()
    let text = "looks/all.cikernel"
    for (name, setting) in [("zebra", "limit=0.4"), ("soft", "")] {
      let run = try Headroom.run(
        ["kernel", "run", text, "in.png", "run.png", "--overwrite", "--function", name]
          + (setting.isEmpty ? [] : ["--arg", setting]), in: scratch.folder)
      #expect(run.status == 0, "\(run.errors)")
      let filter = "kernel:\(text)#\(name) \(setting)"
      #expect(try Self.run(scratch, "convert", "in.png", "filter.png", "--overwrite", "--filter", filter).status == 0)
      let graph = try Self.run(scratch, "graph", "in.png", "--filter", filter, "--format", "json")
      #expect(graph.status == 0, "\(graph.errors)")
      #expect(graph.text.contains("/looks/all.cikernel#\(name)\""))
      _ = try scratch.write(Array(graph.output), to: "recipe.json")
      let render = try Self.run(scratch, "render", "recipe.json", "-o", "render.png", "--overwrite")
      #expect(render.status == 0, "\(render.errors)")
      let pictures = try ["run.png", "filter.png", "render.png"].map { try Data(contentsOf: scratch.file($0)) }
      #expect(pictures[0] == pictures[1] && pictures[1] == pictures[2])
      #expect(try pictures[0] != Data(contentsOf: scratch.file("in.png")))
    }
  }

  @Test func `Pixels that reach the limit of steps are said, and are an error with strict`() throws {
    let scratch = try Self.scratch()
    let text = """
      kernel vec4 long(__sample s) {
        float sum = 0.0;
        for (int i = 0; i < 100000000; i++) { sum += s.r; }
        return s.r > 0.4 ? vec4(sum) : s;
      }
      """
    _ = try scratch.write(Array(text.utf8), to: "long.cikernel")
    let run = try Self.run(scratch, "kernel", "run", "long.cikernel", "in.png", "out.png")
    #expect(run.status == 0 && run.errors.contains("limit of steps in up to 256 pixels"), "\(run.errors)")
    let filter = try Self.run(
      scratch, "convert", "in.png", "filter.png", "--filter", "kernel:long.cikernel", "--strict")
    #expect(filter.status == 5 && filter.errors.contains("--strict"), "\(filter.errors)")
    #expect(!FileManager.default.fileExists(atPath: scratch.file("filter.png").path))
    let check = try Self.run(scratch, "kernel", "check", "long.cikernel")
    #expect(check.status == 0 && check.errors.contains("take more than 65536 steps"), "\(check.errors)")
  }

  @Test func `Text that does not compile is an input that cannot be read, whoever reads it`() throws {
    let scratch = try Self.scratch()
    _ = try scratch.write(Array("kernel vec4 f(__sample s) { return s.rgbx; }".utf8), to: "bad.cikernel")
    #expect(try Self.run(scratch, "kernel", "check", "bad.cikernel").status == 3)
    let run = try Self.run(scratch, "kernel", "run", "bad.cikernel", "in.png", "out.png")
    #expect(run.status == 3 && run.errors.contains("bad.cikernel"), "\(run.errors)")
    #expect(try Self.run(scratch, "convert", "in.png", "out.png", "--filter", "kernel:bad.cikernel").status == 3)
  }

  @Test func `Pixels are what the text says`() throws {
    let scratch = try Self.scratch()
    #expect(
      try Self.run(
        scratch, "kernel", "run", "looks/all.cikernel", "in.png", "out.exr", "--function", "zebra", "--arg", "limit=0.4"
      ).status == 0)
    let before = try PixelRows(npy: Self.run(scratch, "pixels", "in.png", "--format", "npy").output)
    let after = try PixelRows(npy: Self.run(scratch, "pixels", "out.exr", "--format", "npy").output)
    for x in 0..<32 {
      let (old, new) = (before[x, 4], after[x, 4])
      // Light is printed in BT.2020, where the red of sRGB is this.
      let isMarked = abs(new[0] - 0.6274) < 1e-3 && abs(new[1] - 0.0691) < 1e-3
      #expect(isMarked == (old[0] > 0.4), "column \(x): \(old) became \(new)")
      if !isMarked { #expect(abs(old[0] - new[0]) < 1e-3 && abs(old[2] - new[2]) < 1e-3) }
    }
  }

  @Test func `What is missing or wrong is said`() throws {
    let scratch = try Self.scratch()
    func errors(_ arguments: String...) throws -> String {
      let result = try Headroom.run(
        ["kernel", "run", "looks/all.cikernel", "in.png", "out.png"] + arguments, in: scratch.folder)
      #expect(result.status != 0 && !scratch.contents.contains("out.png"))
      return result.errors
    }
    let unnamed = try errors("--arg", "limit=1")
    #expect(unnamed.contains("looks/all.cikernel has several kernels, name one: copy, zebra, soft"), "\(unnamed)")
    #expect(!unnamed.contains("--filter"))
    #expect(try errors("--function", "zebra").contains("'limit'"))
    #expect(try errors("--function", "zebra", "--arg", "limt=1").contains("did you mean 'limit'?"))
    #expect(try errors("--function", "stripes").contains("there is no kernel 'stripes'"))
    #expect(try errors("--function", "soft", "--arg", "samplerWrapMode=mirror").contains("'clamp' or 'black'"))
    #expect(try errors("--function", "zebra", "--arg", "limit=[1,2]").contains("limit"))
  }
}
