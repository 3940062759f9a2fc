/// What is known of a uniform type.
struct KnownType: Sendable {
  let identifier: String
  var extensions: [String] = []
  var mimeType: String?
  var title: String?
  let parents: [UTType]

  /// The formats of pictures first, then the other types, then what they are kinds of.
  static var all: [KnownType] { ImageFormats.all.map { KnownType($0) } + others }

  private init(_ format: any ImageFormat.Type) {
    identifier = format.uti
    (extensions, mimeType, title) = (format.extensions, format.mimeType, "\(format.name.uppercased()) image")
    parents =
      switch format.uti {
      case UTType.heic.identifier, UTType.avif.identifier: [.heif]
      case UTType.dng.identifier: [.rawImage]
      default: [.image]
      }
  }

  private init(
    _ type: UTType, _ title: String? = nil, extensions: [String] = [], mimeType: String? = nil, parents: [UTType]
  ) {
    identifier = type.identifier
    (self.title, self.extensions, self.mimeType, self.parents) = (title, extensions, mimeType, parents)
  }

  private static let others = [
    KnownType(
      .quickTimeMovie, "QuickTime movie", extensions: ["mov", "qt"], mimeType: "video/quicktime", parents: [.movie]),
    KnownType(.mpeg4Movie, "MPEG-4 movie", extensions: ["mp4", "mpg4"], mimeType: "video/mp4", parents: [.movie]),
    KnownType(.svg, "SVG image", extensions: ["svg", "svgz"], mimeType: "image/svg+xml", parents: [.image]),
    KnownType(.pdf, "PDF document", extensions: ["pdf"], mimeType: "application/pdf", parents: [.data, .content]),
    KnownType(.livePhoto, parents: []),
    // Those that modules above register are formats already.
    KnownType(.dng, parents: [.rawImage]), KnownType(.rawImage, parents: [.image]), KnownType(.heif, parents: [.image]),
    KnownType(.image, parents: [.data, .content]), KnownType(.movie, parents: [.audiovisualContent]),
    KnownType(.audio, parents: [.audiovisualContent]), KnownType(.audiovisualContent, parents: [.data, .content]),
    KnownType(.data, parents: [.item]), KnownType(.content, parents: []), KnownType(.item, parents: []),
  ]
}
