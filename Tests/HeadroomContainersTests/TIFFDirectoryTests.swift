import HeadroomContainers
import Testing

/// Directories that are written come back, those below them too, in files of either kind.
@Suite struct TIFFDirectoryTests {
  /// A file of one directory with two sub-directories, as raw files have them.
  private func file(isBig: Bool) -> FileBytes {
    let header = TIFF.DirectoryWriter.header(isBig: isBig)
    var writer = TIFF.DirectoryWriter(isBig: isBig, start: header.count)
    let places = (1...2).map { number in
      writer.append([
        .init(TIFF.Tag.imageWidth, .longs([UInt32(100 * number)])),
        .init(TIFF.Tag.bitsPerSample, .shorts([14, 14, 14])),
      ])
    }
    let first = writer.append([
      .init(TIFF.Tag.orientation, .shorts([6])), .init(TIFF.Tag.xResolution, .rationals([.init(300, 1)])),
      writer.places(TIFF.Tag.subDirectories, places),
    ])
    var bytes = header + writer.bytes
    let offset = TIFF.DirectoryWriter.number(first, size: isBig ? 8 : 4)
    bytes.replaceSubrange((isBig ? 8 : 4)..<header.count, with: offset)
    return FileBytes(bytes)
  }

  @Test(arguments: [false, true]) func `directories below a directory are found`(_ isBig: Bool) throws {
    let file = try TIFF.File(file(isBig: isBig), limits: .standard)
    #expect(file.isBig == isBig && file.directories.count == 1 && file.warnings.isEmpty)
    let directory = file.directories[0]
    #expect(file.first(TIFF.Tag.orientation, of: directory) == 6)
    #expect(directory[TIFF.Tag.xResolution].flatMap { file.value($0, limit: 8) }?.numbers == [300])
    let below = file.subdirectories(TIFF.Tag.subDirectories, of: directory, part: "SubIFD")
    #expect(below.map { file.first(TIFF.Tag.imageWidth, of: $0) } == [100, 200])
    #expect(below.map { file.integers(TIFF.Tag.bitsPerSample, of: $0, limit: 8) } == [[14, 14, 14], [14, 14, 14]])
  }

  @Test(arguments: [false, true]) func `every cut is read or refused`(_ isBig: Bool) {
    let whole = file(isBig: isBig)
    for count in 0..<whole.count {
      guard let cut = try? TIFF.File(FileBytes(whole.copy(0..<count)), limits: .standard) else { continue }
      for directory in cut.directories {
        _ = cut.subdirectories(TIFF.Tag.subDirectories, of: directory, part: "SubIFD")
        for field in directory.fields { _ = cut.value(field, limit: 64) }
      }
    }
  }
}
