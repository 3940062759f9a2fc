internal import HeadroomColor
internal import HeadroomContainers

extension LiveMovie {
  /// The number of the only track.
  static let track: UInt32 = 1
}

extension LiveMovie.Shape {
  /// The boxes before the fragments: one VP9 track, without samples.
  func beginning(timescale: UInt32) -> [UInt8] {
    let track = MovieBoxes.track(
      MovieBoxes.Track(id: LiveMovie.track, width: width, height: height, timescale: timescale),
      sampleTable: MovieBoxes.emptyTable(sampleEntry))
    return MovieBoxes.fileType("iso6", compatible: ["iso6", "vp09", "dash"])
      + BoxBytes.box(
        "moov",
        MovieBoxes.movieHeader(timescale: timescale) + track + MovieBoxes.extends(track: LiveMovie.track))
  }

  private var sampleEntry: [UInt8] {
    MovieBoxes.visualEntry("vp09", width: width, height: height, boxes: configuration + colour + light)
  }

  /// `vpcC`: u8 profile, u8 level, 4 bits of depth, 3 of chroma, 1 of range, u8 primaries, transfer, matrix, u16 bytes that follow.
  private var configuration: [UInt8] {
    let depthAndChroma = UInt8(10 << 4 | 0 << 1 | 0)
    return BoxBytes.fullBox("vpcC", version: 1, [2, level, depthAndChroma, 9, 16, 9] + MovieBoxes.halves(0))
  }

  private var colour: [UInt8] {
    BoxBytes.box("colr", Array("nclx".utf8) + MovieBoxes.halves(9, 16, 9) + [0])
  }

  /// The display for which the frames were made, and their brightest light; the mean is unknown.
  private var light: [UInt8] {
    let volume = MasteringDisplayColorVolume(primaries: .bt2020, maximumNits: peakNits, minimumNits: 0.0001)
    return BoxBytes.box("mdcv", volume.seiBytes)
      + BoxBytes.box("clli", ContentLightLevel(maxCLL: peakNits, maxFALL: 0).seiBytes)
  }
}
