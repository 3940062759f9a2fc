internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomEngine
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPixels

extension FileAnswers {
  /// The file's light in the format of the page's shader.
  func lightNumbers() throws -> ViewerResponse {
    let headroom = try query.headroom()
    let rectangle = try query.rectangle(inside: size)
    let isDraft = query["draft"] == "1" && !filters.isEmpty && rectangle == nil
    let bitmap =
      isDraft
      ? try draft(side: try side(), headroom: headroom)
      : try light(side: try side(), rectangle: rectangle, headroom: headroom)
    let width = rectangle?.width ?? size.width
    return numbers(bitmap).with("X-Scale", Double(width) / Double(bitmap.width))
      .with("X-Picture", "\(size.width) \(size.height)")
  }

  /// The SDR base of a file with a gain map.
  func base() throws -> ViewerResponse {
    _ = try gainMap()
    return numbers(try renderer.light(try resampled(side: try side()) { try $0.base() }))
  }

  /// The gain map's codes, 0 ... 1, for the formula of ``gainMapNumbers()``.
  func map() throws -> ViewerResponse {
    let description = try gainMap()
    let limit = try side(default: Self.largestSide)
    let map = try recipes(side: limit).map()
    let image = map.resampled(to: map.pixelSize.fitting(limit))
    let codes = try renderer.codes(image)
    if case .apple(let apple) = description.formula { return numbers(try codes.mapped { apple.isoCode($0) }) }
    return numbers(codes)
  }

  /// The gain map's formula in the terms of ISO 21496-1.
  ///
  /// Apple's own formula does not have these terms: its codes are sent as gains in stops, for which they are exact.
  func gainMapNumbers() throws -> ViewerResponse {
    let description = try gainMap()
    let iso: GainMapMetadata =
      switch description.formula {
      case .iso(let metadata): metadata
      case .apple(let apple):
        GainMapMetadata(
          alternateHeadroom: apple.headroomStops, max: apple.headroomStops, baseOffset: 0, alternateOffset: 0)
      }
    let primaries = description.computationPrimaries(base: file.info.encoding.primaries)
    return ViewerResponse([
      "schema": 1, "min": Self.list(iso.min), "max": Self.list(iso.max), "gamma": Self.list(iso.gamma),
      "baseOffset": Self.list(iso.baseOffset), "alternateOffset": Self.list(iso.alternateOffset),
      "baseHeadroom": .number(iso.baseHeadroom), "alternateHeadroom": .number(iso.alternateHeadroom),
      "useBaseColorSpace": .bool(iso.useBaseColorSpace),
      "toBase": Self.list(ColorPrimaries.bt2020.matrix(to: primaries)),
      "fromBase": Self.list(primaries.matrix(to: .bt2020)), "width": .integer(description.width),
      "height": .integer(description.height), "channels": .integer(description.channels),
    ])
  }

  private func gainMap() throws(ViewerError) -> GainMapDescription {
    guard let map = file.info.gainMap else { throw ViewerError(status: 404, message: "the file has no gain map") }
    return map
  }

  private static func list(_ values: SIMD3<Double>) -> JSONValue {
    .array((0..<3).map { .number(values[$0]) })
  }

  private static func list(_ matrix: Matrix3x3) -> JSONValue {
    .array((0..<9).map { .number(matrix[$0 / 3, $0 % 3]) })
  }

  func numbers(_ bitmap: PixelBitmap) -> ViewerResponse {
    ViewerResponse.binary(bitmap.packedBytes).with("X-Width", bitmap.width).with("X-Height", bitmap.height)
  }
}

extension AppleGainMap {
  /// A code as a share of the map's full gain in stops.
  fileprivate func isoCode(_ code: Float) -> Float {
    headroomStops > 0 ? Float(logGain(Double(code)) / headroomStops) : 0
  }
}

extension PixelBitmap {
  /// A copy of half floats from 0 to 1 mapped by a function, which is called once for each possible half float.
  fileprivate func mapped(_ function: (Float) -> Float) throws(PixelError) -> PixelBitmap {
    let result = try PixelBitmap(width: width, height: height, format: format, alpha: alpha)
    let table = (0...Float16(1).bitPattern).map { Float16(function(Float(Float16(bitPattern: $0)))).bitPattern }
    let count = width * format.channelCount
    for row in 0..<height {
      let source = unsafe rowAddress(row).assumingMemoryBound(to: UInt16.self)
      let target = unsafe result.rowAddress(row).assumingMemoryBound(to: UInt16.self)
      for index in 0..<count {
        unsafe target[index] = table[min(Int(source[index]), table.count - 1)]
      }
    }
    return result
  }
}
