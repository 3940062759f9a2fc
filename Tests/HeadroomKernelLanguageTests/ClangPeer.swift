internal import Foundation
internal import HeadroomKernelLanguage
internal import HeadroomTestSupport

/// Kernel text built as C++ by Clang against `Peer/kernel_shim.h`: an evaluation that shares nothing with the compiler.
struct ClangPeer {
  /// The compiler, where there is one on the PATH.
  static let compiler: String? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").map { "\($0)/clang++" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  static var shim: String {
    TestData.packageRoot.appending(path: "Tests/HeadroomKernelLanguageTests/Peer/kernel_shim.h").path
  }

  /// What a pixel is computed from.
  struct Pixel {
    var destination: SIMD2<Float>
    var seed: Float
    /// Lanes of each parameter.
    var arguments: [[UInt32]]
  }

  struct Failure: Error, CustomStringConvertible { var description: String }

  private let folder: URL
  private let program: URL

  /// - Throws: ``Failure`` with the compiler's words where it does not take the text.
  init(_ source: SourceText, _ dialect: KernelDialect, kernels: [KernelSignature]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "kernel-peer-\(UUID().uuidString)")
    program = folder.appending(path: "kernels")
    let headers = folder.appending(path: "CoreImage")
    try FileManager.default.createDirectory(at: headers, withIntermediateDirectories: true)
    for name in ["metal_stdlib", "metal_math", "metal_matrix", "CoreImage/CoreImage.h"] {
      try Data().write(to: folder.appending(path: name))
    }
    let text = String(decoding: source.bytes, as: UTF8.self) + "\n" + Self.caller(of: kernels)
    let file = folder.appending(path: "kernels.cpp")
    try Data(text.utf8).write(to: file)
    var arguments = ["-std=c++17", "-w", "-O1", "-ffp-contract=off", "-Xclang", "-cl-single-precision-constant"]
    // What C++ leaves undefined is defined for kernels: unset values are 0, numbers that are too large become the largest.
    arguments += ["-ftrivial-auto-var-init=zero", "-fno-strict-float-cast-overflow"]
    arguments += ["-I", folder.path, "-include", Self.shim]
    if dialect == .coreImage { arguments.append("-DCORE_IMAGE_LANGUAGE") }
    let result = try Self.run(Self.compiler ?? "clang++", arguments + [file.path, "-o", program.path, "-lm"], Data())
    guard result.status == 0 else { throw Failure(description: result.errors) }
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// The result of a kernel for each pixel.
  func results(of kernel: Int, _ pixels: [Pixel], lanes: Int) throws -> [[UInt32]] {
    var words: [UInt32] = []
    for pixel in pixels {
      words += [UInt32(kernel), pixel.destination.x.bitPattern, pixel.destination.y.bitPattern, pixel.seed.bitPattern]
      words += pixel.arguments.flatMap { ($0 + Array(repeating: 0, count: 16)).prefix(16) }
    }
    let input = Data(words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) } })
    let result = try Self.run(program.path, [], input)
    guard result.status == 0, result.output.count == pixels.count * 16 else {
      throw Failure(description: "it ended with \(result.status) after \(result.output.count) bytes")
    }
    let output = [UInt8](result.output)
    return pixels.indices.map { pixel in
      (0..<lanes).map { lane in
        (0..<4).reduce(0) { $0 | UInt32(output[pixel * 16 + lane * 4 + $1]) << UInt32(8 * $1) }
      }
    }
  }

  // MARK: The program around the kernels

  /// A main function that reads pixels and writes what the kernels give.
  private static func caller(of kernels: [KernelSignature]) -> String {
    let cases = kernels.enumerated().map { number, kernel in
      let list = kernel.parameters.enumerated().map { argument($1.argument, $0) }.joined(separator: ", ")
      return """
            case \(number): {
              if (fread(lanes, 64, \(kernel.parameters.count), stdin) != \(kernel.parameters.count)) return 2;
              auto value = \(kernel.name)(\(list));
              for (int i = 0; i < \(kernel.family == .warp ? 2 : 4); i++) result[i] = value[i];
              break;
            }
        """
    }
    return """
      #undef int
      #undef uint
      #undef in
      #undef kernel
      using namespace metal;
      using namespace coreimage;
      typedef union { float f; int i; uint u; } Lane;
      int main() {
        struct { uint32_t kernel; float x, y, seed; } head;
        while (fread(&head, sizeof head, 1, stdin) == 1) {
          static Lane lanes[64][16];
          float result[4] = {};
          theDestination = (float2){head.x, head.y};
          theSeed = head.seed;
          switch (head.kernel) {
      \(cases.joined(separator: "\n"))
          }
          fwrite(result, sizeof result, 1, stdout);
        }
      }

      """
  }

  private static func argument(_ argument: KernelSignature.Argument, _ place: Int) -> String {
    switch argument {
    case .pixel(let image): "waves(\(image), transformed(\(image), theDestination))"
    case .sampler(let image, _): "coreimage::sampler{\(image)}"
    case .destination: "coreimage::destination{}"
    case .color: value(.vector(.float, 4), place)
    case .value(let type): value(type, place)
    }
  }

  private static func value(_ type: ValueType, _ place: Int) -> String {
    func lane(_ number: Int) -> String {
      let field = type.scalar?.isFloat == true ? "f" : type.scalar?.isSigned == true ? "i" : "u"
      return "lanes[\(place)][\(number)].\(field)"
    }
    func list(_ count: Int) -> String { (0..<count).map(lane).joined(separator: ", ") }
    return switch type {
    case .vector(let scalar, let count): "make<\(scalar == .half ? "float" : scalar.rawValue)\(count)>(\(list(count)))"
    case .matrix(_, let columns, let rows): "Matrix<\(columns), \(rows)>(\(list(columns * rows)))"
    default: lane(0)
    }
  }

  private static func run(_ path: String, _ arguments: [String], _ input: Data) throws -> (
    status: Int32, output: Data, errors: String
  ) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kernel-peer-run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files, not pipes: a full pipe would stop it while this waits for its end.
    let files = ["in", "out", "err"].map { folder.appending(path: $0) }
    for (file, data) in zip(files, [input, Data(), Data()]) { try data.write(to: file) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    // A kernel in an endless loop may have been started with the signal to end blocked.
    process.arguments = ["--signal=KILL", "60", path] + arguments
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    return (
      process.terminationStatus, try Data(contentsOf: files[1]),
      String(decoding: try Data(contentsOf: files[2]), as: UTF8.self)
    )
  }
}
