#if Viewer
  internal import Foundation
  internal import Headroom
  internal import HeadroomPictures

  /// Opens the viewer's address in the browser. The address contains the key, and everybody on the machine can read
  /// process arguments: so the browser gets a file that only this user can read, which contains the address.
  enum BrowserOpening {
    /// Seconds after which the browser has certainly read the file.
    private static let seconds = 20.0

    /// - Returns: the folder of the file, which must be removed when the viewer ends.
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
