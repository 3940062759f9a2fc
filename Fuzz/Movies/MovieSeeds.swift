internal import HeadroomContainers

/// Small films with all boxes that are read.
package enum MovieSeeds {
  package static let all = [sequence, film, fragmented]

  /// A track of three samples with every table, and one whose samples are in fragments.
  package static let sequence: [UInt8] = {
    func table(_ type: String, _ content: [UInt8]) -> [UInt8] { BoxBytes.fullBox(type, content) }
    func entry(_ boxes: [UInt8]) -> [UInt8] { MovieBoxes.visualEntry("av01", width: 16, height: 16, boxes: boxes) }
    let configuration = BoxBytes.box("av1C", [0x81, 0, 0x0C, 0])
    let samples =
      MovieBoxes.descriptions([entry(configuration)])
      + table("stts", MovieBoxes.words(2, 2, 10, 1, 5)) + table("ctts", MovieBoxes.words(1, 3, 4))
      + table("stsc", MovieBoxes.words(2, 1, 2, 1, 2, 1, 1)) + table("stsz", MovieBoxes.words(0, 3, 4, 5, 6))
      + table("stco", MovieBoxes.words(2, 8, 17)) + table("stss", MovieBoxes.words(1, 1))
    let edits = BoxBytes.box("edts", table("elst", MovieBoxes.words(1, 25, 0, 0x1_0000)))
    let references = BoxBytes.box("tref", BoxBytes.box("auxl", MovieBoxes.words(2)))
    let tracks = [("pict", samples), ("auxv", MovieBoxes.emptyTable(entry([])))].enumerated().flatMap { index, kind in
      MovieBoxes.track(
        MovieBoxes.Track(
          id: UInt32(index) + 1, width: 16, height: 16, timescale: 600, duration: 25, handler: kind.0),
        others: edits + references, sampleTable: kind.1)
    }
    return BoxBytes.box("free", [UInt8](repeating: 1, count: 15))
      + BoxBytes.box("moov", MovieBoxes.movieHeader(timescale: 1000) + tracks + MovieBoxes.extends(track: 2))
  }()

  /// A film with edits, delays, boxes of light, sound, and chapters of both kinds.
  package static let film: [UInt8] = {
    let start = MovieBoxes.fileType("isom", compatible: ["isom", "mp42"])
    let size = start.count + moov(dataStart: 0).count + 8
    return start + moov(dataStart: UInt32(size)) + BoxBytes.box("mdat", data)
  }()

  private static let titles = [[0, 3] + Array("One".utf8), [0, 6, 0xFE, 0xFF, 0, 0x32, 0, 0x33]] as [[UInt8]]
  private static let data = (0..<60).map { UInt8($0) } + titles.joined()

  private static let pictureBoxes: [UInt8] = {
    var boxes = BoxBytes.box("hvcC", [1])
    boxes += BoxBytes.box("colr", Array("nclx".utf8) + MovieBoxes.halves(9, 18, 9) + [0])
    boxes += BoxBytes.box("mdcv", (1...24).map { UInt8($0) }) + BoxBytes.box("clli", [3, 0xE8, 1, 0x90])
    boxes += BoxBytes.box("dvvC", [1, 0, 0x10, 0x25, 0x40] + MovieBoxes.zeros(19))
    boxes += BoxBytes.box("pasp", MovieBoxes.words(4, 3)) + BoxBytes.box("fiel", [2, 6])
    return boxes + BoxBytes.box("clap", MovieBoxes.words(16, 1, 8, 1, 0, 1, 0, 1))
  }()

  private static func moov(dataStart: UInt32) -> [UInt8] {
    let words = { (values: [UInt32]) in values.flatMap { MovieBoxes.words($0) } }
    func table(_ type: String, version: UInt8 = 0, _ values: UInt32...) -> [UInt8] {
      BoxBytes.fullBox(type, version: version, words(values))
    }
    let entry = MovieBoxes.visualEntry("hvc1", width: 16, height: 16, boxes: pictureBoxes)
    var pictures = MovieBoxes.descriptions([entry])
    pictures += table("stts", 1, 6, 100) + table("ctts", version: 1, 4, 1, 100, 1, 300, 2, 0, 2, 100)
    pictures += table("stsc", 2, 1, 4, 1, 2, 2, 1) + table("stsz", 0, 6, 10, 9, 8, 7, 6, 5)
    pictures += table("stco", 2, dataStart, dataStart + 34) + table("stss", 2, 1, 5)
    let edits = table("elst", 4, 100, 0xFFFF_FFFF, 0x1_0000, 300, 150, 0x1_0000, 200, 100, 0, 200, 0, 0x2_0000)
    let aperture = BoxBytes.fullBox("clef", words([16 << 16, 8 << 16]))
    let heads = BoxBytes.box("edts", edits) + BoxBytes.box("tref", BoxBytes.box("chap", words([3])))
    let rate = MovieBoxes.halves(2, 16, 0, 0) + words([48_000 << 16])
    let soundHead = MovieBoxes.zeros(6) + MovieBoxes.halves(1, 1, 0) + words([0]) + rate + words([1024, 2, 4, 2])
    var sound = MovieBoxes.descriptions([BoxBytes.box("mp4a", soundHead + BoxBytes.box("wave", []))])
    sound +=
      table("stts", 1, 3, 1024) + table("stsc", 1, 1, 3, 1) + table("stsz", 5, 3) + table("stco", 1, dataStart + 45)
    let place = MovieBoxes.zeros(6) + MovieBoxes.halves(1)
    var text = MovieBoxes.descriptions([BoxBytes.box("text", place)])
    text += table("stts", 1, 2, 300) + table("stsc", 1, 1, 2, 1) + table("stsz", 0, 2, 5, 8)
    text += table("stco", 1, dataStart + 60)
    let list = BoxBytes.fullBox("chpl", version: 1, words([0]) + [1] + MovieBoxes.zeros(8) + [1, 0x41])
    let tracks = [("vide", pictures), ("soun", sound), ("text", text)].enumerated().flatMap { index, kind in
      MovieBoxes.track(
        MovieBoxes.Track(
          id: UInt32(index) + 1, width: 16, height: 16, timescale: 600, duration: 600, handler: kind.0),
        others: index == 0 ? BoxBytes.box("tapt", aperture) + heads : [], sampleTable: kind.1)
    }
    let header = MovieBoxes.movieHeader(timescale: 600, duration: 600, nextTrack: 4)
    return BoxBytes.box("moov", header + tracks + BoxBytes.box("udta", list))
  }

  /// Fragments of two tracks with every way to say where data are, and the list of them at the end.
  package static let fragmented: [UInt8] = {
    let words = { (values: UInt32...) in values.flatMap { MovieBoxes.words($0) } }
    let entry = MovieBoxes.visualEntry("hvc1", width: 16, height: 16, boxes: pictureBoxes)
    let tracks = (1...2).flatMap { id in
      MovieBoxes.track(
        MovieBoxes.Track(id: UInt32(id), width: 16, height: 16, timescale: 600),
        sampleTable: MovieBoxes.emptyTable(entry))
    }
    let defaults = (1...2).flatMap { BoxBytes.fullBox("trex", words(UInt32($0), 1, 20, 3, 0x1_0000)) }
    let moov = BoxBytes.box("moov", MovieBoxes.movieHeader(timescale: 600) + tracks + BoxBytes.box("mvex", defaults))
    var file = MovieBoxes.fileType("iso6", compatible: ["iso6"]) + moov
    func fragment(_ heads: [(flags: UInt32, fields: [UInt8])], _ runs: [(flags: UInt32, fields: [UInt8])]) -> [UInt8] {
      let parts = zip(heads, runs).map { head, run in
        BoxBytes.box(
          "traf",
          BoxBytes.fullBox("tfhd", flags: head.flags, head.fields)
            + BoxBytes.fullBox("trun", flags: run.flags, run.fields))
      }
      return BoxBytes.box("moof", BoxBytes.fullBox("mfhd", words(1)) + parts.joined())
        + BoxBytes.box("mdat", (0..<30).map { UInt8($0) })
    }
    let first = file.count
    file += MovieFragment(sequence: 1, track: 1, start: 0, duration: 10, isKey: true).bytes(around: [1, 2, 3])
    // From a stated base with sizes of the defaults, then behind the data of the track before.
    file += fragment(
      [(0x1, words(1, 0, UInt32(first))), (0x30, words(2, 2, 0))], [(0x5, words(2, 30, 0)), (0x100, words(2, 7, 8))])
    // From the moof, with all fields of samples.
    file += fragment(
      [(0x2_002A, words(2, 1, 5, 0x1_0000))],
      [(0xF01, words(2, 8, 5, 4, 0, 10) + words(5, 3, 0x1_0000, UInt32(bitPattern: -5)))])
    let entries = BoxBytes.fullBox("tfra", words(1, 0, 1, 0, UInt32(first)) + [1, 1, 1])
    return file + BoxBytes.box("mfra", entries + BoxBytes.fullBox("mfro", words(0)))
  }()
}
