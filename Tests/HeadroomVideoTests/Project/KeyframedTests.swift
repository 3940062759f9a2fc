import HeadroomVideo
import Testing

@Suite("Key frames")
struct KeyframedTests {
  private func time(_ value: Int64, _ timescale: Int32 = 1) -> CMTime { CMTime(value: value, timescale: timescale) }

  @Test func `The first and the last are held outside`() throws {
    let ramp = try #require(Keyframed([Keyframe(time: time(1), value: 2.0), Keyframe(time: time(3), value: 6)]))
    #expect(ramp.value(at: .zero) == 2 && ramp.value(at: time(1)) == 2)
    #expect(ramp.value(at: time(3)) == 6 && ramp.value(at: time(9)) == 6 && ramp.value(at: .positiveInfinity) == 6)
    #expect(!ramp.isConstant && Keyframed(1.0).isConstant && Keyframed(1.0).value(at: time(-5)) == 1)
  }

  @Test func `A curve leads from its key frame to the next`() throws {
    let value = try #require(
      Keyframed([
        Keyframe(time: time(0), value: 0.0), Keyframe(time: time(1), value: 1, curve: .hold),
        Keyframe(time: time(2), value: 2, curve: .ease), Keyframe(time: time(3), value: 3),
      ]))
    #expect(value.value(at: time(1, 4)) == 0.25)
    #expect(value.value(at: time(199, 100)) == 1 && value.value(at: time(2)) == 2)
    // 3/16 - 2/64 of the way.
    #expect(value.value(at: time(9, 4)) == 2.15625)
    #expect(value.value(at: time(5, 2)) == 2.5)
  }

  @Test func `Times have to rise`() {
    #expect(Keyframed([Keyframe(time: time(1), value: 0.0), Keyframe(time: time(1), value: 1)]) == nil)
    #expect(Keyframed([Keyframe<Double>]()) == nil)
  }

  @Test func `Weights at frames are exact fractions`() throws {
    let ramp = try #require(Keyframed([Keyframe(time: .zero, value: 0.0), Keyframe(time: time(1), value: 1)]))
    for frame in 0...30 { #expect(ramp.value(at: time(Int64(frame), 30)) == Double(frame) / 30) }
  }
}
