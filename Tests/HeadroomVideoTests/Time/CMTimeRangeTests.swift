import HeadroomVideo
import Testing

@Suite("Ranges of time")
struct CMTimeRangeTests {
  private func time(_ value: Int64, _ timescale: Int32 = 1) -> CMTime { CMTime(value: value, timescale: timescale) }
  private func range(_ start: Int64, _ end: Int64) -> CMTimeRange { CMTimeRange(start: time(start), end: time(end)) }

  @Test func `A range holds its start and not its end`() {
    #expect(range(1, 3).containsTime(time(1)))
    #expect(!range(1, 3).containsTime(time(3)))
    #expect(!range(1, 1).containsTime(time(1)))
    #expect(range(1, 3).containsTimeRange(range(1, 3)) && !range(1, 3).containsTimeRange(range(2, 4)))
  }

  @Test func `A range needs a duration of 0 and more, without an epoch`() {
    #expect(!range(3, 1).isValid)
    #expect(!CMTimeRange(start: .zero, duration: CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 1)).isValid)
    #expect(!CMTimeRange.invalid.isValid && CMTimeRange.zero.isEmpty)
    #expect(CMTimeRange(start: .zero, duration: .indefinite).isIndefinite)
    #expect(CMTimeRange(start: .zero, duration: .positiveInfinity).containsTime(time(.max)))
  }

  @Test func `A union holds both, and what is between`() {
    #expect(range(1, 2).union(range(5, 6)) == range(1, 6))
    #expect(range(1, 1).union(range(5, 6)) == range(5, 6))
    #expect(range(5, 6).union(range(1, 1)) == range(5, 6))
    #expect(!range(1, 2).union(.invalid).isValid)
  }

  @Test func `What lies in no two ranges is the empty range at 0`() {
    #expect(range(1, 4).intersection(range(3, 9)) == range(3, 4))
    #expect(range(1, 2).intersection(range(2, 3)) == .zero)
    let later = CMTimeRange(start: CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 1), duration: time(1))
    #expect(!range(1, 2).intersection(later).isValid)
  }

  @Test func `Times outside are moved to the nearest end`() {
    #expect(CMTimeClampToRange(time(0), range: range(1, 3)) == time(1))
    #expect(CMTimeClampToRange(time(9), range: range(1, 3)) == time(3))
    #expect(CMTimeClampToRange(time(2), range: range(1, 3)) == time(2))
    #expect(!CMTimeClampToRange(time(2), range: range(1, 1)).isValid)
  }

  @Test func `A time is mapped by the ratio of durations`() {
    #expect(CMTimeMapTimeFromRangeToRange(time(5, 3), fromRange: range(1, 3), toRange: range(2, 5)) == time(3))
    #expect(CMTimeMapDurationFromRangeToRange(time(1), fromRange: range(0, 2), toRange: range(0, 3)) == time(3, 2))
    #expect(!CMTimeMapTimeFromRangeToRange(time(1), fromRange: range(1, 1), toRange: range(2, 5)).isValid)
    let endless = CMTimeRange(start: time(4), duration: .positiveInfinity)
    #expect(
      CMTimeMapTimeFromRangeToRange(
        time(7), fromRange: endless, toRange: CMTimeRange(start: time(10), duration: .positiveInfinity)) == time(13))
  }

  @Test func `Mapping needs more than 128 bits and still ends near`() {
    let from = CMTimeRange(start: .zero, duration: time(1_000_000_007, 999_999_937))
    let to = CMTimeRange(start: .zero, duration: time(2_000_000_011, 1_999_999_943))
    let mapped = CMTimeMapDurationFromRangeToRange(
      time(9_007_199_254_740_881, 2_147_483_629), fromRange: from, toRange: to)
    let expected = 9_007_199_254_740_881.0 / 2_147_483_629 * to.duration.seconds / from.duration.seconds
    #expect(abs(mapped.seconds / expected - 1) < 1e-12)
  }

  @Test func `A mapping without a source is an empty edit`() {
    let mapping = CMTimeMappingMakeEmpty(target: range(1, 3))
    #expect(!mapping.source.start.isValid && mapping.target == range(1, 3))
  }
}
