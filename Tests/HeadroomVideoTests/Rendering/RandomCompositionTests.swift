import Foundation
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import HeadroomTestSupport
import HeadroomVideo
import Testing

/// Compositions of random tracks, ramps, crops and turns, beside pictures that the test makes of the decoded frames by the
/// definitions, pixel after pixel.
@Suite("Random compositions")
struct RandomCompositionTests {
  private static let rate: Int64 = 30
  private static let frameCount = 8

  /// What is known of a layer: by it the test makes its own picture.
  private struct Layer {
    let source: Int
    /// The first frame that is used.
    let first: Int
    let transforms: (CGAffineTransform, CGAffineTransform)
    let opacities: (Float, Float)
    let crops: (CGRect, CGRect)?
  }

  // Sendable: nobody changes it.
  private final class Films: @unchecked Sendable {
    let folder: TestFilm.Folder
    let assets: [AVURLAsset]
    /// Decoded frames as light, in floats, by film.
    let frames: [[CIImage]]
    let sizes = [(48, 32), (40, 40), (64, 24)]

    init() throws {
      folder = try TestFilm.Folder()
      var assets: [AVURLAsset] = []
      for (number, kind) in [TestFilm.Kind.hlg, .pq, .sdr].enumerated() {
        let path = folder.path("\(number).mp4")
        let scale = kind.bitDepth == 10 ? 4 : 1
        // Bright enough to matter, and not above what HLG holds.
        try TestFilm.write(
          path, kind, frames: 2 * frameCount, width: sizes[number].0, height: sizes[number].1, rate: Int32(rate)
        ) { frame, x, y in
          let luma = (60 + 5 * frame + x + (7 * y) % 31) * scale
          return (min(luma, 160 * scale), (128 + x / 4 - y / 3) * scale, (120 + y / 2 - x / 5) * scale)
        }
        assets.append(AVURLAsset(url: URL(filePath: path)))
      }
      self.assets = assets
      frames = try assets.enumerated().map { number, asset in
        let format =
          number == 2
          ? kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange : kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange
        let output = AVAssetReaderTrackOutput(
          track: try Reading.video(asset), outputSettings: Reading.settings(format))
        return try Reading.samples(asset, output).map { sample in
          let frame = CIImage(cvPixelBuffer: try #require(sample.imageBuffer))
          let rect = PixelRect(x: 0, y: 0, width: Int(frame.extent.width), height: Int(frame.extent.height))
          return try TestPicture.render(frame, rect).image
        }
      }
    }
  }

  private static let films = Result { try Films() }

  private static func time(_ frame: Int) -> CMTime { CMTime(value: Int64(frame), timescale: Int32(rate)) }

  // MARK: - Random

