internal import Foundation
internal import HeadroomPixels

extension PlayerCore {
  /// What the thread of pictures sees of the player.
  private struct View {
    let items: [AVPlayerItem]
    let rate: Double
    let isMoving: Bool
    let isSeen: Bool
  }

  private enum Task {
    case load(AVPlayerItem)
    case make(AVPlayerItem, PictureLine, Int, ItemFrames.Use)
    case wait(until: CMTime?)
  }

  /// The next item's pictures are made so long before it begins.
  private static let early = CMTime(value: 2, timescale: 1)

  /// The thread that reads items and makes pictures.
  func makePictures() {
    while true {
      condition.lock()
      guard !state.isStopped else { return condition.unlock() }
      let changes = state.changes
      let view = View(
        items: Array(state.items.prefix(2)), rate: state.rate, isMoving: state.isMoving, isSeen: state.layers > 0)
      condition.unlock()
      switch task(view) {
      case .load(let item):
        if item.load() != nil { change { state, _ in state.wasReady = true } }
      case .make(let item, let line, let number, let use): make(item, line, number, use)
      case .wait(let host):
        condition.lock()
        // What was changed meanwhile may want pictures.
        if state.changes == changes { wait(until: host) }
        condition.unlock()
      }
    }
  }

  private func task(_ view: View) -> Task {
    for item in view.items where item.isUnread { return .load(item) }
    guard let item = view.items.first, let film = item.film else { return .wait(until: nil) }
    let lines = item.lines(of: film, isSeen: view.isSeen)
    let movement = item.base.movement
    let time = item.currentTime()
    let present = film.number(at: time)
    if lines.allSatisfy({ line in present.map { line.has($0) } ?? true }) { finishPreparing(item, at: time) }
    for line in lines {
      let number = line.missing(at: time, rate: view.isMoving ? view.rate : 0, isStarting: view.rate != 0)
      guard let number else { continue }
      return .make(item, line, number, view.rate == 0 ? .standing : .running)
    }
    if view.isMoving, let task = nextItem(view, remaining: item.end - time) { return task }
    let next = present.flatMap { film.start(of: $0 + 1) }
    return .wait(
      until: [next, item.end - Self.early].compactMap { $0 }.filter { $0 > time }.compactMap(movement.host).min())
  }

  private func nextItem(_ view: View, remaining: CMTime) -> Task? {
    guard view.items.count > 1, remaining < CMTimeMultiplyByFloat64(Self.early, multiplier: max(view.rate, 1)) else {
      return nil
    }
    let item = view.items[1]
    guard let film = item.film, let number = film.number(at: item.currentTime()) else { return nil }
    let line = item.lines(of: film, isSeen: view.isSeen).first { !$0.has(number) }
    return line.map { .make(item, $0, number, .running) }
  }

  private func make(_ item: AVPlayerItem, _ line: PictureLine, _ number: Int, _ use: ItemFrames.Use) {
    let context = TaskContext()
    let isWanted = change { state, _ in
      guard !state.isStopped, state.items.contains(where: { $0 === item }) else { return false }
      state.work = Work(item: item, number: number, context: context)
      return true
    }
    guard isWanted else { return }
    do throws(MediaError) {
      _ = try context.bound { () throws(MediaError) in try line.picture(number, use) }
      for output in item.outputs where output.presentLine === line { output.prepared() }
    } catch {
      if !context.isCancelled { item.fail(AVError(error, code: .decodeFailed)) }
    }
    change { state, _ in state.work = nil }
  }

  /// The pictures of a time are there, unless it has jumped meanwhile.
  private func finishPreparing(_ item: AVPlayerItem, at time: CMTime) {
    condition.lock()
    var seek: AVPlayerItem.Seek?
    if state.items.first === item, !state.isMoving, item.currentTime() == time {
      seek = item.takeSeek()
      state.wasReady = true
      if seek != nil || !state.isPrepared {
        state.isPrepared = true
        condition.broadcast()
      }
    }
    condition.unlock()
    if let seek { AVPlayerItem.call(seek.completion, true) }
  }
}
