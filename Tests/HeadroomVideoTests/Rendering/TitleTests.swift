import Foundation
import HeadroomColor
import HeadroomDisplay
import HeadroomGraphics
import HeadroomImage
import HeadroomPixels
import HeadroomVideo
import Testing

@Suite("Titles by layers")
struct TitleTests {
  private let films: LayerFilms

  init() throws { films = try LayerFilms() }

  private func layer(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: CGColor? = nil) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: x, y: y, width: width, height: height)
    layer.backgroundColor = color
    return layer
  }

  private let white = CGColor(red: 1, green: 1, blue: 1, alpha: 1)

  /// A tree as large as the film.
  private func tree(_ layers: CALayer..., background: CGColor? = nil) -> CALayer {
    let root = layer(0, 0, 64, 64, background)
    for layer in layers { root.addSublayer(layer) }
    return root
  }

  private func codes(_ tool: AVVideoCompositionCoreAnimationTool, luma: Int = 396) throws -> PlanarPicture {
    try films.codes(try films.film(luma: luma), films.composition(films.instruction([.of(1)]), tool: tool))
  }

  private func check(_ codes: PlanarPicture, _ wanted: [(Int, Int, Int)]) {
    for (x, y, code) in wanted { #expect(abs(codes.code(0, x, y) - code) <= 1, "\(x) \(y): \(codes.code(0, x, y))") }
  }

  @Test func `White of sRGB over a film is reference white, the film beside it keeps its light`() throws {
    let video = layer(0, 0, 64, 64)
    let tool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: video, in: tree(video, layer(8, 4, 16, 10, white)))
    check(try codes(tool), [(8, 4, 721), (23, 13, 721), (7, 4, 396), (8, 3, 396), (24, 13, 396), (23, 14, 396)])
  }

  @Test func `The film lies where its layer does, over layers below and under layers above`() throws {
    let video = layer(16, 8, 32, 32)
    let below = layer(0, 0, 32, 64, white)
    let above = layer(40, 8, 8, 8, CGColor(red: 0, green: 0, blue: 0, alpha: 1))
    let tool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: video, in: tree(below, video, above))
    check(
      try codes(tool),
      [(10, 20, 721), (16, 8, 396), (47, 39, 396), (16, 7, 721), (48, 20, 64), (44, 10, 64), (20, 50, 721)])
  }

  @Test func `Half transparent titles mix light`() throws {
    let video = layer(0, 0, 64, 64)
    let title = layer(0, 0, 64, 64, white)
    title.opacity = 0.5
    let tool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: video, in: tree(video, title))
    check(try codes(tool, luma: 64), [(30, 30, LayerFilms.luma(nits: ReferenceWhite.nits / 2))])
  }

  @Test func `A film can be shown in several layers, and fade in one`() throws {
    let left = layer(0, 0, 32, 64)
    let right = layer(32, 0, 32, 64)
    right.opacity = 0.5
    let tool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayers: [left, right], in: tree(left, right, background: white))
    let found = try codes(tool, luma: 64)
    check(found, [(10, 30, 64)])
    let faded = found.code(0, 50, 30)
    #expect(faded > 580 && faded < 700, "\(faded)")
  }

  @Test func `A layer around the film that clips, clips the film`() throws {
    let video = layer(0, 0, 64, 64)
    let window = layer(16, 16, 16, 16)
    window.masksToBounds = true
    window.addSublayer(video)
    let tool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: video, in: tree(window, background: white))
    check(try codes(tool), [(16, 16, 396), (31, 31, 396), (15, 16, 721), (32, 31, 721)])
  }

  @Test func `A layer with more light than white shows what its range allows`() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
    let bright = try CIImage.grey(3)
    let image = try #require(
      CIContext().createCGImage(bright, from: bright.extent, format: .RGBAf, colorSpace: space))
    func found(_ range: CALayer.DynamicRange) throws -> Int {
      let (video, title) = (layer(0, 0, 64, 64), layer(0, 0, 64, 64))
      (title.contents, title.preferredDynamicRange) = (image, range)
      let tool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: video, in: tree(video, title))
      return try codes(tool).code(0, 30, 30)
    }
    #expect(abs(try found(.standard) - 721) <= 1)
    #expect(abs(try found(.high) - LayerFilms.luma(nits: 3 * ReferenceWhite.nits)) <= 1)
  }

  @Test func `Instructions without titles keep their codes`() throws {
    let video = layer(0, 0, 64, 64)
    let tool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: video, in: tree(video, layer(0, 0, 64, 64, white)))
    let film = try films.film(luma: 396)
    let plain = try films.script(film, films.composition(films.instruction([.of(1)], titles: false), tool: tool))
    #expect(plain.frame(at: .zero).untouched != nil)
    let titled = try films.script(film, films.composition(films.instruction([.of(1)]), tool: tool))
    #expect(titled.frame(at: .zero).untouched == nil)
  }

  @Test func `An additional layer is a track that instructions place`() throws {
    let film = try films.film(luma: 396)
    let id = film.unusedTrackID()
    #expect(id == 2)
    let logo = layer(100, 100, 16, 16, white)
    logo.addSublayer(layer(8, 0, 8, 16, CGColor(red: 0, green: 0, blue: 0, alpha: 1)))
    let tool = AVVideoCompositionCoreAnimationTool(additionalLayer: logo, asTrackID: id)
    let placed = AVMutableVideoCompositionLayerInstruction()
    placed.trackID = id
    placed.setTransform(CGAffineTransform(translationX: 20, y: 30), at: .zero)
    let found = try films.codes(film, films.composition(films.instruction([placed, .of(1)]), tool: tool))
    check(
      found, [(20, 30, 721), (27, 45, 721), (28, 30, 64), (35, 45, 64), (36, 30, 396), (20, 29, 396), (20, 46, 396)])
  }

  @Test func `Titles lie over pictures that a client's filters or compositor made`() throws {
    let film = try films.film(luma: 396)
    let video = layer(0, 0, 64, 64)
    let tool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: video, in: tree(video, layer(8, 4, 16, 10, white)))
    let filtered = AVMutableVideoComposition(asset: film) { request in
      let black = CIImage(color: .black).cropped(to: CGRect(x: 0, y: 0, width: 32, height: 64))
      request.finish(with: black.composited(over: request.sourceImage), context: nil)
    }
    filtered.animationTool = tool
    let seen = [(8, 4, 721), (23, 13, 721), (7, 4, 64), (8, 3, 64), (24, 13, 64), (40, 40, 396)]
    check(try films.codes(film, filtered), seen)
    var own = films.composition(films.instruction([.of(1)]), tool: tool) {
      $0.customVideoCompositorClass = ClientCompositorTests.Copying.self
    }
    let wanted = [(8, 4, 721), (23, 13, 721), (7, 4, 396), (8, 3, 396), (24, 13, 396)]
    check(try films.codes(film, own), wanted)
    // An instruction that wants none has none.
    own = films.composition(films.instruction([.of(1)], titles: false), tool: tool) {
      $0.customVideoCompositorClass = ClientCompositorTests.Copying.self
    }
    check(try films.codes(film, own), [(8, 4, 396)])
  }

  @Test func `A reader's pictures have titles too`() throws {
    let film = try films.film(luma: 396)
    let video = layer(0, 0, 64, 64)
    let output = AVAssetReaderVideoCompositionOutput(
      videoTracks: film.tracks,
      videoSettings: Reading.settings(kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange))
    output.videoComposition = films.composition(
      films.instruction([.of(1)]),
      tool: .init(postProcessingAsVideoLayer: video, in: tree(video, layer(0, 0, 8, 8, white))))
    let first = try #require(try Reading.samples(film, output).first?.imageBuffer)
    #expect(abs(Int(try Reading.load(first, as: UInt16.self) >> 6) - 721) <= 1)
  }

  @Test func `What cannot be drawn is refused with the reason`() throws {
    let film = Film.asset()
    func refusal(_ tool: AVVideoCompositionCoreAnimationTool) -> String {
      let composition = films.composition(films.instruction([.of(1)]), tool: tool) { _ in }
      return films.refusal(film, composition).map { "\($0)" } ?? "none"
    }
    let (video, around) = (layer(0, 0, 64, 64), layer(0, 0, 64, 64))
    #expect(
      refusal(.init(postProcessingAsVideoLayer: video, in: tree(around))).contains("not inside the animation layer"))
    around.addSublayer(video)
    around.opacity = 0.5
    #expect(refusal(.init(postProcessingAsVideoLayer: video, in: tree(around))).contains("transparent together"))
    #expect(refusal(.init(additionalLayer: layer(0, 0, 0, 0), asTrackID: 9)).contains("track 9 has no size"))
    #expect(refusal(.init(additionalLayer: video, asTrackID: 1)).contains("the asset has a track 1"))
    let own = films.composition(films.instruction([.of(1)]), tool: .init(additionalLayer: video, asTrackID: 9)) {
      $0.customVideoCompositorClass = ClientCompositorTests.Copying.self
    }
    #expect(films.refusal(film, own).map { "\($0)" }?.contains("additional layer 9") == true)
  }
}
