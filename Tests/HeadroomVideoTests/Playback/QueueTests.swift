import Foundation
import HeadroomGraphics
import HeadroomVideo
import Synchronization
import Testing

/// Items that are played one after the other.
@Suite("A queue player")
struct QueueTests {
  @Test("keeps its items in order")
  func items() throws {
    let folder = try TestFilm.Folder()
    let asset = try Playing.film(folder, frames: 3)
    let items = (0..<3).map { _ in AVPlayerItem(asset: asset) }
    let player = AVQueuePlayer(items: [items[0], items[0]])
    #expect(player.items() == [items[0]])
    #expect(player.actionAtItemEnd == .advance)
    #expect(player.canInsert(items[1], after: nil) && !player.canInsert(items[0], after: nil))
    #expect(!player.canInsert(items[1], after: items[2]))
    player.insert(items[2], after: nil)
    player.insert(items[1], after: items[0])
    player.insert(items[1], after: items[2])
    #expect(player.items() == items)
    player.advanceToNextItem()
    #expect(player.items() == [items[1], items[2]])
    player.remove(items[1])
    #expect(player.currentItem === items[2])
    player.removeAllItems()
    #expect(player.currentItem == nil)
  }

  @Test("goes on to the next item by itself, whose time begins where the last one ended")
  func advancing() throws {
    let folder = try TestFilm.Folder()
    let asset = try Playing.film(folder, frames: 9)
    let items = (0..<3).map { _ in AVPlayerItem(asset: asset) }
    for item in items { item.add(AVPlayerItemVideoOutput(pixelBufferAttributes: nil)) }
    let ended = Mutex<[ObjectIdentifier]>([])
    let tokens = items.map { item in
      NotificationCenter.default.addObserver(
        forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: nil
      ) { notice in ended.withLock { $0 += [notice.object as AnyObject].map { ObjectIdentifier($0) } } }
    }
    defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
    let player = AVQueuePlayer(items: items)
    player.play()
    #expect(Playing.wait { player.items().isEmpty })
    #expect(Playing.wait { ended.withLock { $0.count } == 3 })
    #expect(ended.withLock { $0 } == items.map { ObjectIdentifier($0) })
    #expect(player.reasonForWaitingToPlay == .noItemToPlay)
  }

  @Test("takes an item from another player")
  func moved() throws {
    let folder = try TestFilm.Folder()
    let item = AVPlayerItem(asset: try Playing.film(folder, frames: 3))
    let (first, second) = (AVPlayer(playerItem: item), AVPlayer())
    second.replaceCurrentItem(with: item)
    #expect(first.currentItem == nil)
    #expect(second.currentItem === item)
  }

  @Test("plays the range of a looper again and again, until that ends")
  func looping() throws {
    let folder = try TestFilm.Folder()
    let asset = try Playing.film(folder, frames: 30)
    let template = AVPlayerItem(asset: asset)
    let other = AVPlayerItem(asset: asset)
    let player = AVQueuePlayer(items: [template, other])
    let looper = AVPlayerLooper(
      player: player, templateItem: template,
      timeRange: CMTimeRange(start: Playing.time(6), duration: Playing.time(3)))
    #expect(player.items().last === other)
    #expect(player.currentTime() == Playing.time(6))
    let times = Mutex<[CMTime]>([])
    let token = player.addPeriodicTimeObserver(
      forInterval: Playing.time(1, 100), queue: DispatchQueue(label: "loop")
    ) { time in times.withLock { $0.append(time) } }
    player.play()
    #expect(Playing.wait { looper.loopCount >= 4 })
    #expect(looper.status == .ready)
    #expect(looper.loopingPlayerItems.contains { $0 === player.currentItem })
    player.removeTimeObserver(token)
    #expect(times.withLock { $0 }.allSatisfy { $0 >= Playing.time(6) && $0 <= Playing.time(9) })
    looper.disableLooping()
    #expect(looper.status == .cancelled)
    #expect(Playing.wait { player.currentItem === other })
  }
}
