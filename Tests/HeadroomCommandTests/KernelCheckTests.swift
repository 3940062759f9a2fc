import Foundation
import Testing

/// `headroom kernel check`: what is said of kernel text, where, and with which exit code.
@Suite struct KernelCheckTests {
  private static let zebra = """
    #include <CoreImage/CoreImage.h>
    extern "C" { namespace coreimage {
      float4 zebra(sample_t s, float limit, destination dest) {
        return s.r > limit && fract(dest.coord().x / 8) < 0.5 ? float4(1, 0, 0, s.a) : s;
      }
      float4 over(sample_t a, sample_t b) { return a + b * (1 - a.a); }
      float2 shift(float2 by, destination dest) { return dest.coord() + by; }
      float4 twice(sampler s, float3x3 m) { return float4(m * s.sample(s.coord()).rgb, 1); }
    }}
    """

  private static func scratch(_ text: String, _ name: String) throws -> Scratch {
    let scratch = try Scratch()
    _ = try scratch.write(Array(text.utf8), to: name)
    return scratch
  }

  @Test func `Each kernel has a line with its kind and what a caller gives`() throws {
    let scratch = try Self.scratch(Self.zebra, "zebra.ci.metal")
    let result = try Headroom.run("kernel", "check", "zebra.ci.metal", in: scratch.folder)
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(
      result.lines == [
        "zebra.ci.metal: Metal, 4 kernels", "  colour   zebra(sample_t s, float limit)",
        "  blend    over(sample_t a, sample_t b)", "  warp     shift(float2 by)",
        "  general  twice(sampler s, float3x3 m)",
      ])
  }

