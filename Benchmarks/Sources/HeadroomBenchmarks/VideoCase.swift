import Foundation
import Headroom

/// Frames of 1920 x 1080 pixels, 4:2:0 of 10 bits, from and to light: what each frame of a cut costs besides its codecs.
struct VideoCase {
  let rounds: Int
  let scratch: URL

  /// Frames of a round.
  private static let frames = 5

  func run(_ report: inout Report) throws {
    let frames = try VideoFrames()
    report.table(
      "Video frames of 1920 x 1080, 4:2:0, 10 bits, CPU milliseconds a frame, median of \(rounds)",
      ["from, to", "CPU ms"])
    for (name, image, destination) in frames.cases {
      let render = try frames.context.preparedRender(of: image, to: destination)
      try render.run(to: destination)
      var costs: [Double] = []
      for _ in 0..<rounds { costs.append(try cost(render, destination) * 1000) }
      report.row([name, "\(Spread(costs))"])
    }
    try againstZscale(frames, &report)
  }

  /// CPU seconds of a frame.
  private func cost(_ render: PreparedRender, _ destination: CIRenderDestination) throws -> Double {
    try Clock.measure { for _ in 0..<Self.frames { try render.run(to: destination) } }.cpu / Double(Self.frames)
  }

  /// PQ to HLG by FFmpeg, whose reading of raw frames is subtracted. Its OOTF works on each channel, ours on the luminance.
  private func againstZscale(_ frames: VideoFrames, _ report: inout Report) throws {
    let file = scratch.appending(path: "frames.yuv")
    try frames.pqPlanes().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let repeats = 49
    let zscale = "zscale=tin=smpte2084:min=2020_ncl:pin=2020:rin=limited:t=arib-std-b67:m=2020_ncl:p=2020:r=limited"
    func ffmpeg(_ filter: String) throws -> Double {
      try Clock.measure(
        "/usr/bin/ffmpeg",
        [
          "-v", "error", "-nostdin", "-threads", "1", "-filter_threads", "1", "-f", "rawvideo", "-pix_fmt",
          "yuv420p10le",
          "-s", "1920x1080", "-stream_loop", "\(repeats)", "-i", file.path, "-vf", filter, "-f", "null", "-",
        ]
      ).cpu / Double(repeats + 1)
    }
    let render = try frames.context.preparedRender(of: frames.pq, to: frames.hlgOut)
    try report.section("PQ to HLG, 1920 x 1080, 4:2:0, 10 bits, CPU time of a frame") { report in
      let comparison = try Comparison("FFmpeg, zscale without reading", rounds: rounds) {
        let seconds = try cost(render, frames.hlgOut)
        return Cost(wall: seconds, cpu: seconds)
      } theirs: {
        let seconds = try ffmpeg(zscale) - ffmpeg("null")
        return Cost(wall: seconds, cpu: seconds)
      }
      report.add(comparison, wanted: "at most 1.1x its CPU time", isInverse: true)
    }
  }
}

/// Two frames with smooth shades and some noise, and where results go.
private struct VideoFrames {
  private static let width = 1920
  private static let height = 1080

  let context: CIContext
  let pq: CIImage
  let hlgOut: CIRenderDestination
  let cases: [(name: String, image: CIImage, to: CIRenderDestination)]
  private let pqBuffer: CVPixelBuffer

  init() throws {
    guard let linear = CGColorSpace(name: CGColorSpace.extendedLinearITUR_2020) else {
      throw BenchmarkError("no linear space")
    }
    context = CIContext(options: [.workingColorSpace: linear])
    let (hlgKey, pqKey) = (
      kCVImageBufferTransferFunction_ITU_R_2100_HLG, kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ
    )
    pqBuffer = try Self.frame(pqKey, brightest: 720, seed: 2)
    let hlg = CIImage(cvPixelBuffer: try Self.frame(hlgKey, brightest: 940, seed: 1))
    pq = CIImage(cvPixelBuffer: pqBuffer)
    hlgOut = CIRenderDestination(pixelBuffer: try Self.buffer(hlgKey))
    let sdrOut = CIRenderDestination(
      pixelBuffer: try Self.buffer(kCVImageBufferTransferFunction_ITU_R_709_2, isWide: false))
    let halves = try Self.buffer(kCVPixelFormatType_64RGBAHalf)
    let light = CIRenderDestination(pixelBuffer: halves)
    light.colorSpace = linear
    try context.preparedRender(of: hlg, to: light).run(to: light)
    let lit = CIImage(cvPixelBuffer: halves, options: [.colorSpace: linear])
    let lightOut = CIRenderDestination(pixelBuffer: try Self.buffer(kCVPixelFormatType_64RGBAHalf))
    lightOut.colorSpace = linear
    let bounds = CGRect(x: 0, y: 0, width: Self.width, height: Self.height)
    let black = CIImage(color: CIColor(red: 0, green: 0, blue: 0)).cropped(to: bounds)
    let small = pq.transformed(by: CGAffineTransform(translationX: 192, y: 108).scaledBy(x: 0.8, y: 0.8))
      .composited(over: black)
    func dissolve(to other: CIImage) -> CIImage {
      hlg.applyingFilter("CIDissolveTransition", parameters: ["inputTargetImage": other, "inputTime": 0.4])
    }
    cases = [
      ("HLG, untouched", hlg, hlgOut), ("HLG, light in halves", hlg, lightOut), ("PQ, light in halves", pq, lightOut),
      ("light in halves, HLG", lit, hlgOut), ("light in halves, BT.709", lit, sdrOut), ("PQ, HLG", pq, hlgOut),
      ("HLG and PQ dissolved, HLG", dissolve(to: pq), hlgOut), ("PQ scaled to 80 % on black, HLG", small, hlgOut),
      ("HLG dissolved with that, HLG", dissolve(to: small), hlgOut),
    ]
  }

