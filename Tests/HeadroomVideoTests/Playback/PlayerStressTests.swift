import Foundation
import HeadroomDisplay
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomVideo
import Synchronization
import Testing

/// Players under clients that do much at once, or go away: all that was begun ends, and nothing stays in memory.
@Suite("Players under stress", .serialized)
struct PlayerStressTests {
  private let folder: TestFilm.Folder
  private let asset: AVURLAsset

  init() throws {
    folder = try TestFilm.Folder()
    asset = try Playing.film(folder, frames: 60)
  }

  /// Something that was let go.
  private final class Gone {
    weak var object: AnyObject?
    init(_ object: AnyObject) { self.object = object }
  }

  private func item(_ composition: AVVideoComposition? = nil) -> (AVPlayerItem, AVPlayerItemVideoOutput) {
    let (item, output) = (AVPlayerItem(asset: asset), AVPlayerItemVideoOutput(pixelBufferAttributes: nil))
    item.videoComposition = composition
    item.add(output)
    return (item, output)
  }

  private func composition(_ type: any AVVideoCompositing.Type) -> AVMutableVideoComposition {
    let composition = AVMutableVideoComposition(propertiesOf: asset)
    composition.customVideoCompositorClass = type
    return composition
  }

  @Test("A player that is dropped in mid-picture leaves nothing", arguments: [false, true])
  func droppedPlayers(_ isSilent: Bool) throws {
    let begun = Counter()
    let filtered = AVMutableVideoComposition(asset: asset) { request in
      begun.add()
      if isSilent { return }
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.03) {
        request.finish(with: request.sourceImage, context: nil)
      }
    }
    var all: [Gone] = []
    for number in 0..<20 {
      let before = begun.count
      let (item, output) = item(filtered)
      let player = AVPlayer(playerItem: item)
      let layer = AVPlayerLayer(player: player)
      player.play()
      try #require(Playing.wait { begun.count > before })
      usleep(UInt32(number) * 1000)
      all += [Gone(player), Gone(item), Gone(output), Gone(layer)]
    }
    #expect(Playing.wait { all.allSatisfy { $0.object == nil } }, "\(all.compactMap(\.object))")
  }

  @Test("A compositor that never answers ends with the player, and is told")
  func silentCompositor() throws {
    let before = ClientCompositorTests.journalOfSilent.entries.withLock { ($0.cancels, $0.times.count) }
    var all: [Gone] = []
    do {
      let (item, _) = item(composition(ClientCompositorTests.Silent.self))
      let player = AVPlayer(playerItem: item)
      player.play()
      #expect(Playing.wait { ClientCompositorTests.journalOfSilent.entries.withLock { $0.times.count } > before.1 })
      all = [Gone(player), Gone(item)]
    }
    #expect(Playing.wait { all.allSatisfy { $0.object == nil } })
    #expect(ClientCompositorTests.journalOfSilent.entries.withLock { $0.cancels } > before.0)
  }

  @Test("Who asks for a picture that never comes is free when the player goes", arguments: 0..<4)
  func asking(_ way: Int) throws {
    let begun = Counter()
    let silent = AVMutableVideoComposition(asset: asset) { _ in begun.add() }
    let (item, output) = item(silent)
    var player: AVPlayer? = AVPlayer(playerItem: item)
    let asked = Atomic(false)
    let answered = Atomic(false)
    Thread.detachNewThread {
      asked.store(true, ordering: .releasing)
      let picture = Playing.picture(output, at: time(1))
      // Asked late, it is the picture of that time without the composition.
      answered.store(picture == nil || way == 3 && picture?.start == time(1), ordering: .releasing)
    }
    #expect(Playing.wait { begun.count > 0 && asked.load(ordering: .acquiring) })
    usleep(50_000)
    switch way {
    case 0: player = nil
    case 1: player?.replaceCurrentItem(with: nil)
    case 2: item.remove(output)
    default: item.videoComposition = nil
    }
    // Another picture may be in work before: it goes first.
    if way >= 2 { player = nil }
    #expect(Playing.wait { answered.load(ordering: .acquiring) })
    #expect(player == nil || way == 1)
  }

  @Test("Another composition takes the place of one that never answers")
  func otherComposition() throws {
    let begun = Counter()
    let (item, output) = item(AVMutableVideoComposition(asset: asset) { _ in begun.add() })
    let player = AVPlayer(playerItem: item)
    #expect(Playing.wait { begun.count > 0 })
    item.videoComposition = AVMutableVideoComposition(propertiesOf: asset)
    #expect(Playing.wait { Playing.picture(output, at: .zero) != nil })
    #expect(item.status == .readyToPlay && player.currentItem === item)
  }

  @Test("Items that follow quickly leave nothing, and the last one plays")
  func replacements() throws {
    let player = AVPlayer()
    player.play()
    var all: [Gone] = []
    for number in 0..<1000 {
      let (item, _) = item()
      player.replaceCurrentItem(with: item)
      all.append(Gone(item))
      if number % 100 == 0 { try #require(Playing.wait { item.status == .readyToPlay }) }
    }
    #expect(Playing.wait { player.currentTime() > .zero })
    #expect(Playing.wait { all.dropLast().allSatisfy { $0.object == nil } })
    player.replaceCurrentItem(with: nil)
    #expect(Playing.wait { all.allSatisfy { $0.object == nil } })
  }

  @Test("Seeks from several threads, while the display looks and pictures are asked for")
  func seekStorm() async throws {
    let (item, output) = item(Playing.filtered(asset))
    let player = AVPlayer(playerItem: item)
    let layer = AVPlayerLayer(player: player)
    let (answers, ended) = (Counter(), Counter())
    player.play()
    for thread in 0..<4 {
      Thread.detachNewThread {
        for number in 0..<100 {
          player.seek(to: time(Int64((number * 7 + thread * 13) % 60), 30)) { _ in answers.add() }
          if thread == 0 { item.step(byCount: number % 2 == 0 ? .max : -3) }
          if thread == 1 { _ = Playing.picture(output, at: player.currentTime()) }
          if thread == 2 { item.cancelPendingSeeks() }
        }
        ended.add()
      }
    }
    let display = SimulatedDisplay(potentialHeadroom: 4, currentHeadroom: 2)
    #expect(
      Playing.wait {
        _ = display.emitted(by: layer)
        return ended.count == 4
      })
    #expect(Playing.wait { answers.count == 400 })
    #expect(await player.seek(to: time(1)))
    #expect(item.status == .readyToPlay && player.currentTime() >= time(1))
  }

  @Test("A display and layers that go away while it plays")
  func displays() throws {
    let (item, _) = item()
    let player = AVPlayer(playerItem: item)
    player.play()
    for _ in 0..<40 {
      let layer = AVPlayerLayer(player: player)
      let display = SimulatedDisplay(potentialHeadroom: 4, currentHeadroom: 1)
      _ = display.emitted(by: layer)
      usleep(2000)
    }
    #expect(player.currentItem === item)
    #expect(item.status == .readyToPlay)
  }

  @Test("Hundreds of players, one after the other, need no more memory than the first ones")
  func memory() throws {
    func turn() throws {
      let (item, output) = item(Playing.filtered(asset))
      let player = AVPlayer(playerItem: item)
      player.play()
      try #require(Playing.wait { Playing.picture(output, at: player.currentTime()) != nil })
    }
    for _ in 0..<40 { try turn() }
    usleep(200_000)
    let before = try resident()
    for _ in 0..<300 { try turn() }
    usleep(200_000)
    let grown = try resident() - before
    #expect(grown < 48 << 20, "\(grown >> 20) MiB")
  }

  /// Bytes of the process that are in memory.
  private func resident() throws -> Int {
    let words = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    return (Int(words[1]) ?? 0) * 4096
  }
}
