/// The track of pictures in a file that is a sequence of them (ISO/IEC 23008-12, 7): an animation, a burst.
package enum ImageSequence {
  /// The samples of the longest such track, from its table of sizes; nil where there is none, or none that can be believed.
  ///
  /// Tracks of alpha have another handler. Thumbnails' have not, and are no longer than what they belong to.
  package static func frameCount(of file: ISOBoxList, _ topLevel: [ISOBox]) -> Int? {
    guard let movie = topLevel.first(where: { $0.type == "moov" }) else { return nil }
    return boxes("trak", in: movie, of: file).compactMap { sampleCount(of: $0, in: file) }.max()
  }

  private static func sampleCount(of track: ISOBox, in file: ISOBoxList) -> Int? {
    guard let media = boxes("mdia", in: track, of: file).first,
      let handler = boxes("hdlr", in: media, of: file).first, isPictures(handler, in: file)
    else { return nil }
    let tables = ["minf", "stbl"].reduce([media]) { (found: [ISOBox], type: FourCC) in
      found.flatMap { boxes(type, in: $0, of: file) }
    }
    let sizes = tables.flatMap { boxes("stsz", in: $0, of: file) + boxes("stz2", in: $0, of: file) }
    return sizes.first.flatMap { count($0, in: file) }
  }

  private static func boxes(_ type: FourCC, in box: ISOBox, of file: ISOBoxList) -> [ISOBox] {
    let inside = try? file.inside(box)
    return inside?.boxesBeforeDamage().boxes.filter { $0.type == type } ?? []
  }

  private static func isPictures(_ handler: ISOBox, in file: ISOBoxList) -> Bool {
    var reader = file.reader(of: handler)
    guard (try? reader.skip(8)) != nil else { return false }
    return (try? reader.type()) == "pict"
  }

  /// The third word, behind version and flags and the size of all samples, or of a number in the table. A picture has a
  /// byte at least, so that a file holds no more of them than bytes.
  private static func count(_ sizes: ISOBox, in file: ISOBoxList) -> Int? {
    var reader = file.reader(of: sizes)
    guard (try? reader.skip(8)) != nil, let count = try? reader.u32() else { return nil }
    return count > 0 && Int(count) <= file.bytes.count ? Int(count) : nil
  }
}
