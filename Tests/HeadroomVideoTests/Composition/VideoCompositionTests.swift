import Foundation
import HeadroomColor
import HeadroomGraphics
import HeadroomVideo
import Testing

@Suite("Video compositions")
struct VideoCompositionTests {
  private func instruction(
    _ range: CMTimeRange, _ layers: [AVVideoCompositionLayerInstruction] = [.of(1)]
  ) -> AVMutableVideoCompositionInstruction {
    let instruction = AVMutableVideoCompositionInstruction()
    (instruction.timeRange, instruction.layerInstructions) = (range, layers)
    return instruction
  }

  private func composition(
    _ instructions: [any AVVideoCompositionInstructionProtocol]
  ) -> AVMutableVideoComposition {
    let composition = AVMutableVideoComposition()
    composition.frameDuration = time(1, 30)
    composition.renderSize = CGSize(width: 1920, height: 1080)
    composition.instructions = instructions
    return composition
  }

  /// Why a composition of a film of 10 s is refused.
  private func refusal(
    _ composition: AVVideoComposition, range: CMTimeRange? = nil
  ) -> VideoCompositionError? {
    do {
      _ = try MovieTimeline(Film.asset(), composition, range: range)
      return nil
    } catch {
      return error.code == .invalidVideoComposition ? error.underlying as? VideoCompositionError : nil
    }
  }

