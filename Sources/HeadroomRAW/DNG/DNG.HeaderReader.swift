internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomImageIO
internal import HeadroomPixels

extension DNG {
  /// Collects a file's metadata about its whole picture.
  struct HeaderReader {
    let file: TIFF.File
    let directories: Directories
    let picture: Picture
    let pattern: ColorFilterArray?
    let crop: PixelRect

    private var camera: Fields { Fields(file, directories.first, directories.raw.directory) }
    private var isColor: Bool { picture.planes == 3 || pattern != nil }
  }
}

extension DNG.HeaderReader {
  func header(_ earlier: [String]) -> RAWHeader {
    var warnings = earlier
    var header = RAWHeader(
      width: crop.width, height: crop.height, bitDepth: picture.bits, planes: picture.planes,
      compression: picture.compression.name, profiles: profiles(&warnings), asShotWhite: asShotWhite(&warnings),
      baselineExposure: camera.number(DNG.Tag.baselineExposure, in: -32...32, &warnings) ?? 0)
    header.make = camera.text(DNG.Tag.make) ?? ""
    header.model = camera.text(DNG.Tag.model) ?? ""
    header.uniqueModel = camera.text(DNG.Tag.uniqueCameraModel) ?? ""
    header.orientation = orientation
    header.pattern = pattern
    header.baselineNoise = camera.number(DNG.Tag.baselineNoise, in: 0...1000, &warnings) ?? 1
    header.baselineSharpness = camera.number(DNG.Tag.baselineSharpness, in: 0...1000, &warnings) ?? 1
    header.noiseReductionApplied = noiseReductionApplied
    header.isOutputReferred = [1, 2].contains(camera.integer(DNG.Tag.colorimetricReference) ?? 0)
    header.previews = DNG.Previews(file: file, directories: directories.previews).all
    let masks = DNG.MaskReader(file: file, masks: directories.masks)
    header.mattes = masks.all
    header.colorMasks = masks.colorMasks(for: header.profiles.first?.colorTables, &warnings)
    header.auxiliary = directories.auxiliary.map(auxiliaryText)
    header.isPictureCut = isPictureCut
    if header.isPictureCut { warnings.append("\(picture.part): the file ends inside the picture data") }
    readMetadata(&header.metadata, &warnings)
    header.warnings = warnings
    return header
  }

  private func auxiliaryText(_ directory: TIFF.Directory, _ kind: String) -> String {
    let size = [TIFF.Tag.imageWidth, TIFF.Tag.imageLength].map { file.first($0, of: directory) ?? 0 }
    return "\(kind) \(size[0])x\(size[1])"
  }

  private var orientation: CGImagePropertyOrientation {
    guard let value = file.first(TIFF.Tag.orientation, of: directories.first), (1...8).contains(value) else {
      return .up
    }
    return CGImagePropertyOrientation(exifTag: Int(value))
  }

  /// A fraction over zero means unknown.
  private var noiseReductionApplied: Double {
    let value = camera.numbers(DNG.Tag.noiseReductionApplied)?.first ?? 0
    return value.isFinite ? min(max(value, 0), 1) : 0
  }

  private func profiles(_ warnings: inout [String]) -> [CameraProfile] {
    var main = CameraProfile(camera, camera: camera, isColor: isColor, &warnings)
    if isColor, main.calibration == nil {
      warnings.append("ColorMatrix1: none; the camera's colours are not known")
    }
    // The first version of the table lies in the picture's directory or, in newer files, in the first one.
    let first = DNG.Fields(file, directories.raw.directory, directories.first)
    let shared = main.gainTableMap ?? GainTableMap.reading(first, DNG.Tag.gainTableMap, &warnings)
    main.gainTableMap = shared
    var all = [main] + DNG.ExtraProfiles.read(file, camera: camera, isColor: isColor, &warnings)
    for index in all.indices where all[index].gainTableMap == nil { all[index].gainTableMap = shared }
    for index in all.indices where all[index].colorTables == nil { all[index].colorTables = main.colorTables }
    // The profile that the shot was rendered with comes first.
    if let name = camera.text(DNG.Tag.asShotProfileName), let chosen = all.firstIndex(where: { $0.name == name }) {
      all.insert(all.remove(at: chosen), at: 0)
    }
    return all
  }

  private func asShotWhite(_ warnings: inout [String]) -> AsShotWhite {
    guard isColor else { return .unknown }
    if let neutral = camera.finite(DNG.Tag.asShotNeutral, count: 3, &warnings) {
      if neutral.allSatisfy({ $0 > 0 && $0 < 1e4 }) {
        return .neutral(SIMD3(neutral[0], neutral[1], neutral[2]))
      }
      warnings.append("AsShotNeutral: \(neutral) are no camera's values and are ignored")
    }
    guard let point = camera.finite(DNG.Tag.asShotWhiteXY, count: 2, &warnings) else { return .unknown }
    guard point[0] > 0, point[1] > 0, point[0] + point[1] <= 1 else {
      warnings.append("AsShotWhiteXY: (\(point[0]), \(point[1])) is no chromaticity and is ignored")
      return .unknown
    }
    return .chromaticity(Chromaticity(x: point[0], y: point[1]))
  }

  private var isPictureCut: Bool {
    let isStored = picture.compression == .none
    let perPlane = picture.segments.perPlane
    return (0..<picture.segmentCount).contains { index in
      let rows = picture.segments.rows(inRow: index % perPlane / picture.segments.across)
      let bytes = isStored ? UInt64(picture.rowBytes * rows) : nil
      return picture.segments.range(of: index, in: file, uncompressedBytes: bytes).isCut
    }
  }

  private func readMetadata(_ metadata: inout StillMetadata, _ warnings: inout [String]) {
    let block = file.exifBlock(of: directories.first)
    if !block.isEmpty { metadata.exif = block.serialized() }
    do throws(ImageIOError) {
      metadata.xmp = try file.block(TIFF.Tag.xmp, of: directories.first, limit: file.limits.maxMetadataBytes)
    } catch {
      warnings.append("\(error); XMP is ignored")
    }
    warnings += metadata.takeResources(of: directories.first, in: file)
  }
}
