import HeadroomVideo
import Testing

@Suite("Times")
struct CMTimeTests {
  private func time(_ value: Int64, _ timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }

  private func expect(_ a: CMTime, is value: Int64, over timescale: Int32, rounded: Bool = false) {
    #expect(
      a.value == value && a.timescale == timescale && a.hasBeenRounded == rounded && a.isNumeric,
      "\(a) is not \(value)/\(timescale)")
  }

  @Test func `A number over no timescale is none`() {
    let odd = CMTime(value: 1, timescale: 0, flags: .valid, epoch: 0)
    #expect(!odd.isNumeric && !(odd + time(1, 1)).isNumeric && odd.seconds.isNaN)
    #expect(odd > time(1, 1))
  }

  @Test func `All fields of an invalid time are 0`() {
    let time = CMTime()
    #expect(time.value == 0 && time.timescale == 0 && time.flags.rawValue == 0 && time.epoch == 0)
    #expect(!time.isValid && !time.isNumeric && time.seconds.isNaN)
  }

  @Test func `Flags have Core Media's values`() {
    let flags: [CMTimeFlags] = [.valid, .hasBeenRounded, .positiveInfinity, .negativeInfinity, .indefinite]
    #expect(flags.map(\.rawValue) == [1, 2, 4, 8, 16])
    #expect(CMTimeFlags.impliedValueFlagsMask.rawValue == 28)
    #expect(kCMTimeMaxTimescale == 0x7fff_ffff)
  }

  @Test func `A timescale that is not above 0 makes no time`() {
    #expect(!time(1, 0).isValid)
    #expect(!time(1, -600).isValid)
    #expect(!CMTime(seconds: 1, preferredTimescale: 0).isValid)
  }

  @Test func `Sums keep the timescale of both`() { expect(time(1, 600) + time(2, 600), is: 3, over: 600) }

  @Test func `Sums of different timescales have their least common multiple`() {
    expect(time(1, 4) + time(1, 6), is: 5, over: 12)
    expect(time(1001, 30000) - time(1, 30), is: 1, over: 30000)
  }

  @Test func `A least common multiple that is too large becomes the largest timescale, rounded`() {
    expect(time(1, 0x7fff_ffff) + time(1, 0x7fff_fffe), is: 2, over: kCMTimeMaxTimescale, rounded: true)
  }

  @Test func `A sum that overflows has half the timescale, until there is none`() {
    expect(time(.max, 600) + time(.max, 600), is: .max, over: 300)
    expect(time(.max, 600) + time(.max - 1, 600), is: .max, over: 300, rounded: true)
    #expect((time(.max, 1) + time(1, 1)).isPositiveInfinity)
    #expect((time(.min, 1) + time(-1, 1)).isNegativeInfinity)
  }

  @Test func `What was rounded stays so`() {
    let third = CMTime(seconds: 1.0 / 3, preferredTimescale: 600)
    #expect(third.hasBeenRounded && (third + time(1, 600)).hasBeenRounded)
    #expect(CMTimeMultiply(third, multiplier: 3).hasBeenRounded)
  }

  @Test func `Sums of what is no number have Core Media's order`() {
    let number = time(1, 1)
    #expect(!(CMTime.invalid + .positiveInfinity).isValid)
    #expect(!(number + .invalid).isValid)
    #expect((CMTime.positiveInfinity + number).isPositiveInfinity)
    #expect((number - .positiveInfinity).isNegativeInfinity)
    #expect(!(CMTime.positiveInfinity + .negativeInfinity).isValid)
    #expect(!(CMTime.positiveInfinity - .positiveInfinity).isValid)
    #expect((CMTime.positiveInfinity - .negativeInfinity).isPositiveInfinity)
    #expect((CMTime.negativeInfinity + .negativeInfinity).isNegativeInfinity)
    #expect((CMTime.indefinite + number).isIndefinite)
    #expect((CMTime.indefinite + .negativeInfinity).isNegativeInfinity)
  }

  @Test func `Epochs that differ have no sum, durations belong to any`() {
    let (first, second) = (
      CMTimeMakeWithEpoch(value: 5, timescale: 1, epoch: 1), CMTimeMakeWithEpoch(value: 5, timescale: 1, epoch: 2)
    )
    #expect(!(first + second).isValid && !(first - second).isValid)
    #expect((first + time(1, 1)).epoch == 1)
    #expect((first - first).epoch == 0)
    let early = CMTimeMakeWithEpoch(value: 5, timescale: 1, epoch: -1)
    #expect((early + time(1, 1)).epoch == -1 && (time(1, 1) + early).epoch == -1)
    #expect((early - time(1, 1)).epoch == -1)
    #expect(first < second && CMTimeMakeWithEpoch(value: 99, timescale: 1, epoch: 1) < second)
  }

  @Test func `A product keeps the timescale, and halves it before it overflows`() {
    expect(CMTimeMultiply(time(1001, 30000), multiplier: 30), is: 30030, over: 30000)
    expect(CMTimeMultiply(time(.max, 8), multiplier: -4), is: -.max, over: 2)
    #expect(CMTimeMultiply(time(.max, 1), multiplier: 2).isPositiveInfinity)
    #expect(CMTimeMultiply(.positiveInfinity, multiplier: -1).isNegativeInfinity)
  }

  @Test func `A product with a floating-point number has a timescale of 65536 and more`() {
    expect(CMTimeMultiplyByFloat64(time(1, 3), multiplier: 0.5), is: 16384, over: 98304)
    expect(CMTimeMultiplyByFloat64(time(1, 90000), multiplier: 2), is: 2, over: 90000)
    expect(CMTimeMultiplyByFloat64(time(1, 65536), multiplier: 0.4), is: 0, over: 65536, rounded: true)
    expect(CMTimeMultiplyByFloat64(time(.max, .max), multiplier: 1e-300), is: 0, over: .max, rounded: true)
    #expect(CMTimeMultiplyByFloat64(time(.min, 1), multiplier: -1).isPositiveInfinity)
    #expect(!CMTimeMultiplyByFloat64(time(1, 1), multiplier: .nan).isValid)
  }

  @Test func `A product with a ratio is exact where it can be`() {
    expect(CMTimeMultiplyByRatio(time(10, 600), multiplier: 1, divisor: 2), is: 5, over: 600)
    expect(CMTimeMultiplyByRatio(time(1001, 30000), multiplier: 2, divisor: 3), is: 1001, over: 45000)
    let large = CMTimeMultiplyByRatio(time(1, .max), multiplier: 1, divisor: 3)
    #expect(large.hasBeenRounded && large.timescale == kCMTimeMaxTimescale)
    #expect(!CMTimeMultiplyByRatio(time(1, 1), multiplier: 1, divisor: 0).isValid)
    expect(CMTimeMultiplyByRatio(time(4, 1), multiplier: 3, divisor: -2), is: -6, over: 1)
  }

  @Test(
    "whole seconds of halves, hundredths and fifteenths by each method",
    arguments: [
      (CMTimeRoundingMethod.roundHalfAwayFromZero, [1, -1, 0, 1, 2, -2] as [Int64]),
      (.roundTowardZero, [0, 0, 0, 1, 1, -1]),
      (.roundAwayFromZero, [1, -1, -1, 2, 2, -2]),
      (.quickTime, [0, -1, -1, 1, 1, -1]),
      (.roundTowardPositiveInfinity, [1, 0, 0, 2, 2, -1]),
      (.roundTowardNegativeInfinity, [0, -1, -1, 1, 1, -2]),
    ])
  func rounding(_ method: CMTimeRoundingMethod, _ expected: [Int64]) {
    let times = [time(5, 10), time(-5, 10), time(-1, 100), time(14, 10), time(15, 10), time(-15, 10)]
    let converted = times.map { $0.convertScale(1, method: method) }
    #expect(converted.map(\.value) == expected)
    #expect(converted.allSatisfy { $0.hasBeenRounded })
  }

  @Test func `QuickTime's rounding goes away from 0 into a finer scale`() {
    expect(time(1, 3).convertScale(10, method: .quickTime), is: 4, over: 10, rounded: true)
    expect(time(-1, 3).convertScale(10, method: .quickTime), is: -4, over: 10, rounded: true)
  }

  @Test func `Other scales of exact times are not rounded`() {
    expect(time(1, 30).convertScale(600, method: .default), is: 20, over: 600)
    #expect(CMTime.indefinite.convertScale(600, method: .default).isIndefinite)
    #expect(time(.max, 1).convertScale(600, method: .default).isPositiveInfinity)
  }

  @Test func `Seconds are taken exactly, and say so`() {
    expect(CMTime(seconds: 0.5, preferredTimescale: 600), is: 300, over: 600)
    expect(CMTime(seconds: 0.1, preferredTimescale: 600), is: 60, over: 600, rounded: true)
    expect(CMTime(seconds: 1e18, preferredTimescale: 600), is: 9_000_000_000_000_000_000, over: 9)
    #expect(CMTime(seconds: 1e30, preferredTimescale: 600).isPositiveInfinity)
    #expect(CMTime(seconds: -.infinity, preferredTimescale: 600).isNegativeInfinity)
    #expect(!CMTime(seconds: .nan, preferredTimescale: 600).isValid)
    expect(CMTime(seconds: .leastNonzeroMagnitude, preferredTimescale: .max), is: 0, over: .max, rounded: true)
  }

  @Test func `All times have their place in a row`() {
    let row: [CMTime] = [
      .negativeInfinity, time(-1, 7), time(0, 3), time(1, 90000), .positiveInfinity, .indefinite, .invalid,
    ]
    #expect(row.reversed().sorted() == row)
    #expect(time(1, 2) == time(300, 600))
    #expect(time(1, 2).hashValue == time(300, 600).hashValue)
    #expect(CMTimeCompare(time(1, 3), time(1, 2)) == -1)
    #expect(time(.max, 1) > time(.max - 1, 1))
  }

  @Test func `A time without its sign`() {
    expect(CMTimeAbsoluteValue(time(-3, 4)), is: 3, over: 4)
    #expect(CMTimeAbsoluteValue(.negativeInfinity).isPositiveInfinity)
    #expect(CMTimeAbsoluteValue(time(.min, 1)).isPositiveInfinity)
  }

  @Test func `An hour of 24000/1001 frames ends exactly`() {
    let frame = time(1001, 24000)
    var sum = CMTime.zero
    for _ in 0..<86_400 { sum += frame }
    #expect(sum == CMTimeMultiply(frame, multiplier: 86_400) && !sum.hasBeenRounded)
  }

  @Test func `A time describes itself`() {
    #expect("\(time(1001, 30000))" == "{1001/30000 = 0.033}")
    #expect("\(time(-15, 10))" == "{-15/10 = -1.500}")
    #expect("\(CMTime.invalid) \(CMTime.positiveInfinity)" == "{INVALID} {+INFINITY}")
  }
}
