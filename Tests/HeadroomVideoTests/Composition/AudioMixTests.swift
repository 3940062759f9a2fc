import Foundation
import HeadroomVideo
import Testing

@Suite("Audio mixes")
struct AudioMixTests {
  private typealias Ramp = (start: Float, end: Float, range: CMTimeRange)

  private func ramp(_ parameters: AVAudioMixInputParameters, at time: CMTime) -> Ramp? {
    var found: Ramp = (0, 0, .zero)
    let isThere = unsafe withUnsafeMutablePointer(to: &found) { place in
      unsafe parameters.getVolumeRamp(
        for: time, startVolume: &place.pointee.start, endVolume: &place.pointee.end,
        timeRange: &place.pointee.range)
    }
    return isThere ? found : nil
  }

  @Test func `Volumes are ramps, as the opacities of layers are`() throws {
    let parameters = AVMutableAudioMixInputParameters()
    parameters.setVolume(0.5, at: time(1))
    parameters.setVolumeRamp(fromStartVolume: 0.5, toEndVolume: 2, timeRange: range(2, 6))
    parameters.setVolume(0, at: time(4))
    let first = try #require(ramp(parameters, at: .zero))
    #expect(first.start == 0.5 && first.end == 0.5 && first.range == range(1, 2))
    // The ramp ends where the next value is set, half way.
    let middle = try #require(ramp(parameters, at: time(3)))
    #expect(middle.start == 0.5 && middle.end == 1.25 && middle.range == range(2, 4))
    let last = try #require(ramp(parameters, at: time(100)))
    #expect(last.end == 0 && last.range == CMTimeRange(start: time(4), duration: .positiveInfinity))
    let done = AVMutableAudioMixInputParameters()
    done.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: range(0, 1))
    #expect(ramp(done, at: time(1)) == nil)
    #expect(unsafe done.getVolumeRamp(for: .zero, startVolume: nil, endVolume: nil, timeRange: nil))
  }

  @Test func `Copies do not change with their originals`() throws {
    let parameters = AVMutableAudioMixInputParameters(track: Film.asset().tracks[1])
    #expect(parameters.trackID == 2 && parameters.audioTimePitchAlgorithm == nil)
    let copy = try #require(parameters.copy() as? AVAudioMixInputParameters)
    let other = try #require(copy.mutableCopy() as? AVMutableAudioMixInputParameters)
    parameters.setVolume(0, at: .zero)
    (parameters.trackID, other.audioTimePitchAlgorithm) = (9, .varispeed)
    #expect(copy.trackID == 2 && ramp(copy, at: .zero) == nil && copy.audioTimePitchAlgorithm == nil)
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    let fixed = try #require(mix.copy() as? AVAudioMix)
    mix.inputParameters = []
    #expect(fixed.inputParameters.first === parameters && AVAudioMix().inputParameters.isEmpty)
    #expect(AVMutableAudioMixInputParameters(track: nil).trackID == kCMPersistentTrackID_Invalid)
  }

  /// Why a mix of a film whose sound is played twice as fast is refused.
  private func refusal(
    speed: Bool = true, range used: CMTimeRange = range(0, 10),
    _ change: (AVMutableAudioMixInputParameters) -> Void
  ) throws -> AudioMixError? {
    let movie = AVMutableComposition()
    let track = try #require(movie.addMutableTrack(withMediaType: .audio, preferredTrackID: 5))
    try track.insertTimeRange(range(0, 10), of: Film.asset().tracks[1], at: .zero)
    if speed { track.scaleTimeRange(range(4, 10), toDuration: time(3)) }
    let parameters = AVMutableAudioMixInputParameters(track: track)
    change(parameters)
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    do {
      _ = try MovieTimeline(movie).mixed(by: mix, in: used)
      return nil
    } catch {
      return error.underlying as? AudioMixError
    }
  }

  @Test(arguments: [AVAudioTimePitchAlgorithm.spectral, .timeDomain, .lowQualityZeroLatency])
  func `Ways to keep the pitch are refused by name where the speed changes`(_ way: AVAudioTimePitchAlgorithm) throws {
    let refused = try refusal { $0.audioTimePitchAlgorithm = way }
    #expect(refused == .timePitchAlgorithm(5, way))
    #expect(refused.map { "\($0)" }?.contains("no \(way.rawValue) ") == true)
    #expect(try refusal(speed: false) { $0.audioTimePitchAlgorithm = way } == nil)
    #expect(try refusal(range: range(0, 4)) { $0.audioTimePitchAlgorithm = way } == nil)
    #expect(try refusal { $0.audioTimePitchAlgorithm = .varispeed } == nil)
  }

  @Test(arguments: [-0.5, Float.nan, .infinity])
  func `Volumes that cannot be are refused with their times`(_ volume: Float) throws {
    let refused = try refusal { $0.setVolumeRamp(fromStartVolume: 1, toEndVolume: volume, timeRange: range(1, 2)) }
    #expect(refused == .volume(5, range(1, 2)))
    #expect(try refusal { $0.setVolume(1, at: .invalid) } != nil)
    #expect(try refusal { $0.setVolume(4, at: .zero) } == nil)
  }

  @Test func `Parameters of other tracks are without effect`() throws {
    let mix = AVMutableAudioMix()
    let other = AVMutableAudioMixInputParameters()
    (other.trackID, other.audioTimePitchAlgorithm) = (77, .spectral)
    other.setVolume(-1, at: .zero)
    mix.inputParameters = [other]
    let movie = try MovieTimeline(Film.asset()).mixed(by: mix, in: range(0, 10))
    #expect(movie.audio.map(\.volumes.ramps.isEmpty) == [true])
  }
}