  @Test func `Instructions with gaps and overlaps are refused with both times`() {
    #expect(refusal(composition([instruction(range(0, 10))])) == nil)
    #expect(
      refusal(composition([instruction(range(0, 4)), instruction(range(5, 10))])) == .gap(end: time(4), start: time(5)))
    #expect(
      refusal(composition([instruction(range(0, 4)), instruction(range(3, 10))]))
        == .overlap(end: time(4), start: time(3)))
    #expect(refusal(composition([instruction(range(1, 10))])) == .startsLate(start: time(1), needed: .zero))
    #expect(refusal(composition([instruction(range(0, 9))])) == .endsEarly(end: time(9), needed: time(299, 30)))
    #expect(refusal(composition([])) == .noInstructions)
    #expect(refusal(composition([instruction(range(0, 0))])) == .timeRange(range(0, 0)))
  }

  @Test func `Instructions have to hold the frames that are used, and those alone`() {
    let short = composition([instruction(range(2, 4))])
    #expect(refusal(short, range: range(2, 4)) == nil)
    #expect(refusal(short, range: range(1, 4)) == .startsLate(start: time(2), needed: time(1)))
    // The last frame is at 299/30.
    #expect(refusal(composition([instruction(range(.zero, time(2991, 300)))])) == nil)
    let endless = CMTimeRange(start: .zero, duration: .positiveInfinity)
    #expect(refusal(composition([instruction(endless)])) == nil)
  }

  @Test func `Sizes and times that cannot be are refused`() {
    let good = instruction(range(0, 10))
    for duration in [CMTime.zero, .invalid, time(-1, 30), .positiveInfinity] {
      let wrong = composition([good])
      wrong.frameDuration = duration
      #expect(refusal(wrong) == .frameDuration(duration))
    }
    for size in [
      CGSize.zero, CGSize(width: -5, height: 5), CGSize(width: CGFloat.infinity, height: 5),
      CGSize(width: 60_000, height: 60_000),
    ] {
      let wrong = composition([good])
      wrong.renderSize = size
      #expect(refusal(wrong) == .renderSize(size))
    }
    let nan = composition([good])
    nan.renderSize = CGSize(width: CGFloat.nan, height: 5)
    #expect(refusal(nan) != nil)
    let scaled = composition([good])
    scaled.renderScale = 0.5
    #expect(refusal(scaled) == .renderScale(0.5))
    let absurd = composition([good])
    absurd.frameDuration = CMTime(value: 1, timescale: .max)
    #expect(refusal(absurd) == .frameCount(duration: time(10), frameDuration: absurd.frameDuration))
  }

  @Test func `Layers of tracks that are not there, and ramps without numbers, are refused`() {
    #expect(refusal(composition([instruction(range(0, 10), [.of(2)])])) == .noTrack(2, range(0, 10)))
    let layer = AVMutableVideoCompositionLayerInstruction()
    layer.trackID = 1
    layer.setOpacity(2, at: time(3))
    let wrong = refusal(composition([instruction(range(0, 10), [layer])]))
    #expect(wrong == .ramp(1, CMTimeRange(start: time(3), duration: .positiveInfinity)))
    for (transform, start) in [(CGAffineTransform(.nan, 0, 0, 1, 0, 0), CMTime.zero), (.identity, .invalid)] {
      let layer = AVMutableVideoCompositionLayerInstruction()
      layer.trackID = 1
      layer.setTransform(transform, at: start)
      #expect(refusal(composition([instruction(range(0, 10), [layer])])) != nil)
    }
    let timed = composition([instruction(range(0, 10))])
    timed.sourceTrackIDForFrameTiming = 2
    #expect(refusal(timed) == .noTimingTrack(2))
  }

  @Test func `Colours without a meaning are refused`() {
    let wrong = composition([instruction(range(0, 10))])
    wrong.colorTransferFunction = "UseGamma"
    #expect(refusal(wrong) == .color(property: "colorTransferFunction", value: "UseGamma"))
  }

  private final class Foreign: AVVideoCompositionInstructionProtocol {
    let timeRange = range(0, 10)
    let enablePostProcessing = false
    let containsTweening = true
    let requiredSourceTrackIDs: [NSValue]? = nil
    let passthroughTrackID = kCMPersistentTrackID_Invalid
  }

  @Test func `Instructions of a client's class need a compositor of its own`() {
    #expect(refusal(composition([Foreign()])) == .foreignInstruction(range(0, 10)))
  }

  @Test func `Interlaced sources are refused by name in compositions`() throws {
    let film = Film.asset("fields.mov", [Film.video { $0.fieldOrder = .topFieldFirst }])
    let composition = AVMutableComposition()
    try composition.insertTimeRange(range(0, 1), of: film, at: .zero)
    let error = #expect(throws: AVError.self) { try MovieTimeline(composition) }
    #expect(error.map { "\($0)" }?.contains("fields.mov: track 1: interlaced video") == true)
    _ = try MovieTimeline(film)
  }

  @Test(arguments: [
    (30.0, time(1, 30)), (29.97002997, time(1001, 30_000)), (23.976, time(1001, 24_000)), (0.0, time(1, 30)),
    (59.94, time(1001, 60_000)), (25.0, time(1, 25)), (12.5, time(7200, 90_000)),
  ])
  func `The frame duration is that of the fastest track`(_ rate: Double, _ expected: CMTime) {
    let slow = Film.video(id: 2) { ($0.nominalFrameRate, $0.minFrameDuration) = (min(rate, 5), .invalid) }
    let fast = Film.video(id: 1) { ($0.nominalFrameRate, $0.minFrameDuration) = (rate, .invalid) }
    #expect(AVVideoComposition(propertiesOf: Film.asset("a.mov", [slow, fast])).frameDuration == expected)
  }

  @Test func `A file's frame is the box around its turned tracks`() throws {
    let turned = Film.video { $0.transform = [0, 1, -1, 0, 1080, 0] }
    let composition = AVVideoComposition(propertiesOf: Film.asset("turned.mov", [turned]))
    #expect(composition.renderSize == CGSize(width: 1080, height: 1920))
    let frame = try #require(try MovieTimeline(Film.asset("turned.mov", [turned]), composition).video?.frame(at: .zero))
    #expect(frame.layers.first?.transform == CGAffineTransform(0, 1, -1, 0, 1080, 0))
    #expect(!frame.isPassthrough)
  }

  @Test func `There is an instruction for each stretch with the same tracks`() async throws {
    let (asset, movie) = (Film.asset(), AVMutableComposition())
    let below = try #require(movie.addMutableTrack(withMediaType: .video, preferredTrackID: 1))
    let above = try #require(movie.addMutableTrack(withMediaType: .video, preferredTrackID: 2))
    try below.insertTimeRange(range(0, 4), of: asset.tracks[0], at: .zero)
    try below.insertTimeRange(range(0, 1), of: asset.tracks[0], at: .invalid)
    try above.insertTimeRange(range(0, 4), of: asset.tracks[0], at: time(3))
    let composition = try await AVMutableVideoComposition.videoComposition(withPropertiesOf: movie)
    let instructions = composition.instructions.compactMap { $0 as? AVVideoCompositionInstruction }
    #expect(instructions.map(\.timeRange) == [range(0, 3), range(3, 5), range(5, 7)])
    #expect(instructions.map { $0.layerInstructions.map(\.trackID) } == [[1], [1, 2], [2]])
    #expect(instructions.map(\.passthroughTrackID) == [1, kCMPersistentTrackID_Invalid, 2])
    #expect(composition.renderSize == CGSize(width: 1920, height: 1080))
    above.isEnabled = false
    let without = AVVideoComposition(propertiesOf: movie).instructions
    #expect(without.map(\.timeRange) == [range(0, 5), range(5, 7)])
    #expect(AVVideoComposition(propertiesOf: AVMutableComposition()).instructions.isEmpty)
  }

  @Test func `A prototype has the background of all instructions`() async throws {
    let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let prototype = AVVideoCompositionInstruction(configuration: .init(backgroundColor: red))
    let made = try await AVVideoComposition.Configuration(for: Film.asset(), prototypeInstruction: prototype)
    #expect((made.instructions.first as? AVVideoCompositionInstruction)?.backgroundColor == red)
  }

  @Test func `Instructions say which tracks they need and whether they change`() {
    let moving = AVMutableVideoCompositionLayerInstruction()
    moving.trackID = 3
    moving.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: range(8, 12))
    let early = instruction(range(0, 8), [moving])
    #expect(!early.containsTweening && early.passthroughTrackID == 3)
    let late = instruction(range(8, 10), [moving, .of(1)])
    #expect(late.containsTweening && late.passthroughTrackID == kCMPersistentTrackID_Invalid)
    #expect(late.requiredSourceTrackIDs as? [NSNumber] == [3, 1])
  }

  @Test func `Both spellings are one content`() {
    let configuration = AVVideoComposition.Configuration(
      colorPrimaries: AVVideoColorPrimaries_ITU_R_2020, frameDuration: time(1, 24),
      instructions: [instruction(range(0, 10))],
      perFrameHDRDisplayMetadataPolicy: .generate, renderSize: CGSize(width: 100, height: 50))
    let new = AVVideoComposition(configuration: configuration)
    #expect(new.frameDuration == time(1, 24) && new.renderSize.width == 100 && new.renderScale == 1)
    #expect(new.perFrameHDRDisplayMetadataPolicy == .generate)
    let changed = new.mutableCopy() as? AVMutableVideoComposition
    changed?.colorPrimaries = nil
    #expect(changed?.instructions.first === new.instructions.first && new.colorPrimaries != nil)
    #expect((changed?.copy() as? AVVideoComposition)?.colorPrimaries == nil)
  }
}

extension AVVideoCompositionLayerInstruction {
  /// The pictures of a track as they are.
  static func of(_ id: CMPersistentTrackID) -> AVVideoCompositionLayerInstruction {
    AVVideoCompositionLayerInstruction(configuration: Configuration(trackID: id))
  }
}
