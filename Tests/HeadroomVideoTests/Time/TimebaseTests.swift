import Foundation
import HeadroomGraphics
import HeadroomVideo
import Testing

@Suite("Timebases")
struct TimebaseTests {
  private func time(_ value: Int64, _ timescale: Int32 = 1) -> CMTime { CMTime(value: value, timescale: timescale) }

  @Test("stand at 0 at first, and move from an anchor on")
  func anchors() throws {
    let base = CMTimebase(sourceClock: .hostTimeClock)
    #expect(base.time == .zero && base.rate == 0 && base.sourceClock === CMClock.hostTimeClock)
    let now = CMClock.hostTimeClock.time
    try base.setRateAndAnchorTime(rate: 2, anchorTime: time(100), referenceTime: now - time(5))
    #expect(base.time >= time(110) && base.time < time(1000) && base.effectiveRate == 2)
    try base.setAnchorTime(time(7), referenceTime: now + time(1000))
    #expect(base.timeAndRate.time == time(7) && base.timeAndRate.rate == 2)
    #expect(base.time(withTimescale: 600).timescale == 600)
  }

  @Test("convert times among each other and the clock")
  func conversion() throws {
    let (slow, fast) = (CMTimebase(sourceClock: .hostTimeClock), CMTimebase(sourceClock: .hostTimeClock))
    try slow.setRateAndAnchorTime(rate: 1, anchorTime: .zero, referenceTime: time(50))
    try fast.setRateAndAnchorTime(rate: 4, anchorTime: time(10), referenceTime: time(50))
    #expect(slow.convertTime(time(3), to: fast) == time(22))
    #expect(fast.convertTime(time(22), to: slow) == time(3))
    #expect(fast.convertTime(time(22), to: CMClock.hostTimeClock) == time(53))
    #expect(CMClock.hostTimeClock.convertTime(time(53), to: fast) == time(22))
    #expect(fast.rate(relativeTo: slow) == 4 && slow.rate(relativeTo: fast) == 0.25)
    #expect(!fast.mightDrift(relativeTo: slow))
    try slow.setRate(0)
    #expect(!slow.convertTime(time(3), to: fast).isValid && fast.rate(relativeTo: slow) == 0)
  }

  @Test("refuse what cannot be, by Core Media's codes")
  func refusals() throws {
    let base = CMTimebase(sourceClock: .hostTimeClock)
    #expect(throws: CMTimebase.Error.invalidParameter) { try base.setRate(-1) }
    #expect(throws: CMTimebase.Error.invalidParameter) { try base.setTime(.indefinite) }
    #expect(CMTimebaseSetRate(base, rate: .nan) == kCMTimebaseError_InvalidParameter)
    #expect(CMTimebaseSetTime(base, time: time(3)) == noErr && CMTimebaseGetTime(base) == time(3))
    let owned = try #require(AVPlayerItem(asset: AVMutableComposition()).timebase)
    #expect(throws: CMTimebase.Error.readOnly) { try owned.setTime(time(1)) }
    #expect(CMTimebaseSetTime(owned, time: time(1)) == kCMTimebaseError_ReadOnly)
  }

  @Test("are made by the function of C too")
  func function() {
    var base: CMTimebase?
    #expect(
      unsafe CMTimebaseCreateWithSourceClock(allocator: nil, sourceClock: .hostTimeClock, timebaseOut: &base) == noErr)
    #expect(base?.time == .zero)
  }
}

@Suite("Ranges in a loop, and as dictionaries")
struct RangeValueTests {
  private func time(_ value: Int64, _ timescale: Int32 = 1) -> CMTime { CMTime(value: value, timescale: timescale) }

  @Test("Folding leaves whole durations out, also of times before the range")
  func folding() {
    let range = CMTimeRange(start: time(10), duration: time(4))
    for (asked, folded) in [(25, 13), (10, 10), (14, 10), (9, 13), (-3, 13), (13, 13)] as [(Int64, Int64)] {
      #expect(CMTimeFoldIntoRange(time(asked), foldRange: range) == time(folded), "\(asked)")
    }
    let exact = CMTimeFoldIntoRange(
      time(100_000_000_000_001, 30000), foldRange: CMTimeRange(start: .zero, duration: time(1001, 30000)))
    #expect(exact == time(100_000_000_000_001 % 1001, 30000) && !exact.hasBeenRounded)
    let endless = CMTimeRange(start: time(1), duration: .positiveInfinity)
    #expect(CMTimeFoldIntoRange(time(7), foldRange: endless) == time(7))
    for bad in [CMTimeRange.invalid, .zero] { #expect(!CMTimeFoldIntoRange(time(7), foldRange: bad).isValid) }
    #expect(!CMTimeFoldIntoRange(.indefinite, foldRange: range).isValid)
    #expect(!CMTimeFoldIntoRange(.zero, foldRange: endless).isValid)
  }

  @Test("Dictionaries and objects keep ranges and mappings")
  func dictionaries() throws {
    let range = CMTimeRange(start: time(3, 7), duration: time(11, 30000))
    let mapping = CMTimeMapping(source: range, target: CMTimeRange(start: time(1), end: time(2)))
    #expect(CMTimeRangeMakeFromDictionary(try #require(CMTimeRangeCopyAsDictionary(range, allocator: nil))) == range)
    #expect(
      CMTimeMappingMakeFromDictionary(try #require(CMTimeMappingCopyAsDictionary(mapping, allocator: nil))) == mapping)
    #expect(!CMTimeRangeMakeFromDictionary(["start": 7]).isValid && CMTimeMappingMakeFromDictionary([:]) == .invalid)
    #expect(NSValue(timeMapping: mapping).timeMappingValue == mapping)
    #expect(NSValue(timeRange: range).timeMappingValue == .invalid)
    #expect(CMTimeRangeCopyDescription(allocator: nil, range: range) == range.description)
  }
}
