internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// Rows of a device's samples that are converted to an encoding's numbers.
final class DeviceColorRows: StillRowSource {
  let encoding: ColorEncoding
  let format: PixelFormat
  let alpha: AlphaMode
  private let device: DeviceColor
  private let colors: any StillRowSource
  private let alphaRows: (any StillRowSource)?
  private let isPremultiplied: Bool
  /// Rows of samples, and of alpha where that is separate.
  private var samples: DeviceColor.Samples?

  private static let usualRows = 64

  /// - Parameters:
  ///   - alpha: rows of alpha as gray, of the same size.
  ///   - isPremultiplied: whether samples were multiplied by it.
  init(
    _ device: DeviceColor, _ colors: any StillRowSource, alpha: (any StillRowSource)? = nil,
    isPremultiplied: Bool = false
  ) {
    self.device = device
    self.colors = colors
    alphaRows = alpha
    self.isPremultiplied = isPremultiplied && alpha != nil
    encoding = device.encoding
    let hasAlpha = alpha != nil || (device.model != .cmyk && colors.format.hasAlpha)
    format = device.format(of: colors.format, hasAlpha: hasAlpha)
    self.alpha = hasAlpha ? .straight : .opaque
  }

  var width: Int { colors.width }
  var height: Int { colors.height }
  var rowGroup: Int { colors.rowGroup }
  var gainMap: GainMapImage? { colors.gainMap }
  var warnings: [String] { colors.warnings + (alphaRows?.warnings ?? []) }
  var isPartial: Bool { colors.isPartial || alphaRows?.isPartial ?? false }

  func read(_ count: Int, into bitmap: PixelBitmap, row: Int) throws(ImageIOError) {
    var done = 0
    while done < count {
      let samples = try space()
      let rows = min(samples.colors.height, count - done)
      try colors.read(rows, into: samples.colors, row: 0)
      if let alphaRows, let plane = samples.alpha { try alphaRows.read(rows, into: plane, row: 0) }
      try device.convert(samples, rows: 0..<rows, into: bitmap, row: row + done)
      done += rows
    }
  }

  private func space() throws(ImageIOError) -> DeviceColor.Samples {
    if let samples { return samples }
    let group = max(rowGroup, 1)
    let rows = min(max(Self.usualRows / group, 1) * group, height)
    do throws(PixelError) {
      let alpha: AlphaMode = colors.alpha == .premultiplied ? .premultiplied : .straight
      var made = DeviceColor.Samples(
        try PixelBitmap(width: width, height: rows, format: colors.format, alpha: alpha))
      made.isPremultiplied = isPremultiplied
      if let alphaRows {
        made.alpha = try PixelBitmap(width: width, height: rows, format: alphaRows.format, alpha: .opaque)
      }
      samples = made
      return made
    } catch {
      throw ImageIOError(error)
    }
  }
}

extension DeviceColor? {
  /// The rows of a picture, converted from the device's colours where there are any.
  func rows(
    _ colors: any StillRowSource, alpha: (any StillRowSource)? = nil, isPremultiplied: Bool = false
  ) -> any StillRowSource {
    guard let self else { return colors }
    return DeviceColorRows(self, colors, alpha: alpha, isPremultiplied: isPremultiplied)
  }
}
