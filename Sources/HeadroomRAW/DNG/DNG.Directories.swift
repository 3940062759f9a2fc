internal import HeadroomContainers

extension DNG {
  /// What a directory of a DNG describes, by NewSubFileType.
  enum Role: Hashable {
    case raw
    case enhanced
    case preview
    /// A mask over the picture, by what it marks.
    case mask(String)
    /// Depth and other pictures beside the main one.
    case auxiliary(String)
  }

  /// The pictures of a file: the sensor's, and those beside it.
  struct Directories {
    let first: TIFF.Directory
    /// The sensor's picture and its path in messages.
    let raw: (directory: TIFF.Directory, part: String)
    let previews: [(directory: TIFF.Directory, part: String)]
    let masks: [(directory: TIFF.Directory, name: String, part: String)]
    let auxiliary: [(directory: TIFF.Directory, kind: String)]
  }
}

extension DNG.Directories {
  /// The most pictures that are read; no camera stores more.
  private static let most = 256

  init(_ file: TIFF.File) throws(ImageIOError) {
    guard let first = file.directories.first else {
      throw .malformed(part: "IFD0", text: "the file has no directory", offset: nil)
    }
    self.first = first
    let all = Self.all(of: file).filter { $0.directory[TIFF.Tag.imageWidth] != nil }
    var found: (previews: [(TIFF.Directory, String)], auxiliary: [(TIFF.Directory, String)]) = ([], [])
    var masks: [(TIFF.Directory, String, String)] = []
    var sensors: [(role: DNG.Role, directory: TIFF.Directory, part: String)] = []
    for (directory, part) in all {
      let role = Self.role(of: directory, in: file)
      switch role {
      case .raw, .enhanced: if Self.isSensor(directory, file) { sensors.append((role, directory, part)) }
      case .preview: found.previews.append((directory, part))
      case .mask(let name):
        masks.append((directory, name, part))
        found.auxiliary.append((directory, name))
      case .auxiliary(let kind): found.auxiliary.append((directory, kind))
      }
    }
    guard let best = sensors.first(where: { $0.role == .raw }) ?? sensors.first else {
      throw .malformed(
        part: "IFD0", text: "no directory has a sensor's picture (CFA or LinearRaw)", offset: first.offset)
    }
    raw = (best.directory, best.part)
    previews = found.previews
    self.masks = masks
    auxiliary =
      found.auxiliary
      + sensors.filter { $0.role == .enhanced && $0.directory != best.directory }.map {
        ($0.directory, "enhanced")
      }
  }

  /// The chain of directories, each followed by those that it points to, each once.
  private static func all(of file: TIFF.File) -> [(directory: TIFF.Directory, part: String)] {
    var result: [(TIFF.Directory, String)] = []
    var visited: Set<UInt64> = []
    // Overlapping directories would let a small file cost any amount of time.
    var budget = file.bytes.count
    for (index, directory) in file.directories.prefix(most).enumerated() {
      if visited.insert(UInt64(directory.offset)).inserted { result.append((directory, "IFD\(index)")) }
      let offsets = file.integers(TIFF.Tag.subDirectories, of: directory, limit: UInt64(most)) ?? []
      for (number, offset) in offsets.enumerated() where budget > 0 && visited.insert(offset).inserted {
        let part = "IFD\(index)/SubIFD\(number)"
        guard let inner = try? file.directory(at: offset, part: part) else { continue }
        budget -= inner.byteCount
        result.append((inner, part))
      }
    }
    return result
  }

  private static func isSensor(_ directory: TIFF.Directory, _ file: TIFF.File) -> Bool {
    let photometric = file.first(TIFF.Tag.photometric, of: directory).flatMap(UInt16.init(exactly:))
    return photometric == TIFF.Photometric.colorFilterArray.rawValue
      || photometric == TIFF.Photometric.linearRaw.rawValue
  }

  private static func role(of directory: TIFF.Directory, in file: TIFF.File) -> DNG.Role {
    switch file.first(TIFF.Tag.newSubfileType, of: directory) ?? 0 {
    case 0: .raw
    case 16: .enhanced
    case 1, 0x10001: .preview
    case 4, 5: .auxiliary("transparency")
    case 8, 9: .auxiliary("depth")
    case 0x10004: .mask(maskName(DNG.Fields(file, directory).text(DNG.Tag.semanticName)))
    case let type: .auxiliary("picture of type \(type)")
    }
  }

  /// Apple's and Adobe's names are URNs whose last part names the mask.
  private static func maskName(_ name: String?) -> String {
    guard let last = name?.split(whereSeparator: { $0 == ":" || $0 == "/" }).last, last.count <= 64 else {
      return "semantic mask"
    }
    return String(last)
  }
}
