internal import HeadroomContainers
internal import HeadroomGraphics

extension TIFFReader {
  /// The header, then each directory of the chain with its fields; directories that these point to are
  /// listed below their field.
  func structure() -> [FilePart] {
    let header = FilePart(
      name: "header", offset: 0, byteCount: file.headerSize,
      summary: "\(file.isBig ? "BigTIFF" : "TIFF"), \(file.byteOrder == .big ? "big" : "little")-endian")
    // Each directory once: fields that point back would make the tree infinite.
    var visited: Set<Int> = []
    return [header]
      + file.directories.enumerated().map {
        part($0.element, named: "IFD\($0.offset)", depth: file.limits.maxBoxDepth, &visited)
      }
  }

  private func part(
    _ directory: TIFF.Directory, named name: String, depth: Int, _ visited: inout Set<Int>
  ) -> FilePart {
    visited.insert(directory.offset)
    let size = file.first(TIFF.Tag.imageWidth, of: directory).flatMap { width in
      file.first(TIFF.Tag.imageLength, of: directory).map { "\(width)x\($0)" }
    }
    return FilePart(
      name: name, offset: directory.offset, byteCount: directory.byteCount, summary: size ?? "",
      children: directory.fields.map { part($0, of: directory, depth: depth, &visited) })
  }

  private static let pointers: [UInt16: String] = [
    TIFF.Tag.subDirectories: "SubIFD", TIFF.Tag.exifDirectory: "ExifIFD", TIFF.Tag.gpsDirectory: "GPSIFD",
    TIFF.Tag.interoperabilityDirectory: "InteropIFD",
  ]

  private func part(
    _ field: TIFF.Field, of directory: TIFF.Directory, depth: Int, _ visited: inout Set<Int>
  ) -> FilePart {
    var result = FilePart(
      name: TIFF.tagName(field.tag), offset: field.offset, byteCount: file.entrySize, summary: summary(field))
    if depth > 1, let name = Self.pointers[field.tag] {
      for found in file.subdirectories(field.tag, of: directory, part: name) where !visited.contains(found.offset) {
        result.children.append(part(found, named: name, depth: depth - 1, &visited))
      }
    }
    return result
  }

  private static let typeNames: [UInt16: String] = [
    1: "BYTE", 2: "ASCII", 3: "SHORT", 4: "LONG", 5: "RATIONAL", 6: "SBYTE", 7: "UNDEFINED", 8: "SSHORT", 9: "SLONG",
    10: "SRATIONAL", 11: "FLOAT", 12: "DOUBLE", 13: "IFD", 16: "LONG8", 17: "SLONG8", 18: "IFD8",
  ]

  /// The type, then the value when it is short, else the number of elements and their place.
  private func summary(_ field: TIFF.Field) -> String {
    let type = Self.typeNames[field.type] ?? "type \(field.type)"
    guard field.byteCount <= 64, file.range(of: field) != nil else {
      return "\(type)[\(field.count)] at \(field.valueOffset)"
    }
    if field.type == 2 || field.type == 5 || field.type == 10 || field.type == 11 || field.type == 12 {
      let value = file.value(field, limit: 64)
      if let text = value?.text { return "\(type) \(text)" }
      return "\(type) " + (value?.numbers ?? []).map { "\($0)" }.joined(separator: " ")
    }
    let numbers = (0..<field.count).compactMap { file.integer(field, at: $0) }
    return numbers.isEmpty ? type : "\(type) " + numbers.map(String.init).joined(separator: " ")
  }
}

extension TIFFReader: ContainerProperties {
  var isIndexed: Bool { firstPage.photometric == .palette }

  /// The resolution is in the EXIF block, where TIFF's fields are collected.
  var pixelsPerInch: (x: Double, y: Double)? { nil }

  var ownProperties: (key: CFString, values: CFDictionary)? {
    let block = info.metadata.exif.flatMap { try? EXIFBlock(parsing: $0) } ?? EXIFBlock()
    var values = EXIFPropertyTable.tiff.properties(of: block.image)
    values[kCGImagePropertyTIFFCompression] = Int(firstPage.compression.rawValue)
    values[kCGImagePropertyTIFFPhotometricInterpretation] = Int(firstPage.photometric.rawValue)
    let directory = firstPage.directory
    func integers(_ tag: UInt16, _ limit: UInt64) -> [Int]? {
      file.integers(tag, of: directory, limit: limit)?.map { Int(clamping: $0) }
    }
    if let width = integers(TIFF.Tag.tileWidth, 1)?.first, let length = integers(TIFF.Tag.tileLength, 1)?.first {
      values[kCGImagePropertyTIFFTileWidth] = width
      values[kCGImagePropertyTIFFTileLength] = length
    }
    // At most a table of 16 bits for each of three colours.
    if let table = integers(TIFF.Tag.transferFunction, 3 << 16) {
      values[kCGImagePropertyTIFFTransferFunction] = table
    }
    return (kCGImagePropertyTIFFDictionary, values)
  }
}
