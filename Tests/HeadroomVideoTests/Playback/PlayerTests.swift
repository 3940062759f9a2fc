import Foundation
import HeadroomGraphics
import HeadroomImage
import HeadroomVideo
import Synchronization
import Testing

/// Holds its requests until they are taken back.
final class HoldingCompositor: ClientCompositorTests.Copying, @unchecked Sendable {
  static let contexts = Mutex<[Bool]>([])
  static let begun = Counter()
  static let cancels = Counter()
  private let held = Mutex<[AVAsynchronousVideoCompositionRequest]>([])

  override func renderContextChanged(_ context: AVVideoCompositionRenderContext) {
    Self.contexts.withLock { $0.append(context.highQualityRendering) }
  }
  override func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    held.withLock { $0.append(request) }
    Self.begun.add()
  }
  override func cancelAllPendingVideoCompositionRequests() {
    let requests = held.withLock { held in
      defer { held = [] }
      return held
    }
    for request in requests { request.finishCancelledRequest() }
    Self.cancels.add()
  }
}

/// Time that runs by the host clock; nothing here expects a machine to be quick.
@Suite("A player")
struct PlayerTests {
  @Test("waits without an item, and runs with one")
  func starting() throws {
    let folder = try TestFilm.Folder()
    let player = AVPlayer()
    player.play()
    #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
    #expect(player.reasonForWaitingToPlay == .noItemToPlay)
    player.replaceCurrentItem(with: AVPlayerItem(asset: try Playing.film(folder, frames: 300, rate: 1)))
    #expect(Playing.wait { player.currentTime() > .zero })
    #expect(player.timeControlStatus == .playing)
    #expect(player.reasonForWaitingToPlay == nil)
    #expect(player.status == .readyToPlay)
    player.pause()
    let time = player.currentTime()
    usleep(30_000)
    #expect(player.currentTime() == time)
    #expect((player.timeControlStatus, player.rate) == (.paused, 0))
  }

  @Test("keeps the rate of the host clock", arguments: [0.25, 1, 4] as [Float])
  func rates(_ rate: Float) throws {
    let folder = try TestFilm.Folder()
    let player = AVPlayer(playerItem: AVPlayerItem(asset: try Playing.film(folder, frames: 600, rate: 1)))
    player.defaultRate = rate
    player.play()
    #expect(Playing.wait { player.timeControlStatus == .playing })
    // Both clocks are read twice in one order: what lies between bounds the difference.
    let before = (CACurrentMediaTime(), player.currentTime().seconds, CACurrentMediaTime())
    usleep(200_000)
    let after = (CACurrentMediaTime(), player.currentTime().seconds, CACurrentMediaTime())
    let moved = after.1 - before.1
    #expect(moved >= (after.0 - before.2) * Double(rate) - 1e-6)
    #expect(moved <= (after.2 - before.0) * Double(rate) + 1e-6)
  }

  @Test("stands at the end, and says so")
  func end() async throws {
    let folder = try TestFilm.Folder()
    let item = AVPlayerItem(asset: try Playing.film(folder, frames: 6))
    let ends = Mutex(0)
    let token = NotificationCenter.default.addObserver(
      forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: nil
    ) { _ in ends.withLock { $0 += 1 } }
    defer { NotificationCenter.default.removeObserver(token) }
    let player = AVPlayer(playerItem: item)
    player.play()
    #expect(Playing.wait { ends.withLock { $0 } == 1 })
    #expect((player.rate, player.currentTime()) == (0, Playing.time(6)))
    item.forwardPlaybackEndTime = Playing.time(3)
    #expect(await player.seek(to: .zero))
    player.play()
    #expect(Playing.wait { ends.withLock { $0 } == 2 })
    #expect(player.currentTime() == Playing.time(3))
    player.actionAtItemEnd = .none
    #expect(await player.seek(to: .zero))
    player.play()
    #expect(Playing.wait { ends.withLock { $0 } == 3 })
    #expect((player.rate, player.timeControlStatus) == (1, .playing))
    #expect(await player.seek(to: .zero))
    #expect(Playing.wait { ends.withLock { $0 } == 4 })
  }

