import Foundation
import HeadroomColor
import HeadroomGraphics
import HeadroomImage
import HeadroomTestSupport
import HeadroomVideo
import Testing

@Suite("Layers of pictures without a file")
struct PictureLayerTests {
  private let films: LayerFilms

  init() throws { films = try LayerFilms() }

  private func layer(_ image: CIImage, _ change: (AVMutableVideoCompositionLayerInstruction) -> Void = { _ in })
    -> AVVideoCompositionLayerInstruction
  {
    let layer = AVMutableVideoCompositionLayerInstruction(image: image)
    change(layer)
    return layer
  }

  @Test func `A white picture is reference white, at its place from the top left`() throws {
    let film = try films.film(luma: 396)
    let white = try layer(CIImage.grey(1, 16, 8).transformed(by: CGAffineTransform(translationX: 500, y: -300))) {
      $0.setTransform(CGAffineTransform(translationX: 8, y: 4), at: .zero)
    }
    let codes = try films.codes(film, films.composition(films.instruction([white, .of(1)])))
    for (x, y, wanted) in [(8, 4, 721), (23, 11, 721), (7, 4, 396), (24, 4, 396), (8, 3, 396), (8, 12, 396)] {
      #expect(abs(codes.code(0, x, y) - wanted) <= 1, "\(x) \(y): \(codes.code(0, x, y))")
    }
  }

  @Test func `Opacity, crop and transform ramps are those of other layers`() throws {
    let film = try films.film(luma: 64)
    let all = range(time(0), time(1, 3))
    let fading = try layer(CIImage.grey(1)) { $0.setOpacityRamp(fromStartOpacity: 0, toEndOpacity: 1, timeRange: all) }
    // Half of the light at half of the time.
    let half = try films.codes(film, films.composition(films.instruction([fading, .of(1)])), frame: 5)
    #expect(abs(half.code(0, 30, 30) - LayerFilms.luma(nits: ReferenceWhite.nits / 2)) <= 1)
    let moving = try layer(CIImage.grey(1)) {
      $0.setCropRectangleRamp(
        fromStartCropRectangle: CGRect(x: 0, y: 0, width: 10, height: 64),
        toEndCropRectangle: CGRect(x: 0, y: 0, width: 50, height: 64), timeRange: all)
      $0.setTransformRamp(
        fromStart: .identity, toEnd: CGAffineTransform(translationX: 0, y: 20), timeRange: all)
    }
    let moved = try films.codes(film, films.composition(films.instruction([moving, .of(1)])), frame: 5)
    for (x, y, wanted) in [(29, 30, 721), (30, 30, 64), (10, 9, 64), (10, 10, 721)] {
      #expect(abs(moved.code(0, x, y) - wanted) <= 1, "\(x) \(y): \(moved.code(0, x, y))")
    }
  }

