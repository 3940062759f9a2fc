internal import Foundation
internal import HeadroomEngine
internal import HeadroomImage
internal import HeadroomPixels

extension CIImage {
  /// Corrected by a file's third list of opcodes: distortion, lateral colour, vignetting. Other opcodes are left out; a
  /// renderer would apply them to the sensor's numbers.
  ///
  /// - Parameters:
  ///   - opcodes: the opcodes in their order.
  ///   - area: the opcodes' picture, in pixels of this image from its upper left corner.
  ///   - file: the file of the opcodes.
  func correctingLens(_ opcodes: [DNGOpcode], area: LensArea, of file: ObjectIdentifier) -> CIImage {
    var result = self
    var skipsNext = false
    for (index, opcode) in opcodes.enumerated() {
      let place = OpcodePlace(file: file, index: index, area: area)
      defer { skipsNext = opcode.isOptional && LensWarp.isNewer(opcode) }
      // The newer warp precedes an older one for readers that do not support it.
      if skipsNext, LensWarp.isOlder(opcode) { continue }
      if let warp = LensWarp(opcode.operation, width: area.width, height: area.height) {
        result = result.straightened(by: warp, place)
      } else if let gain = VignetteGain(opcode.operation, width: area.width, height: area.height) {
        result = result.appending(
          point: VignetteCorrection(gain: gain, place: place), extent: result.extent, keepsTags: true)
      }
    }
    return result
  }

  /// Corrected by the data of its lens: vignetting, in the uncorrected geometry, then distortion and lateral colour.
  ///
  /// - Parameter hasShading: whether the file's vignetting is already corrected.
  func correctingLens(_ profile: LensProfile, hasShading: Bool, area: LensArea, of file: ObjectIdentifier) -> CIImage {
    var result = self
    let place = OpcodePlace(file: file, index: -1, area: area)
    if !hasShading, let gain = profile.vignette(width: area.width, height: area.height) {
      result = result.appending(
        point: VignetteCorrection(gain: gain, place: place), extent: result.extent, keepsTags: true)
    }
    guard let warp = profile.warp(width: area.width, height: area.height) else { return result }
    return result.straightened(by: warp, place)
  }

  private func straightened(by warp: LensWarp, _ place: OpcodePlace) -> CIImage {
    if warp.isIdentity { return self }
    let source = clampedToExtent()
    func moved(_ plane: Int) -> CIImage {
      source.appending(
        warp: LensStraightening(warp: warp, plane: plane, place: place), sampling: .cubic, extent: extent)
    }
    if warp.isSameForAllPlanes { return moved(1) }
    return moved(0).appending(point: ChannelMerge(), with: [moved(1), moved(2)], extent: extent, keepsTags: true)
  }
}

/// The position of the picture of a file's opcodes in an image.
struct LensArea: Hashable, Sendable {
  /// The size of the opcodes' picture in pixels at the image's scale.
  var width: Int
  var height: Int
  /// The image's upper left corner in it.
  var left: Int
  var top: Int
  /// Rows of the image, whose y points up.
  var imageHeight: Int

  var numbers: [Double] { [width, height, left, top, imageHeight].map(Double.init) }

  /// The row of the opcodes' picture for a row of the image.
  func row(_ y: Int) -> Int { imageHeight - 1 - y + top }
}

/// Identifies an opcode's nodes by its file, its index and its area.
private struct OpcodePlace {
  let file: ObjectIdentifier
  let index: Int
  let area: LensArea

  func fingerprint(_ name: String, _ plane: Int = 0) -> Fingerprint {
    Fingerprint(name, [Double(index), Double(plane)] + area.numbers, objects: [file])
  }
}

extension LensWarp {
  static func isNewer(_ opcode: DNGOpcode) -> Bool {
    if case .warpRectilinear2 = opcode.operation { true } else { false }
  }

