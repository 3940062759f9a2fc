import Foundation
import HeadroomTestSupport
import Testing

/// The manual page, the completions, and their installation.
@Suite struct ManualTests {
  private static let script = TestData.packageRoot.appending(path: "Scripts/install-command").path

  private static let page = Result { try Headroom.run("manual").text }

  /// The commands in the page's examples, without what is said beside them and what comes behind a pipe.
  private static var examples: [String] {
    let lines = (try? page.get().split(separator: "\n")) ?? []
    // "headroom \-" begins the line that says what the command is.
    let commands = lines.filter {
      $0.hasPrefix("headroom ") && !$0.hasPrefix("headroom \\-") || $0.contains(" | headroom ")
    }
    return commands.compactMap { line in
      let text = line.replacing("\\-", with: "-").replacing("\\e", with: "\\")
      let command = text.firstRange(of: "   ").map { text[..<$0.lowerBound] } ?? text[...]
      return command.split(separator: " | ").last { $0.hasPrefix("headroom ") }.map { String($0) }
    }
  }

  @Test func `The page names every verb, and no line is an unknown macro`() throws {
    let page = try Self.page.get()
    #expect(page.hasPrefix(".TH HEADROOM 1"))
    for verb in [
      "info", "convert", "thumbnail", "gainmap extract", "pixels", "compare", "filters", "render", "graph",
      "kernel check", "batch", "demo",
    ] {
      #expect(page.contains("\n.SS headroom \(verb)\n"))
    }
    let macros = page.split(separator: "\n").filter { $0.hasPrefix(".") || $0.hasPrefix("'") }
    for line in macros {
      #expect([".TH", ".SH", ".SS", ".PP", ".TP", ".EX", ".EE", ".B", ".I"].contains(line.prefix { $0 != " " }))
    }
  }

  @Test(arguments: examples)
  func `Every example of help is right usage`(_ example: String) throws {
    let scratch = try Scratch()
    let line = example.hasPrefix("headroom demo") ? example + " --width 64 --quiet" : example
    // Its pictures are missing here, which is found after all options have been understood.
    // A server that has all it needs goes on until it is told to stop.
    let isServer = example.hasPrefix("headroom view")
    let result = try Shell.run(isServer ? "timeout -s INT 3 " + line : line, in: scratch.folder)
    #expect(([0, 3] + (isServer ? [124] : [])).contains(result.status), "\(result.errors)")
  }

  @Test func `There are examples`() { #expect(Self.examples.count > 40) }

  @Test func `Everything is installed where it belongs, and taken away again`() throws {
    let scratch = try Scratch()
    let places = ["DESTDIR": scratch.path("root"), "PREFIX": "/opt/h"]
    let installed = try Shell.run("\(Self.script) \(Headroom.binary.path)", in: scratch.folder, environment: places)
    #expect(installed.status == 0)
    let files = [
      "bin/headroom", "share/man/man1/headroom.1", "share/bash-completion/completions/headroom",
      "share/zsh/site-functions/_headroom", "share/fish/vendor_completions.d/headroom.fish",
    ].map { scratch.file("root/opt/h/" + $0) }
    for file in files { #expect(try Data(contentsOf: file).count > 1000, "\(file.path)") }
    #expect(try Shell.run(files[0].path + " --version", in: scratch.folder).output.contains("headroom "))
    // Without the names that only a debugger reads.
    #expect(try Data(contentsOf: files[0]).count < Data(contentsOf: Headroom.binary).count / 2 + 1 << 20)
    for (index, sign) in [(1, ".TH"), (2, "complete "), (3, "#compdef headroom"), (4, "complete -c")] {
      #expect(try String(contentsOf: files[index], encoding: .utf8).contains(sign))
    }
    #expect(try Shell.run("\(Self.script) --remove", in: scratch.folder, environment: places).status == 0)
    for file in files { #expect(!FileManager.default.fileExists(atPath: file.path)) }
  }

  @Test(arguments: [
    ("headroom conv", "convert"), ("headroom gainmap ext", "extract"),
    ("headroom convert a.jpg b.png --gravi", "--gravity"),
    ("headroom convert a.jpg b.png --color-space itur_2100", "itur_2100_PQ itur_2100_HLG"),
    ("headroom pixels a.jpg --color-space displayP3_", "displayP3_PQ"),
    ("headroom convert a.jpg b.png --at southe", "southeast"), ("headroom convert a.jpg b --format av", "avif"),
    ("headroom convert a.jpg b.png --filter CIGauss", "CIGaussianBlur"),
    ("headroom filters CIExpo", "CIExposureAdjust"),
    ("headroom convert a.jpg b.png --rendition ad", "adaptive"), ("headroom batch --pl", "--plan"),
    ("headroom convert a.jpg b.png --strip pers", "personal"), ("headroom gainmap strip a.jpg b --format av", "avif"),
    ("headroom kernel check a.metal --dialect core", "coreimage"),
  ])
  func `bash completes it`(_ typed: String, _ wanted: String) throws {
    let scratch = try Scratch()
    let line = """
      source <(headroom --generate-completion-script bash)
      COMP_LINE='\(typed)'; read -ra COMP_WORDS <<<"$COMP_LINE"; COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))
      COMP_POINT=${#COMP_LINE}; cur=${COMP_WORDS[COMP_CWORD]}; COMPREPLY=()
      _headroom headroom "$cur" "${COMP_WORDS[COMP_CWORD-1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let result = try Shell.run(line, in: scratch.folder)
    for word in wanted.split(separator: " ") {
      #expect(result.lines.contains(word), "\(result.output) \(result.errors)")
    }
  }

  private static let fish = "/usr/bin/fish"

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: fish)),
    arguments: [
      ("headroom conv", "convert"), ("headroom gainmap ext", "extract"),
      ("headroom convert --color-space itur_2100", "itur_2100_HLG"), ("headroom convert --strip pers", "personal"),
      ("headroom convert a.jpg b.png --filter CIGauss", "CIGaussianBlur"),
    ])
  func `fish completes it`(_ typed: String, _ wanted: String) throws {
    let scratch = try Scratch()
    let line = "headroom --generate-completion-script fish | source; complete -C '\(typed)'"
    let result = try Shell.run("\(Self.fish) --no-config -c \"\(line)\"", in: scratch.folder)
    #expect(result.lines.contains { $0.split(separator: "\t").first ?? "" == wanted }, "\(result.output)")
  }
}
