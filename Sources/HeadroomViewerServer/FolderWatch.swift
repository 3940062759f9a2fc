#if Viewer
  internal import HeadroomViewer
  internal import NIOCore

  /// Looks at the disk from time to time and tells who listens when something changed. The next look begins when the last one is
  /// done, so a slow disk is not looked at twice at once.
  final class FolderWatch: Sendable {
    private let viewer: Viewer
    private let shared: ServerState
    private let loop: any EventLoop

    init(_ viewer: Viewer, _ shared: ServerState, on loop: any EventLoop) {
      self.viewer = viewer
      self.shared = shared
      self.loop = loop
    }

    func start() {
      loop.scheduleTask(in: .seconds(Int64(shared.settings.watchSeconds))) { self.look() }
    }

    private func look() {
      guard shared.viewer != nil else { return }
      viewer.refresh { generation in
        if let generation { self.shared.tell("{\"event\":\"files\",\"generation\":\(generation)}") }
        self.start()
      }
    }
  }
#endif