  @Test func `JSON has kernels, arguments and diagnostics`() throws {
    let scratch = try Self.scratch(Self.zebra, "zebra.ci.metal")
    let object = try Headroom.run("kernel", "check", "--json", "zebra.ci.metal", in: scratch.folder).object()
    let kernels = try #require(object["kernels"] as? [[String: Any]])
    #expect(object["schema"] as? Int == 1 && object["dialect"] as? String == "metal")
    #expect(kernels.compactMap { $0["kind"] as? String } == ["color", "blend", "warp", "general"])
    let arguments = try #require(kernels.last?["arguments"] as? [[String: String]])
    #expect(
      arguments == [
        ["name": "s", "type": "sampler", "kind": "image"], ["name": "m", "type": "float3x3", "kind": "matrix"],
      ])
    #expect((object["diagnostics"] as? [Any])?.isEmpty == true)
  }

  @Test func `Errors have place, line, mark and a hint, and the exit code of an input`() throws {
    let scratch = try Self.scratch(
      "kernel vec4 k(__sample s) {\n\tfloat a = smothstep(0.0, 1.0, s.r);\n\treturn vec4(b);\n}\n", "k.cikernel")
    let result = try Headroom.run("kernel", "check", "k.cikernel", in: scratch.folder)
    #expect(result.status == 3 && result.output.isEmpty)
    #expect(
      result.errors == """
        k.cikernel:2:12: error: unknown function 'smothstep'
                float a = smothstep(0.0, 1.0, s.r);
                          ^~~~~~~~~
            did you mean 'smoothstep'?
        k.cikernel:3:14: error: unknown name 'b'
                return vec4(b);
                            ^
        headroom: k.cikernel: the text does not compile: 2 errors

        """)
    let json = try Headroom.run("kernel", "check", "--json", "k.cikernel", in: scratch.folder)
    #expect(json.status == 3)
    let first = try #require((try json.object()["diagnostics"] as? [[String: Any]])?.first)
    #expect(first["line"] as? Int == 2 && first["column"] as? Int == 12 && first["length"] as? Int == 9)
    #expect(first["severity"] as? String == "error" && first["hint"] as? String == "did you mean 'smoothstep'?")
    #expect(json.errorLines.count == 1 && json.errors.hasPrefix("{\"schema\":1,\"error\":"))
  }

  @Test func `Warnings leave the text right, and --quiet leaves them out`() throws {
    let scratch = try Self.scratch("kernel vec4 k(__sample s) { return clamp(s, 0.0, 1.0); }", "k.cikernel")
    let result = try Headroom.run("kernel", "check", "k.cikernel", in: scratch.folder)
    #expect(result.status == 0 && result.errors.contains("k.cikernel:1:36: warning: colour is limited to 1 here"))
    let quiet = try Headroom.run("kernel", "check", "--quiet", "k.cikernel", in: scratch.folder)
    #expect(quiet.status == 0 && quiet.errors.isEmpty && quiet.lines.count == 2)
  }

  @Test func `The typed form is printed with the places it comes from`() throws {
    let scratch = try Self.scratch("kernel vec4 k(__sample s) { return s * 2.0; }", "k.cikernel")
    let result = try Headroom.run("kernel", "check", "--print-ir", "k.cikernel", in: scratch.folder)
    #expect(result.text.contains("color kernel k(s)") && result.text.contains("fmul"))
    #expect(result.text.contains("; k.cikernel:1:36"))
    let object = try Headroom.run("kernel", "check", "--print-ir", "--json", "k.cikernel", in: scratch.folder).object()
    #expect(((object["kernels"] as? [[String: Any]])?.first?["ir"] as? String)?.contains("fmul") == true)
  }

  @Test func `Included files and definitions are found, in files of their own too`() throws {
    let scratch = try Self.scratch("#include \"a.h\"\nkernel vec4 k() { return vec4(twice(GAIN)); }", "k.cikernel")
    try FileManager.default.createDirectory(at: scratch.file("lib"), withIntermediateDirectories: true)
    _ = try scratch.write(Array("#include \"b.h\"\n".utf8), to: "lib/a.h")
    _ = try scratch.write(Array("float twice(float a) { return a * SCALE; }\n".utf8), to: "lib/b.h")
    let line = ["kernel", "check", "k.cikernel", "-Ilib", "-D", "GAIN=2.0", "-DSCALE=2.0"]
    #expect(try Headroom.run(line, in: scratch.folder).status == 0)
    _ = try scratch.write(Array("float twice(float a) { return a * SCALES; }\n".utf8), to: "lib/b.h")
    let result = try Headroom.run(line, in: scratch.folder)
    #expect(result.status == 3 && result.errors.hasPrefix("lib/b.h:1:35: error: unknown name 'SCALES'"))
    let missing = try Headroom.run("kernel", "check", "k.cikernel", in: scratch.folder)
    #expect(missing.status == 3 && missing.errors.hasPrefix("k.cikernel:1:10: error: file 'a.h' was not found"))
  }

  @Test func `The language is told by name and text, or said`() throws {
    let scratch = try Self.scratch("float4 k(float a) { return a; }", "k.txt")
    func dialect(_ name: String, _ more: String...) throws -> String? {
      try Headroom.run(["kernel", "check", "--json", name] + more, in: scratch.folder).object()["dialect"] as? String
    }
    #expect(try dialect("k.txt") == "metal")
    #expect(try dialect("k.txt", "--dialect", "coreimage") == "coreimage")
    _ = try scratch.write(Array("kernel vec4 k(float a) { return vec4(a); }".utf8), to: "old.txt")
    #expect(try dialect("old.txt") == "coreimage")
    #expect(try dialect("old.txt", "--dialect", "metal") == "metal")
    let input = Data("kernel vec4 k(float a) { return vec4(a); }".utf8)
    #expect(
      try Headroom.run("kernel", "check", "-", input: input).lines.first == "-: Core Image Kernel Language, 1 kernel")
  }

  @Test func `What is no text is refused with what to pass`() throws {
    let scratch = try Self.scratch("MTLB\u{1}" + String(repeating: "x", count: 2 << 20), "default.metallib")
    let compiled = try Headroom.run("kernel", "check", "default.metallib", in: scratch.folder)
    #expect(compiled.status == 3 && compiled.errorLines.count == 1)
    #expect(compiled.errors.contains("is a compiled Metal library") && compiled.errors.contains("pass the text"))
    _ = try scratch.write([UInt8](repeating: 0x20, count: 2 << 20), to: "large.metal")
    let large = try Headroom.run("kernel", "check", "large.metal", in: scratch.folder)
    #expect(large.status == 3 && large.errors.contains("is larger than the 1048576 bytes"))
    let endless = try Shell.run("yes | \"$H\" kernel check -; echo $?", in: scratch.folder)
    #expect(endless.output == "3\n" && endless.errors.contains("is larger than"))
    let device = try Self.scratch("#include \"/dev/zero\"\nkernel vec4 k() { return vec4(1.0); }", "k.cikernel")
    #expect(try Headroom.run("kernel", "check", "k.cikernel", in: device.folder).errors.contains("was not found"))
  }

  @Test func `Of several texts the wrong ones are told and the others listed`() throws {
    let scratch = try Self.scratch("kernel vec4 k() { return vec4(1.0); }", "right.cikernel")
    _ = try scratch.write(Array("kernel vec4 k() { return vec3(1.0); }".utf8), to: "wrong.cikernel")
    let result = try Headroom.run(
      "kernel", "check", "missing.metal", "wrong.cikernel", "right.cikernel", in: scratch.folder)
    #expect(result.status == 1 && result.lines.first == "right.cikernel: Core Image Kernel Language, 1 kernel")
    #expect(result.errors.contains("headroom: missing.metal: cannot be read: no such file\n"))
    #expect(result.errors.contains("headroom: wrong.cikernel: the text does not compile: 1 error\n"))
  }

  @Test func `Control characters of texts and names do not reach the terminal`() throws {
    let name = "a\u{1B}[2J\n.metal"
    let scratch = try Self.scratch(
      "// \u{1B}]0;x\u{7}\n\u{1B}[31m /* \u{9B}2J\u{202E} */ float4 k() { return; }\r\u{1B}", name)
    for arguments in [["--json"], ["--print-ir"], []] {
      let result = try Headroom.run(["kernel", "check", name] + arguments, in: scratch.folder)
      #expect(result.status == 3)
      for scalar in (result.text + result.errors).unicodeScalars where scalar != "\n" {
        #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) && scalar.value != 0x202E)
      }
    }
  }
}