  @Test func `Light above the output's range is brought into it, not cut`() throws {
    let film = try films.film(luma: 396)
    let lights = [1.0, 4, 8, 16]
    let codes = try lights.map { light in
      let picture = try CIImage.grey(light).settingContentHeadroom(16)
      return try films.codes(film, films.composition(films.instruction([layer(picture), .of(1)]))).code(0, 9, 9)
    }
    #expect(zip(codes, codes.dropFirst()).allSatisfy { $0 < $1 }, "\(codes)")
    #expect(codes.last.map { abs($0 - 940) <= 1 } == true, "\(codes)")
    // A picture that fits is not touched: 4.926 is HLG's peak.
    let peak = try CIImage.grey(ReferenceWhite.defaultHeadroom)
    #expect(
      abs(try films.codes(film, films.composition(films.instruction([layer(peak), .of(1)]))).code(0, 9, 9) - 940) <= 1)
  }

  @Test func `A bright picture among SDR makes the film HLG; a stated colour wins`() throws {
    let film = try films.film(.sdr, luma: 235)
    let bright = films.instruction([layer(try CIImage.grey(3)), .of(1)])
    #expect(try films.script(film, films.composition(bright)).color.transfer == 18)
    let white = films.instruction([layer(try CIImage.grey(1)), .of(1)])
    #expect(try films.script(film, films.composition(white)).color.transfer == 1)
    let stated = films.composition(bright) { $0.colorTransferFunction = AVVideoTransferFunction_ITU_R_709_2 }
    #expect(try films.script(film, stated).color.transfer == 1)
    #expect(try films.codes(film, stated).code(0, 9, 9) == 235)
  }

  @Test func `A picture that covers all hides what lies below, and nothing is decoded for it`() throws {
    let film = try films.film(luma: 396)
    let script = try films.script(film, films.composition(films.instruction([layer(try CIImage.grey(1)), .of(1)])))
    #expect(script.frame(at: .zero).references.isEmpty && script.frame(at: .zero).untouched == nil)
    let endless = CIImage(color: .white)
    let codes = try films.codes(film, films.composition(films.instruction([layer(endless), .of(1)])))
    #expect(abs(codes.code(0, 0, 63) - 721) <= 1 && abs(codes.code(0, 63, 0) - 721) <= 1)
  }

  @Test func `Sound alone can have pictures`() throws {
    let movie = AVMutableComposition()
    let track = try #require(movie.addMutableTrack(withMediaType: .audio, preferredTrackID: 1))
    try track.insertTimeRange(range(0, 1), of: Film.asset().tracks[1], at: .zero)
    let codes = try films.codes(movie, films.composition(films.instruction([layer(try CIImage.grey(1))])), frame: 3)
    #expect(codes.code(0, 30, 30) == 235)
  }

  @Test func `Instructions know that a picture is no track`() throws {
    let image = try CIImage.grey(1)
    let alone = films.instruction([layer(image)])
    #expect(alone.passthroughTrackID == kCMPersistentTrackID_Invalid && alone.requiredSourceTrackIDs?.isEmpty == true)
    let both = AVVideoCompositionLayerInstruction(image: image)
    #expect(both.image === image && both.trackID == kCMPersistentTrackID_Invalid)
    #expect(AVVideoCompositionLayerInstruction.of(1).image == nil)
    let wrong = films.instruction([layer(image) { $0.setOpacity(2, at: .zero) }])
    let refused = films.refusal(Film.asset(), films.composition(wrong))
    #expect(refused == .ramp(0, CMTimeRange(start: .zero, duration: .positiveInfinity)))
  }

  @Test(.enabled(if: Clip.areHere))
  func `A photo with a gain map lies over a real clip with all its light`() throws {
    let photo = try #require(try Self.photo())
    let image = try #require(
      CIImage(contentsOf: photo, options: [.expandToHDR: true, .applyOrientationProperty: true]))
    #expect(image.contentHeadroom > 1.5)
    let clip = AVURLAsset(url: Clip.folder.appending(path: "sdr-720p-rot270.mp4"))
    let scale = 64 / max(image.extent.width, image.extent.height)
    let picture = layer(image) { $0.setTransform(CGAffineTransform(scaleX: scale, y: scale), at: .zero) }
    let script = try films.script(clip, films.composition(films.instruction([picture, .of(1)])))
    #expect(script.color.transfer == 18)
    let frame = try ScriptFrames(script).codes(0)
    let brightest = (0..<64).flatMap { x in (0..<64).map { frame.code(0, x, $0) } }.max() ?? 0
    #expect(brightest > 740, "\(brightest)")
  }

  private static func photo() throws -> URL? {
    let folder = TestData.root.appending(path: "stills/ultrahdr")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return names.lazy.filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".jpeg") }.map { folder.appending(path: $0) }
      .first { url in
        CIImage(contentsOf: url, options: [.expandToHDR: true]).map { $0.contentHeadroom > 1.5 } ?? false
      }
  }
}