  @Test("jumps exactly, also while it plays, and ends an older seek with false")
  func seeks() async throws {
    let folder = try TestFilm.Folder()
    let item = AVPlayerItem(asset: try Playing.film(folder, frames: 300))
    let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
    item.add(output)
    let player = AVPlayer(playerItem: item)
    #expect(await player.seek(to: Playing.time(77)))
    #expect(player.currentTime() == Playing.time(77))
    #expect(try #require(Playing.picture(output, at: player.currentTime())).start == Playing.time(77))
    player.play()
    #expect(Playing.wait { player.currentTime() > Playing.time(77) })
    #expect(await player.seek(to: Playing.time(10)))
    #expect(player.currentTime() >= Playing.time(10))
    #expect(Playing.wait { player.currentTime() > Playing.time(10) })
    player.pause()
    #expect(await player.seek(to: .positiveInfinity))
    #expect(player.currentTime() == Playing.time(300))
    #expect(await player.seek(to: .invalid) == false)
    item.step(byCount: -1)
    #expect(player.currentTime() == Playing.time(298))
  }

  @Test("takes back what a slow compositor makes when it jumps")
  func slow() async throws {
    let folder = try TestFilm.Folder()
    let asset = try Playing.film(folder, frames: 30)
    let held = Mutex<[AVAsynchronousCIImageFilteringRequest]>([])
    let isHeld = Mutex(true)
    let item = AVPlayerItem(asset: asset)
    item.videoComposition = AVMutableVideoComposition(asset: asset) { request in
      if isHeld.withLock({ $0 }) { return held.withLock { $0.append(request) } }
      request.finish(with: request.sourceImage, context: nil)
    }
    item.add(AVPlayerItemVideoOutput(pixelBufferAttributes: nil))
    let player = AVPlayer(playerItem: item)
    let outcomes = Mutex<[Bool]>([])
    player.seek(to: Playing.time(5)) { isFinished in outcomes.withLock { $0.append(isFinished) } }
    #expect(Playing.wait { held.withLock { $0.contains { $0.compositionTime == Playing.time(5) } } })
    isHeld.withLock { $0 = false }
    #expect(await player.seek(to: Playing.time(20)))
    #expect(Playing.wait { outcomes.withLock { $0 } == [false] })
    #expect(item.status == .readyToPlay)
    // Time runs although no picture comes.
    isHeld.withLock { $0 = true }
    player.play()
    #expect(Playing.wait { player.currentTime() > Playing.time(21) })
  }

  @Test("shows late pictures not at all")
  func late() throws {
    let folder = try TestFilm.Folder()
    let asset = try Playing.film(folder, frames: 100, rate: 20)
    let times = Mutex<[CMTime]>([])
    let item = AVPlayerItem(asset: asset)
    item.videoComposition = AVMutableVideoComposition(asset: asset) { request in
      times.withLock { $0.append(request.compositionTime) }
      Thread.sleep(forTimeInterval: 0.2)
      request.finish(with: request.sourceImage, context: nil)
    }
    let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
    item.add(output)
    let player = AVPlayer(playerItem: item)
    player.play()
    var seen: [CMTime] = []
    let isOver = Playing.wait {
      let now = CACurrentMediaTime()
      let time = output.itemTime(forHostTime: now)
      let isNew = output.hasNewPixelBuffer(forItemTime: time)
      // A thread that stood still since it looked at the clock would ask for a time that is over.
      if isNew, CACurrentMediaTime() - now < 0.1, let picture = Playing.picture(output, at: time) {
        seen.append(picture.start)
        #expect(picture.start <= time)
      }
      return player.rate == 0
    }
    #expect(isOver)
    #expect(seen.count > 1 && zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 }, "\(seen)")
    let made = times.withLock { $0 }
    #expect(made == made.sorted())
    #expect(Set(made).count == made.count)
    #expect((2..<60).contains(made.count), "\(made.count)")
  }

  @Test("calls its observers, on their queue")
  func observers() throws {
    let folder = try TestFilm.Folder()
    let player = AVPlayer(playerItem: AVPlayerItem(asset: try Playing.film(folder, frames: 30)))
    let queue = DispatchQueue(label: "observers")
    let key = DispatchSpecificKey<Int>()
    queue.setSpecific(key: key, value: 7)
    let periods = Mutex<[CMTime]>([])
    let (borders, removed) = (Counter(), Counter())
    let periodic = player.addPeriodicTimeObserver(forInterval: Playing.time(1, 10), queue: queue) { time in
      if DispatchQueue.getSpecific(key: key) == 7 { periods.withLock { $0.append(time) } }
    }
    let boundary = player.addBoundaryTimeObserver(
      forTimes: [NSValue(time: Playing.time(3)), NSValue(time: Playing.time(9)), NSValue(time: Playing.time(99))],
      queue: queue
    ) { borders.add() }
    let other = player.addBoundaryTimeObserver(forTimes: [NSValue(time: Playing.time(3))], queue: queue) {
      removed.add()
    }
    player.removeTimeObserver(other)
    player.play()
    #expect(Playing.wait { player.currentTime() == Playing.time(30) && player.rate == 0 })
    #expect(Playing.wait { borders.count >= 1 })
    #expect(removed.count == 0)
    let seen = periods.withLock { $0 }
    #expect(seen.count >= 2 && seen.count <= 14)
    #expect(seen == seen.sorted())
    #expect(borders.count <= 2)
    player.removeTimeObserver(periodic)
    player.removeTimeObserver(boundary)
  }