  static func isOlder(_ opcode: DNGOpcode) -> Bool {
    switch opcode.operation {
    case .warpRectilinear, .warpFisheye: true
    default: false
    }
  }
}

/// The correction of one plane for a lens.
private struct LensStraightening: TileWarp {
  let warp: LensWarp
  let plane: Int
  let place: OpcodePlace

  private var area: LensArea { place.area }
  var fingerprint: Fingerprint { place.fingerprint("lens correction", plane) }

  func source(x: Float, y: Float) -> (x: Float, y: Float) {
    let (column, row) = (
      Double(x) - 0.5 + Double(area.left), Double(area.imageHeight) - Double(y) - 0.5 + Double(area.top)
    )
    let found = warp.source(x: column, y: row, plane: plane)
    return (
      Float(found.x - Double(area.left) + 0.5), Float(Double(area.imageHeight) - (found.y - Double(area.top)) - 0.5)
    )
  }

  func region(for output: PixelRect) -> PixelRect {
    let stored = PixelRect(
      minX: output.minX + area.left, minY: area.row(output.maxY - 1), maxX: output.maxX + area.left,
      maxY: area.row(output.minY) + 1)
    let needed = warp.sourceRect(for: stored)
    return PixelRect(
      minX: needed.minX - area.left, minY: area.imageHeight + area.top - needed.maxY, maxX: needed.maxX - area.left,
      maxY: area.imageHeight + area.top - needed.minY)
  }

  func fillCoordinates(
    x: Int, y: Int, count: Int, _ sx: UnsafeMutablePointer<Float>, _ sy: UnsafeMutablePointer<Float>
  ) {
    unsafe warp.ways(x: x + area.left, y: area.row(y), plane: plane, count: count, dx: sx, dy: sy)
    let (firstX, centreY) = (Float(x) + 0.5, Float(y) + 0.5)
    for i in 0..<count {
      unsafe sx[i] = firstX + Float(Int32(truncatingIfNeeded: i)) + sx[i]
      // Rows of the file run down.
      unsafe sy[i] = centreY - sy[i]
    }
  }
}

/// The red of the first image, the green of the second, the blue of the third.
private struct ChannelMerge: PointImplementation {
  var fingerprint: Fingerprint { Fingerprint("planes of three") }
  var alphaRule: AlphaRule { .premultiplied }
  func isOpaque(_ inputs: [Bool]) -> Bool { inputs.allSatisfy { $0 } }
  func makeStage(in space: WorkingSpace) -> RowStage { RowStage(maskedBlend: Kernel()) }
  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    Pixel(r: pixels[0].r, g: pixels[1].g, b: pixels[2].b, a: pixels[1].a)
  }

  struct Kernel: MaskedBlendKernel {
    @inline(__always) func apply(_ red: Pixel, _ green: Pixel, _ blue: Pixel) -> Pixel {
      Pixel(r: red.r, g: green.g, b: blue.b, a: green.a)
    }
  }
}

/// A gain that restores light towards the corners.
private struct VignetteCorrection: PointImplementation {
  let gain: VignetteGain
  let place: OpcodePlace

  private var area: LensArea { place.area }
  var fingerprint: Fingerprint { place.fingerprint("vignette correction") }
  var alphaRule: AlphaRule { .straight }
  var usesPosition: Bool { true }
  func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { $0 * Float(VignetteGain.largestGain) } }

  func makeStage(in space: WorkingSpace) -> RowStage {
    let (gain, area) = (gain, area)
    return unsafe RowStage { rows, _, count, x, y in unsafe gain.apply(rows, count, x: x + area.left, y: area.row(y)) }
  }

  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    let row = Double(area.row(Int(y.rounded(.down))))
    let factor = Float(gain.gain(x: Double(x.rounded(.down)) + Double(area.left), y: row))
    return Pixel(r: pixels[0].r * factor, g: pixels[0].g * factor, b: pixels[0].b * factor, a: pixels[0].a)
  }
}
