internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics

extension JPEGXLReader {
  func conformanceFindings() -> [ConformanceFinding] {
    var findings: [ConformanceFinding] = []
    if let leftover = container.leftover {
      findings.append(
        ConformanceFinding(
          rule: "jxl.leftover", severity: .warning, message: "\(leftover.count) bytes behind the last box are no box",
          part: "file", offset: leftover.lowerBound))
    }
    if let map = info.gainMap, case .iso(let metadata) = map.formula, !metadata.useBaseColorSpace,
      map.alternateEncoding == nil
    {
      findings.append(
        ConformanceFinding(
          rule: "jxl.gain-map-color", severity: .warning,
          message: "the gain map works in the alternate picture's primaries, which are not stated by number",
          part: "jhgm"))
    }
    if let exif = info.metadata.exif.flatMap({ try? EXIFBlock(parsing: $0) }),
      exif.image[EXIFBlock.Tag.orientation] != nil, exif.orientation != info.orientation.rawValue
    {
      findings.append(
        ConformanceFinding(
          rule: "jxl.exif-orientation", severity: .note,
          message: "EXIF says orientation \(exif.orientation), the codestream \(info.orientation.rawValue)",
          part: "Exif"))
    }
    return findings
  }
}
