internal import HeadroomContainers

extension TIFFReader {
  /// The first picture's violations of TIFF 6.0 that cause problems in other readers.
  func conformanceFindings() -> [ConformanceFinding] {
    var findings: [ConformanceFinding] = []
    for (index, directory) in file.directories.enumerated() {
      findings += self.findings(directory, part: "IFD\(index)")
    }
    findings += pictureFindings
    return findings
  }

  private func findings(_ directory: TIFF.Directory, part: String) -> [ConformanceFinding] {
    var findings: [ConformanceFinding] = []
    func add(_ rule: String, _ severity: ConformanceFinding.Severity, _ message: String, _ offset: Int) {
      findings.append(
        ConformanceFinding(rule: "tiff.\(rule)", severity: severity, message: message, part: part, offset: offset))
    }
    if directory.offset % 2 != 0 {
      add("word-alignment", .warning, "the directory begins at the odd offset \(directory.offset)", directory.offset)
    }
    for (field, next) in zip(directory.fields, directory.fields.dropFirst()) where next.tag <= field.tag {
      let (name, before) = (TIFF.tagName(next.tag), TIFF.tagName(field.tag))
      let text = next.tag == field.tag ? "\(name) comes twice" : "\(name) comes behind \(before)"
      add("tag-order", .warning, "\(text); tags ascend", next.offset)
    }
    for field in directory.fields where file.range(of: field) == nil {
      add(
        "value-outside", .error,
        "\(TIFF.tagName(field.tag)) has \(field.byteCount) bytes at \(field.valueOffset), outside the file of "
          + "\(file.bytes.count)", field.offset)
    }
    if let value = file.first(TIFF.Tag.orientation, of: directory), !(1...8).contains(value) {
      add("orientation", .warning, "Orientation \(value) does not exist", directory[TIFF.Tag.orientation]?.offset ?? 0)
    }
    return findings
  }

  private var pictureFindings: [ConformanceFinding] {
    let (page, directory) = (firstPage, firstPage.directory)
    var findings: [ConformanceFinding] = []
    func add(_ rule: String, _ severity: ConformanceFinding.Severity, _ message: String) {
      findings.append(
        ConformanceFinding(
          rule: "tiff.\(rule)", severity: severity, message: message, part: page.part, offset: directory.offset))
    }
    let required = [TIFF.Tag.photometric, TIFF.Tag.xResolution, TIFF.Tag.yResolution]
    for tag in required where directory[tag] == nil {
      let severity: ConformanceFinding.Severity = tag == TIFF.Tag.photometric ? .error : .note
      add("required-tag", severity, "no \(TIFF.tagName(tag))")
    }
    let colors = page.photometric.colorCount
    let extra = page.samplesPerPixel - colors
    if extra > 0, page.extraSamples.count != extra {
      add(
        "extra-samples", .warning,
        "\(page.samplesPerPixel) samples of which \(colors) are colour, but ExtraSamples has \(page.extraSamples.count)"
      )
    }
    if page.segments.isTiled, page.segments.width % 16 != 0 || page.segments.height % 16 != 0 {
      add("tile-size", .warning, "tiles of \(page.segments.width)x\(page.segments.height); sizes are multiples of 16")
    }
    if page.sampleFormat == .float, info.iccProfile == nil, page.photometric != .logLuv {
      add("float-color", .note, "floats without a profile: taken as extended linear sRGB, others may differ")
    }
    return findings + segmentFindings
  }

  /// Strips or tiles outside the file; the first of them.
  private var segmentFindings: [ConformanceFinding] {
    let planes = firstPage.isPlanar ? firstPage.samplesPerPixel : 1
    for index in 0..<firstPage.segments.perPlane * planes
    where firstPage.segments.range(of: index, in: file, uncompressedBytes: nil).isCut {
      let kind = firstPage.segments.isTiled ? "tile" : "strip"
      return [
        ConformanceFinding(
          rule: "tiff.data-outside", severity: .error, message: "\(kind) \(index) reaches outside the file",
          part: firstPage.part, offset: firstPage.directory.offset)
      ]
    }
    return []
  }
}

extension TIFF.Photometric {
  /// Samples of a pixel that are colour.
  fileprivate var colorCount: Int {
    switch self {
    case .minIsWhite, .minIsBlack, .palette, .mask, .logL, .colorFilterArray: 1
    case .rgb, .yCbCr, .cieLab, .iccLab, .ituLab, .logLuv, .linearRaw: 3
    case .separated: 4
    }
  }
}
