internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures

struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "The web viewer: HDR pictures in a browser, with scopes and a headroom slider.",
    discussion: """
      headroom view photo.heic other.avif
      headroom view ~/Pictures                          a folder and those below
      headroom view --live                              an animated recipe
      headroom view --listen 192.168.1.5 photos         for other machines, by HTTPS
      headroom view --listen 0.0.0.0 --certificate chain.pem --key key.pem photos

      The address that is printed holds a key; whoever has it sees the pictures. Only this machine reaches the viewer unless \
      --listen says otherwise, and then it speaks HTTPS: with the given certificate, else with one of its own that browsers \
      warn of. Changes on disk are shown as they come. Ctrl-C ends it.
      """)

  @Argument(help: "Files and folders.", completion: .file())
  var files: [String] = []

  @Option(
    help: ArgumentHelp("Port to listen on; 8203, or another where that is taken, without it.", valueName: "number"))
  var port: Int?

  @Option(help: ArgumentHelp("Address to listen on, for other machines.", valueName: "address"))
  var listen: String?

  @Option(help: ArgumentHelp("Certificate chain as PEM.", valueName: "file"), completion: .file())
  var certificate: String?

  @Option(help: ArgumentHelp("The certificate's private key as PEM.", valueName: "file"), completion: .file())
  var key: String?

  @Flag(help: "Show an animated recipe, whose highlights are as bright as the display.")
  var live = false

  @Option(
    help: ArgumentHelp("Size of the animated recipe.", valueName: "WxH"),
    transform: { text in
      let sides = text.split(separator: "x").map { Int($0) }
      guard sides.count == 2, let width = sides[0], let height = sides[1], (16...4096).contains(width),
        (16...4096).contains(height)
      else { throw ValidationError("a size is WxH, from 16 to 4096 pixels each") }
      return (width, height)
    })
  var liveSize: (width: Int, height: Int) = (1280, 720)

  @Flag(help: "Open the browser.")
  var open = false

  @OptionGroup var common: CommonOptions

  func validate() throws {
    if let port, !(0...65_535).contains(port) { throw ValidationError("a port is from 0 to 65535") }
    if (certificate == nil) != (key == nil) { throw ValidationError("--certificate and --key go together") }
    if certificate != nil, listen == nil { throw ValidationError("--certificate is for --listen") }
  }

  func run() throws {
    #if Viewer
      try ViewerRun(self).run()
    #else
      throw PictureError.usage(
        "this headroom was built without the viewer; 'swift build -c release --traits Viewer' builds it with one")
    #endif
  }
}
