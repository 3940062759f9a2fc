#if Viewer
  internal import HeadroomViewer
  internal import NIOCore

  /// Checks the disk from time to time and notifies listeners of changes. The next check begins after the last one has
  /// ended, so a slow disk is never checked twice at once.
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
        if let generation { self.shared.broadcast("{\"event\":\"files\",\"generation\":\(generation)}") }
        self.start()
      }
    }
  }
#endif
