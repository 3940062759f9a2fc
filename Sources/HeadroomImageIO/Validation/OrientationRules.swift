internal import HeadroomContainers
internal import HeadroomGraphics

/// Compares the shown orientation with the one that EXIF states: if they differ, a reader that supports only one
/// turns the picture wrongly.
enum OrientationRules {
  static func findings(_ subject: ConformanceSubject) -> [ConformanceFinding] {
    guard let exif = subject.info.metadata.exif, let block = try? EXIFBlock(parsing: exif) else { return [] }
    let stated = CGImagePropertyOrientation(exifTag: Int(block.orientation))
    guard stated != subject.info.orientation else { return [] }
    // Phones write 1 beside the turning property, which is the safe form: a reader that applies both turns only once.
    return [
      subject.finding(
        "orientation.exif", stated == .up ? .note : .warning,
        "EXIF says \(stated.rawValue), the container says \(subject.info.orientation.rawValue); readers that know only "
          + "EXIF show it turned", part: "EXIF", at: "Exif", "eXIf", "irot", "imir")
    ]
  }
}
