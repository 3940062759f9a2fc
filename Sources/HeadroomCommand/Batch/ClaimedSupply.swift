internal import Foundation
internal import Headroom
internal import HeadroomBatch
internal import HeadroomPictures
internal import Synchronization

/// Inputs of a run that other processes work on too: chunk by chunk, as they are claimed.
final class ClaimedSupply: Sendable {
  private struct State {
    /// Chunks with failures that may pass. They stay with this process until it ends: others would only fail as well.
    var failed: [Claims.Chunk] = []
    /// Chunks with inputs that are not finished.
    var open: [Int: Claims.Chunk] = [:]
    /// Whether each input is to be worked on.
    let wanted: [Bool]
  }

  private let claims: Claims
  private let state: Mutex<State>
  private let isEnding = Atomic(false)
  /// Called with the reason why the run cannot go on.
  private let stop = Mutex<(@Sendable (PictureError?) -> Void)?>(nil)

  init(
    _ directory: String, _ inputs: BatchInputs, _ selection: BatchSelection, recipe: String
  ) throws(PictureError) {
    do throws(BatchError) {
      var listing = try ListingIdentity(recipe: recipe)
      for input in inputs.all { try listing.add(input: input.path, stem: input.stem) }
      claims = try Claims(directory: directory, listing: listing.finish(), inputCount: inputs.all.count)
    } catch {
      throw PictureError(error)
    }
    var wanted = [Bool](repeating: false, count: inputs.all.count)
    for place in selection.places { wanted[Int(place)] = true }
    state = Mutex(State(wanted: wanted))
  }

  /// Renews the claims of this process from now on, as long as it runs.
  func begin(stoppingBy stop: @escaping @Sendable (PictureError?) -> Void) {
    self.stop.withLock { $0 = stop }
    Thread.detachNewThread { [weak self] in
      while self?.renew() == true { Thread.sleep(forTimeInterval: Claims.renewal) }
    }
  }

  private func renew() -> Bool {
    guard !isEnding.load(ordering: .acquiring) else { return false }
    do throws(BatchError) {
      // What another process has taken over is finished here as well: both write the same bytes.
      _ = try claims.renew()
      return true
    } catch {
      stop.withLock { $0 }?(PictureError(error))
      return false
    }
  }

  func next() throws(PictureError) -> BatchFeed.Supply {
    do throws(BatchError) {
      switch try claims.next() {
      case .end: return .end
      case .wait(let seconds):
        // Its own failures are for the next run; whoever waits for them gets them when this one ends.
        return state.withLock({ !$0.failed.isEmpty }) ? .end : .wait(seconds: seconds)
      case .chunk(let chunk):
        let places = state.withLock { state in
          state.open[chunk.number] = chunk
          return chunk.inputs.filter { state.wanted[$0] }.map { Int32(clamping: $0) }
        }
        return .chunk(BatchFeed.Chunk(places: places) { self.finish(chunk, mayPass: $0) })
      }
    } catch {
      throw PictureError(error)
    }
  }

  private func finish(_ chunk: Claims.Chunk, mayPass: Bool) {
    state.withLock { state in
      state.open[chunk.number] = nil
      if mayPass { state.failed.append(chunk) }
    }
    if mayPass { return }
    do throws(BatchError) { try claims.finish(chunk) } catch { stop.withLock { $0 }?(PictureError(error)) }
  }

  /// Gives back what is not done.
  func end() {
    isEnding.store(true, ordering: .releasing)
    for chunk in state.withLock({ $0.failed + $0.open.values }) { try? claims.release(chunk) }
  }
}
