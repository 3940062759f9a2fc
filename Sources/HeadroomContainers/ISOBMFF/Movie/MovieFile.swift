/// A film: the `moov` box of a file, and the fragments beside it.
package struct MovieFile: Sendable {
  package let bytes: FileBytes
  package let movie: Movie
  /// The `moov` box.
  package let box: ISOBox
  /// The file's boxes.
  package let list: ISOBoxList

  /// Finds and reads the `moov` box.
  ///
  /// - Throws: ``ImageIOError`` naming the box and its offset when there is none or its structure is broken.
  package init(_ bytes: FileBytes, limits: DecodeLimits = .standard) throws(ImageIOError) {
    self.bytes = bytes
    list = ISOBoxList(of: bytes, limits: limits)
    var boxes = FileBoxes(list)
    guard let box = boxes.first("moov") else {
      throw boxes.damage ?? .malformed(part: "file", text: "the box 'moov' is missing", offset: nil)
    }
    self.box = box
    movie = try Movie(box, in: list)
  }

  /// The samples of a track, from its tables and from all fragments.
  ///
  /// A file that ends inside of a fragment has the samples before it; ``SampleIndex/damage`` then says where it ended.
  ///
  /// - Throws: where tables or fragments are broken or declare more than they have.
  package func index(of track: MovieTrack) throws(ImageIOError) -> SampleIndex {
    var index = try SampleIndex(track)
    guard movie.isFragmented else { return index }
    var reader = FragmentReader(track: track.id, defaults: movie.fragmentDefaults, fileCount: bytes.count)
    var boxes = FileBoxes(list)
    while let box = boxes.first("moof") {
      guard !box.isCut else {
        index.damage = .truncated(
          part: box.path, needed: UInt64(box.byteCount) + 1, available: UInt64(box.byteCount), offset: box.start)
        return index
      }
      try reader.read(box, in: list, into: &index)
    }
    index.damage = boxes.damage
    return index
  }

  /// The frames of a track as its edits present them.
  package func frames(of track: MovieTrack) throws(ImageIOError) -> PresentedFrames {
    try PresentedFrames(try index(of: track), of: track, movieTimescale: movie.timescale)
  }
}

/// The boxes of a file up to the first broken one.
struct FileBoxes {
  private var walker: ISOBoxWalker
  private var left = largestCount
  /// What ended the boxes early; nil where the file ends behind a box.
  private(set) var damage: ImageIOError?

  /// Most boxes of a file: 19 hours of fragments of two frames each.
  private static let largestCount = 1 << 22

  init(_ list: ISOBoxList) { walker = list.walk() }

  /// The next box of a type.
  mutating func first(_ type: FourCC) -> ISOBox? {
    while let box = next() {
      if box.type == type { return box }
    }
    return nil
  }

  /// The next box; nil after the last.
  mutating func next() -> ISOBox? {
    guard damage == nil else { return nil }
    do throws(ImageIOError) {
      guard let box = try walker.next() else { return nil }
      guard left > 0 else {
        throw .overLimit(
          part: "file", quantity: "box count", declared: UInt64(Self.largestCount) + 1,
          limit: UInt64(Self.largestCount), offset: box.start)
      }
      left -= 1
      return box
    } catch {
      damage = error
      return nil
    }
  }
}