  private static func transform(_ random: inout SeededGenerator, of size: (Int, Int)) -> CGAffineTransform {
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    let (width, height) = (Double(size.0), Double(size.1))
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return .identity
    // Turned by 90, 180 and 270 degrees, and mirrored.
    case 1: return CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: height, ty: 0)
    case 2: return CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: width + 3, ty: height - 2)
    case 3: return CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 2, ty: 5)
    default:
      return CGAffineTransform(translationX: -width / 2, y: -height / 2)
        .concatenating(CGAffineTransform(scaleX: number(0.5...1.6), y: number(0.5...1.6)))
        .concatenating(CGAffineTransform(rotationAngle: number(-3...3)))
        .concatenating(CGAffineTransform(translationX: number(10...40), y: number(5...30)))
    }
  }

  private static func layer(_ random: inout SeededGenerator, _ films: Films) -> Layer {
    let source = Int.random(in: 0..<3, using: &random)
    let size = films.sizes[source]
    let first = transform(&random, of: size)
    func crop() -> CGRect {
      CGRect(
        x: Int.random(in: 0..<8, using: &random), y: Int.random(in: 0..<6, using: &random),
        width: Int.random(in: 12..<32, using: &random), height: Int.random(in: 8..<18, using: &random))
    }
    func share() -> Float { Float.random(in: 0...1, using: &random) }
    return Layer(
      source: source, first: Int.random(in: 0..<frameCount, using: &random),
      transforms: (first, Bool.random(using: &random) ? first : transform(&random, of: size)),
      opacities: Bool.random(using: &random) ? (1, 1) : (share(), share()),
      crops: Bool.random(using: &random) ? nil : (crop(), crop()))
  }

  // MARK: - Two ways

  /// The composition as a client writes it.
  private static func composition(
    _ layers: [Layer], _ films: Films, size: (Int, Int), background: CGColor?
  ) throws -> (AVMutableComposition, AVMutableVideoComposition) {
    let (movie, video) = (AVMutableComposition(), AVMutableVideoComposition())
    let instruction = AVMutableVideoCompositionInstruction()
    let range = CMTimeRange(start: .zero, duration: time(frameCount))
    (instruction.timeRange, instruction.backgroundColor) = (range, background)
    // The first layer instruction is on top.
    for layer in layers.reversed() {
      let track = try #require(
        movie.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid))
      try track.insertTimeRange(
        CMTimeRange(start: time(layer.first), duration: time(frameCount)),
        of: try Reading.video(films.assets[layer.source]), at: .zero)
      let content = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
      content.setTransformRamp(fromStart: layer.transforms.0, toEnd: layer.transforms.1, timeRange: range)
      content.setOpacityRamp(fromStartOpacity: layer.opacities.0, toEndOpacity: layer.opacities.1, timeRange: range)
      if let (first, last) = layer.crops {
        content.setCropRectangleRamp(fromStartCropRectangle: first, toEndCropRectangle: last, timeRange: range)
      }
      instruction.layerInstructions.append(content)
    }
    video.instructions = [instruction]
    (video.renderSize, video.frameDuration) = (CGSize(width: size.0, height: size.1), time(1))
    (video.colorPrimaries, video.colorTransferFunction) = (
      AVVideoColorPrimaries_ITU_R_2020, AVVideoTransferFunction_SMPTE_ST_2084_PQ
    )
    video.colorYCbCrMatrix = AVVideoYCbCrMatrix_ITU_R_2020
    return (movie, video)
  }

  /// The same picture by the definitions.
  private static func picture(
    _ layers: [Layer], _ films: Films, frame: Int, size: (Int, Int), background: CGColor?
  ) -> CIImage {
    let share = Double(frame) / Double(frameCount)
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    let bounds = CGRect(x: 0, y: 0, width: size.0, height: size.1)
    var result = CIImage(color: background.map { CIColor(cgColor: $0) } ?? .black).cropped(to: bounds)
    for layer in layers {
      let height = Double(films.sizes[layer.source].1)
      var image = films.frames[layer.source][layer.first + frame]
      if let (first, last) = layer.crops {
        let (width, tall) = (mix(first.width, last.width), mix(first.height, last.height))
        let (x, y) = (mix(first.minX, last.minX), mix(first.minY, last.minY))
        image = image.cropped(to: CGRect(x: x, y: height - y - tall, width: width, height: tall))
      }
      let (from, to) = layer.transforms
      let place = CGAffineTransform(
        a: mix(from.a, to.a), b: mix(from.b, to.b), c: mix(from.c, to.c), d: mix(from.d, to.d),
        tx: mix(from.tx, to.tx), ty: mix(from.ty, to.ty))
      // Up is down on both sides.
      let flip = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: height)
      let back = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: Double(size.1))
      image = image.transformed(by: flip.concatenating(place).concatenating(back))
      let opacity = mix(Double(layer.opacities.0), Double(layer.opacities.1))
      image = image.applyingFilter(
        "CIColorMatrix", parameters: ["inputAVector": CIVector(x: 0, y: 0, z: 0, w: opacity)])
      result = image.composited(over: result).cropped(to: bounds)
    }
    return result
  }

  @Test("are what the definitions say, whatever the tiles and the threads", arguments: 0..<100)
  func agree(_ seed: UInt64) throws {
    let films = try Self.films.get()
    var random = SeededGenerator(seed: 1000 + seed)
    let size = (Int.random(in: 12..<40, using: &random) * 2, Int.random(in: 8..<30, using: &random) * 2)
    let layers = (0..<Int.random(in: 1...3, using: &random)).map { _ in Self.layer(&random, films) }
    let background = Bool.random(using: &random) ? CGColor(red: 0.2, green: 0.5, blue: 0.1, alpha: 1) : nil
    let frame = Int.random(in: 0..<Self.frameCount, using: &random)

    let (movie, video) = try Self.composition(layers, films, size: size, background: background)
    let timeline = try #require(try MovieTimeline(movie, video).video)
    let script = try CompositionScript(timeline, in: CMTimeRange(start: .zero, duration: Self.time(Self.frameCount)))
    let image = try ScriptFrames(script).image(frame)
    let rect = PixelRect(x: 0, y: 0, width: size.0, height: size.1)
    let found = try TestPicture.render(image, rect)
    for edge in [7, 16] {
      let other = try TestPicture.render(image, rect, tileEdge: edge, workers: edge == 7 ? 1 : 2)
      #expect(other == found, "seed \(seed), tiles of \(edge)")
    }
    let own = Self.picture(layers, films, frame: frame, size: size, background: background)
    let (error, place) = found.difference(from: try TestPicture.reference(own, rect))
    #expect(error < 1e-4, "seed \(seed), frame \(frame): \(place)")
  }
}
