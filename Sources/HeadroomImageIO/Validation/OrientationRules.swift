internal import HeadroomContainers
internal import HeadroomGraphics

/// The orientation that is shown against the one EXIF states: equal, or a reader that knows only one turns it wrongly.
enum OrientationRules {
  static func findings(_ subject: ConformanceSubject) -> [ConformanceFinding] {
    guard let exif = subject.info.metadata.exif, let block = try? EXIFBlock(parsing: exif) else { return [] }
    let stated = CGImagePropertyOrientation(exifTag: Int(block.orientation))
    guard stated != subject.info.orientation else { return [] }
    // Phones write 1 beside the turning property, which is the safe form: who applies both applies it once.
    return [
      subject.finding(
        "orientation.exif", stated == .up ? .note : .warning,
        "EXIF says \(stated.rawValue), the container says \(subject.info.orientation.rawValue); readers that know only "
          + "EXIF show it turned", part: "EXIF", at: "Exif", "eXIf", "irot", "imir")
    ]
  }
}