  @Test("has a time of the item at a time of the host")
  func synchronised() throws {
    let folder = try TestFilm.Folder()
    let item = AVPlayerItem(asset: try Playing.film(folder, frames: 60, rate: 1))
    let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
    item.add(output)
    let player = AVPlayer(playerItem: item)
    let host = CMClock.hostTimeClock.time + Playing.time(100, 1)
    player.setRate(2, time: Playing.time(5, 1), atHostTime: host)
    #expect(player.currentTime() == Playing.time(5, 1))
    #expect(abs(output.itemTime(forHostTime: host.seconds + 3).seconds - 11) < 1e-6)
    #expect(output.itemTime(forHostTime: host.seconds - 3) == Playing.time(5, 1))
  }

  @Test("of an item that fails stops, with the error and the time")
  func failing() throws {
    struct OwnError: Error {}
    let folder = try TestFilm.Folder()
    let asset = try Playing.film(folder, frames: 60)
    let item = AVPlayerItem(asset: asset)
    item.videoComposition = AVMutableVideoComposition(asset: asset) { request in
      if request.compositionTime >= Playing.time(3) { return request.finish(with: OwnError()) }
      request.finish(with: request.sourceImage, context: nil)
    }
    item.add(AVPlayerItemVideoOutput(pixelBufferAttributes: nil))
    let player = AVPlayer(playerItem: item)
    player.play()
    #expect(Playing.wait { item.status == .failed })
    #expect(Playing.wait { player.rate == 0 })
    let error = try #require(item.error as? AVError)
    #expect(error.underlying is OwnError)
    #expect(try #require(error.time) >= Playing.time(3))
  }

  @Test("that nobody holds ends in the middle of a picture", arguments: [true, false])
  func dropped(_ isHeld: Bool) throws {
    let folder = try TestFilm.Folder()
    let asset = try Playing.film(folder, frames: 30)
    let begun = Mutex(false)
    let held = Mutex<[AVAsynchronousCIImageFilteringRequest]>([])
    weak var (lostPlayer, lostItem): (AVPlayer?, AVPlayerItem?)
    do {
      let item = AVPlayerItem(asset: asset)
      item.videoComposition = AVMutableVideoComposition(asset: asset) { request in
        begun.withLock { $0 = true }
        if isHeld { return held.withLock { $0.append(request) } }
        Thread.sleep(forTimeInterval: 0.1)
        request.finish(with: request.sourceImage, context: nil)
      }
      item.add(AVPlayerItemVideoOutput(pixelBufferAttributes: nil))
      let player = AVPlayer(playerItem: item)
      (lostPlayer, lostItem) = (player, item)
      player.play()
      #expect(Playing.wait { begun.withLock { $0 } })
    }
    #expect(Playing.wait { lostPlayer == nil })
    #expect(Playing.wait { lostItem == nil })
  }

  @Test("takes requests back from a compositor when it jumps, and when nobody holds it")
  func compositor() throws {
    let folder = try TestFilm.Folder()
    let asset = try Playing.film(folder, frames: 30)
    weak var lost: AVPlayerItem?
    do {
      let composition = AVMutableVideoComposition(propertiesOf: asset)
      composition.customVideoCompositorClass = HoldingCompositor.self
      let item = AVPlayerItem(asset: asset)
      item.videoComposition = composition
      item.add(AVPlayerItemVideoOutput(pixelBufferAttributes: nil))
      let player = AVPlayer(playerItem: item)
      lost = item
      #expect(Playing.wait { HoldingCompositor.begun.count == 1 })
      player.seek(to: Playing.time(9)) { _ in }
      #expect(Playing.wait { HoldingCompositor.begun.count == 2 })
      #expect(HoldingCompositor.cancels.count == 1)
      #expect(item.status == .readyToPlay)
      #expect(item.customVideoCompositor is HoldingCompositor)
    }
    #expect(Playing.wait { lost == nil })
    #expect(Playing.wait { HoldingCompositor.cancels.count == 2 })
    #expect(HoldingCompositor.contexts.withLock { $0 } == [false])
  }
}
