internal import HeadroomContainers
internal import HeadroomPixels

extension DNG {
  /// Semantic masks (DNG 1.6): pictures of one plane beside the sensor's, stored in the same ways.
  struct MaskReader: Sendable {
    let file: TIFF.File
    let masks: [(directory: TIFF.Directory, name: String, part: String)]
  }
}

extension DNG.MaskReader {
  /// The most masks that are read; no camera stores more.
  private static let most = 64

  var all: [RAWMatte] {
    masks.prefix(Self.most).enumerated().map { index, mask in
      let size = [TIFF.Tag.imageWidth, TIFF.Tag.imageLength].map {
        Int(clamping: file.first($0, of: mask.directory) ?? 0)
      }
      return RAWMatte(name: mask.name, width: size[0], height: size[1], index: index)
    }
  }

  /// A mask's numbers, stretched to 16 bits where they are integers.
  func bitmap(_ index: Int) throws(ImageIOError) -> PixelBitmap {
    guard masks.indices.contains(index) else {
      throw .malformed(part: "masks", text: "there are \(masks.count)", offset: nil)
    }
    let mask = masks[index]
    let picture = try DNG.Picture(file, mask.directory, part: mask.part, version: DNG.newestVersion)
    guard picture.planes == 1 else {
      throw .malformed(
        part: mask.part, text: "a mask of \(picture.planes) planes", offset: mask.directory.offset)
    }
    let decoder = DNG.PictureDecoder(file: file, picture: picture)
    let unpacked = try file.bytes.reading { () throws(ImageIOError) in try decoder.decode(allowPartial: false) }.bitmap
    if !picture.becomesFloat { Self.stretch(unpacked, bits: picture.bits) }
    return unpacked
  }

  /// The most pixels of all masks of a profile together; no camera stores more.
  private static let mostColorPixels = 1 << 26

  /// The masks that a profile's colour tables refer to, by name. A mask that cannot be read gives a warning, and its
  /// table is left out.
  func colorMasks(for tables: ColorTables?, _ warnings: inout [String]) -> [String: ColorMask] {
    guard let tables else { return [:] }
    let names = masks.prefix(Self.most).map { DNG.Fields(file, $0.directory).text(DNG.Tag.semanticName) ?? "" }
    let sizes = all
    var pixels = Self.mostColorPixels
    var result: [String: ColorMask] = [:]
    for layer in tables.layers where !layer.mask.isEmpty && result[layer.mask] == nil {
      guard let index = names.firstIndex(of: layer.mask) else {
        warnings.append("RGBTables: there is no mask \"\(layer.mask.prefix(64))\"; the table for it is left out")
        continue
      }
      do throws(ImageIOError) {
        let (count, isTooLarge) = sizes[index].width.multipliedReportingOverflow(by: sizes[index].height)
        guard !isTooLarge, count <= pixels else {
          throw .overLimit(
            part: masks[index].part, quantity: "pixels of masks", declared: UInt64(clamping: count),
            limit: UInt64(pixels), offset: masks[index].directory.offset)
        }
        pixels -= count
        let bitmap = try bitmap(index)
        result[layer.mask] = ColorMask(bitmap, area: area(of: masks[index].directory, bitmap, &warnings))
      } catch {
        warnings.append("\(error); the table for this mask is left out")
      }
    }
    return result
  }

  /// top, left, and width and height of the whole mask.
  private func area(
    of directory: TIFF.Directory, _ bitmap: PixelBitmap, _ warnings: inout [String]
  ) -> ColorMask.Area {
    let whole = ColorMask.Area(width: bitmap.width, height: bitmap.height)
    let fields = DNG.Fields(file, directory)
    guard let field = fields[DNG.Tag.maskSubArea] else { return whole }
    let values = fields.integers(DNG.Tag.maskSubArea, limit: 4) ?? []
    guard values.count == 4, values.allSatisfy({ $0 <= UInt64(Int32.max) }),
      values[1] + UInt64(bitmap.width) <= values[2], values[0] + UInt64(bitmap.height) <= values[3]
    else {
      warnings.append(DNG.Fields.warning(field, "does not hold the mask and is ignored"))
      return whole
    }
    return ColorMask.Area(
      top: Int(values[0]), left: Int(values[1]), width: Int(values[2]), height: Int(values[3]))
  }

  private static func stretch(_ bitmap: PixelBitmap, bits: Int) {
    guard bits < 16 else { return }
    let largest = UInt32(1) << UInt32(max(bits, 1)) - 1
    for y in 0..<bitmap.height {
      let row = unsafe bitmap.rowAddress(y).assumingMemoryBound(to: UInt16.self)
      for x in 0..<bitmap.width {
        let code = min(UInt32(unsafe row[x]), largest)
        unsafe row[x] = UInt16((code * 65535 + largest / 2) / largest)
      }
    }
  }
}
