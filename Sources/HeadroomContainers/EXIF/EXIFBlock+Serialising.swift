extension EXIFBlock {
  /// The block as bytes, big-endian, fields in ascending order of their tags as TIFF requires.
  ///
  /// A maker note is copied as it is: Apple's counts offsets from its own start and stays valid; notes of makers that
  /// count from the block's start may not. Blocks that only need another orientation are patched instead, see
  /// ``settingOrientation(_:in:)``.
  package func serialized() -> [UInt8] {
    var writer = Writer()
    var exifFields = exif
    if !interoperability.isEmpty { exifFields[Tag.interoperabilityDirectory] = .longs([0]) }
    var imageFields = image
    if !exifFields.isEmpty { imageFields[Tag.exifDirectory] = .longs([0]) }
    if !gps.isEmpty { imageFields[Tag.gpsDirectory] = .longs([0]) }

    let imagePlaces = writer.append(imageFields)
    if let place = imagePlaces[Tag.exifDirectory] {
      writer.patch(place, with: writer.position)
      let places = writer.append(exifFields)
      if let deeper = places[Tag.interoperabilityDirectory] {
        writer.patch(deeper, with: writer.position)
        _ = writer.append(interoperability)
      }
    }
    if let place = imagePlaces[Tag.gpsDirectory] {
      writer.patch(place, with: writer.position)
      _ = writer.append(gps)
    }
    if let previewBytes, let link = imagePlaces[Writer.nextDirectory] {
      writer.patch(link, with: writer.position)
      var fields = preview
      fields[Tag.thumbnailOffset] = .longs([0])
      fields[Tag.thumbnailLength] = .longs([UInt32(truncatingIfNeeded: previewBytes.count)])
      let places = writer.append(fields)
      if let place = places[Tag.thumbnailOffset] { writer.patch(place, with: writer.position) }
      writer.bytes += previewBytes
    }
    return writer.bytes
  }
}

/// Lays directories out one after the other, each followed by its values.
private struct Writer {
  /// Key under which ``append(_:)`` reports the place of the link to the next directory; no field has tag 0.
  static let nextDirectory: UInt16 = 0

  var bytes: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
  var position: UInt32 { UInt32(truncatingIfNeeded: bytes.count) }

  /// Appends a directory and returns where each field's value or offset lies.
  mutating func append(_ fields: EXIFBlock.Directory) -> [UInt16: Int] {
    let sorted = fields.sorted { $0.key < $1.key }.prefix(Int(UInt16.max))
    var places: [UInt16: Int] = [:]
    var valueOffset = bytes.count + 2 + 12 * sorted.count + 4
    var values: [UInt8] = []
    appendNumber(UInt32(sorted.count), size: 2)
    for (tag, value) in sorted {
      let (count, encoded) = value.encoded
      appendNumber(UInt32(tag), size: 2)
      appendNumber(UInt32(value.typeCode), size: 2)
      appendNumber(UInt32(truncatingIfNeeded: count), size: 4)
      places[tag] = bytes.count
      if encoded.count <= 4 {
        bytes += encoded + [UInt8](repeating: 0, count: 4 - encoded.count)
      } else {
        appendNumber(UInt32(truncatingIfNeeded: valueOffset), size: 4)
        // Values start on even offsets.
        let padded = encoded + (encoded.count % 2 == 0 ? [] : [0])
        values += padded
        valueOffset += padded.count
      }
    }
    places[Self.nextDirectory] = bytes.count
    appendNumber(0, size: 4)
    bytes += values
    return places
  }

  mutating func patch(_ place: Int, with number: UInt32) {
    for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * index)) }
  }

  private mutating func appendNumber(_ number: UInt32, size: Int) {
    for index in 0..<size { bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(8 * (size - 1 - index)))) }
  }
}
