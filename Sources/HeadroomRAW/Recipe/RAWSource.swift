internal import Foundation
package import HeadroomColor
package import HeadroomEngine
package import HeadroomImage
internal import HeadroomImageIO
package import HeadroomPixels

/// A sensor's picture as linear light of the development's space: corrected, white-balanced, demosaiced, with all the
/// light from the sensor and from the reconstruction of highlights.
///
/// Numbers are not matched to the working space here; the look that follows works in the development's space.
package struct RAWSource: FileSource {
  package let picture: RAWPicture
  /// Represents the file where a picture's file is required.
  package let file: StillPicture
  let options: SensorDevelopment.Options
  /// The matrix from the camera's balanced colours to the development's space.
  let matrix: Matrix3x3
  /// How many times smaller the picture is made while it is demosaiced: 1, 2, 4 ...
  let reduction: Int
  let quality: SensorDevelopment.Quality
  /// How far brightness, colours and false colours of fine patterns are smoothed, 0 ... 1.
  let noiseReduction: (luminance: Double, color: Double, moire: Double)

  /// Whether pixels are reduced while they are unpacked.
  private var isQuarter: Bool { reduction == 4 && quality == .draft && picture.hasQuarter }
  private var allowsPartial: Bool { file.request.allowPartial }

  package var width: Int { (picture.header.width + reduction - 1) / reduction }
  package var height: Int { (picture.header.height + reduction - 1) / reduction }
  package var encoding: ColorEncoding? { nil }
  package var alpha: AlphaMode { .opaque }
  package var access: SourceAccess { .developed(rows: RAWBands.bandRows) }
  package func isOpaque(_ inputs: [Bool]) -> Bool { true }

  package var fingerprint: Fingerprint {
    let balance = options.whiteBalance
    let flags = [options.recoversHighlights, options.appliesLensOpcodes, quality == .draft].map { $0 ? 1.0 : 0 }
    let rows = matrix.rows.flatMap { [$0.x, $0.y, $0.z] }
    return Fingerprint(
      "RAW \(file.url?.lastPathComponent ?? "")",
      [
        Double(reduction), balance.x, balance.y, balance.z, noiseReduction.luminance, noiseReduction.color,
        noiseReduction.moire, options.despeckle,
      ] + flags
        + rows,
      objects: [ObjectIdentifier(picture)])
  }

  package var decodedByteCount: Int { byteCount(rows: height) }
  package func decodedByteCount(of region: PixelRect) -> Int { byteCount(rows: min(region.height, height)) }

  private func byteCount(rows: Int) -> Int {
    width * rows * PixelFormat.rgbFloat.bytesPerPixel
      + (picture.isUnpacked(isQuarter: isQuarter) ? 0 : picture.unpackedByteCount(isQuarter: isQuarter))
  }

  package func load(_ region: PixelRect) throws -> LoadedSource {
    let inside = region.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
    let development = try development()
    let rows = inside.isEmpty ? 0..<1 : height - inside.maxY..<height - inside.minY
    let columns = inside.isEmpty ? 0..<1 : inside.minX..<inside.maxX
    let bitmap = try PixelBitmap(width: width, height: rows.count, format: .rgbFloat)
    try bands(development).fill(bitmap, PixelRect(columns: columns, rows: rows), firstRow: rows.lowerBound)
    return LoadedSource(bitmap: bitmap, gainMap: nil, firstRow: rows.lowerBound, height: height)
  }

  package func rows() throws -> SourceRows? {
    SourceRows(source: RAWRows(try bands(try development())))
  }

  private func development() throws -> SensorDevelopment {
    try picture.development(options, isQuarter: isQuarter, allowsPartial: allowsPartial)
  }

  private func bands(_ development: SensorDevelopment) throws -> RAWBands {
    // Pixels that are means of several have less noise.
    let share = 1 / Double(reduction * reduction)
    let sensor = try picture.sensorImage(isQuarter: isQuarter, allowsPartial: allowsPartial)
    let stated = sensor.noise.isEmpty ? [sensor.usualNoise] : sensor.noise
    let models = stated.map { NoiseModel(scale: $0.scale * share, offset: $0.offset * share) }
    let noise = NoiseReduction(
      noise: models, whiteBalance: options.whiteBalance, luminance: noiseReduction.luminance,
      color: noiseReduction.color, moire: noiseReduction.moire)
    return RAWBands(
      development: development, matrix: matrix, reduction: isQuarter ? 1 : reduction, quality: quality, noise: noise,
      clipsHighlights: !options.recoversHighlights, width: width,
      height: height)
  }
}