  private static func buffer(_ format: OSType) throws -> CVPixelBuffer {
    var made: CVPixelBuffer?
    guard CVPixelBufferCreate(nil, width, height, format, nil, &made) == kCVReturnSuccess, let made else {
      throw BenchmarkError("no pixel buffer")
    }
    return made
  }

  private static func buffer(_ transfer: CFString, isWide: Bool = true) throws -> CVPixelBuffer {
    let made = try buffer(kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange)
    let primaries = isWide ? kCVImageBufferColorPrimaries_ITU_R_2020 : kCVImageBufferColorPrimaries_ITU_R_709_2
    let matrix = isWide ? kCVImageBufferYCbCrMatrix_ITU_R_2020 : kCVImageBufferYCbCrMatrix_ITU_R_709_2
    CVBufferSetAttachment(made, kCVImageBufferTransferFunctionKey, transfer, .shouldPropagate)
    CVBufferSetAttachment(made, kCVImageBufferColorPrimariesKey, primaries, .shouldPropagate)
    CVBufferSetAttachment(made, kCVImageBufferYCbCrMatrixKey, matrix, .shouldPropagate)
    return made
  }

  private static func frame(_ transfer: CFString, brightest: Int, seed: Int) throws -> CVPixelBuffer {
    let made = try buffer(transfer)
    var noise = UInt32(seed)
    forEachCode(made) { plane, x, y in
      noise = noise &* 1_664_525 &+ 1_013_904_223
      let wave = sin(Double(x + 50 * seed) / 190) * cos(Double(y) / 130)
      let code = plane == 0 ? 72 + Int((wave + 1) / 2 * Double(brightest - 80)) : 512 + Int(60 * wave)
      return UInt16(code + Int(noise >> 28) - 8)
    }
    return made
  }

  /// Sets each code of both planes.
  private static func forEachCode(_ buffer: CVPixelBuffer, _ code: (Int, Int, Int) -> UInt16) {
    _ = CVPixelBufferLockBaseAddress(buffer, [])
    defer { _ = CVPixelBufferUnlockBaseAddress(buffer, []) }
    for plane in 0..<2 {
      guard let base = CVPixelBufferGetBaseAddressOfPlane(buffer, plane) else { return }
      let rowBytes = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
      for y in 0..<height >> plane {
        for x in 0..<width {
          (base + y * rowBytes).storeBytes(of: code(plane, x, y) << 6, toByteOffset: 2 * x, as: UInt16.self)
        }
      }
    }
  }

  /// The PQ frame as FFmpeg reads it: three planes, codes in the low bits.
  func pqPlanes() -> Data {
    var data = Data()
    _ = CVPixelBufferLockBaseAddress(pqBuffer, [])
    defer { _ = CVPixelBufferUnlockBaseAddress(pqBuffer, []) }
    for (plane, first, step) in [(0, 0, 1), (1, 0, 2), (1, 1, 2)] {
      guard let base = CVPixelBufferGetBaseAddressOfPlane(pqBuffer, plane) else { return data }
      let rowBytes = CVPixelBufferGetBytesPerRowOfPlane(pqBuffer, plane)
      for y in 0..<Self.height >> plane {
        let row = base + y * rowBytes
        for x in stride(from: first, to: Self.width, by: step) {
          let code = row.load(fromByteOffset: 2 * x, as: UInt16.self) >> 6
          data.append(contentsOf: [UInt8(truncatingIfNeeded: code), UInt8(truncatingIfNeeded: code >> 8)])
        }
      }
    }
    return data
  }
}
