#if Viewer
  internal import Foundation
  internal import Headroom
  internal import HeadroomPictures

  /// Opens the viewer's address in the browser. The address holds the key, and arguments of processes can be read by everybody on
  /// the machine: so the browser gets a file that only this user can read, and finds the address in it.
  enum BrowserOpening {
    /// Seconds after which the browser has read the file.
    private static let seconds = 20.0

    /// - Returns: where the file is, which has to be gone when the viewer ends.
    static func open(_ address: String) throws(PictureError) -> PrivateFolder {
      do {
        let folder = try PrivateFolder()
        let file = folder.path("viewer.html")
        let page = "<!doctype html><meta http-equiv=\"refresh\" content=\"0; url=\(address)\"><title>Headroom</title>\n"
        try Data(page.utf8).write(to: URL(filePath: file))
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["xdg-open", file]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        Thread.detachNewThread {
          Thread.sleep(forTimeInterval: seconds)
          folder.remove()
        }
        return folder
      } catch {
        throw PictureError(.input, "--open: xdg-open cannot be run; open the address yourself")
      }
    }
  }
#endif
