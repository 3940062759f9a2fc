import HeadroomPixels
import HeadroomRAW
import Testing

@Suite struct SaturationTests {
  /// A neutral sky whose green wells are full at a share of white, with the spread that wells have.
  ///
  /// - Parameter hasWeakWells: whether both green wells of one square in sixteen hold 2 % less than the others.
  private static func sky(fullAt share: Double, isNoisy: Bool, hasWeakWells: Bool = false) throws -> SensorImage {
    let size = 256
    let samples = try PixelBitmap(width: size, height: size, format: .gray16)
    for y in 0..<size {
      let row = unsafe samples.rowAddress(y).assumingMemoryBound(to: UInt16.self)
      for x in 0..<size {
        let read = [0.5, 1, 2.0 / 3][y & 1 + x & 1]
        let spread = isNoisy ? Double((x &* 7919 ^ y &* 104_729) & 15) / 16 * 0.003 : 0
        let light = 0.2 + 1.2 * Double(x) / Double(size)
        let isWeak = hasWeakWells && (x / 2 &* 7919 ^ y / 2 &* 104_729) % 16 == 0
        let share = isWeak ? 0.98 * share : share
        unsafe row[x] = UInt16(min(light * read, share + spread * Double((x ^ y) & 1)) * 65535)
      }
    }
    let all = PixelRect(x: 0, y: 0, width: size, height: size)
    return SensorImage(
      samples: samples, pattern: ColorFilterArray(rows: 2, columns: 2, planes: [0, 1, 1, 2]),
      levels: SensorLevels(white: [65535]), activeArea: all, crop: all)
  }

  /// Red, green and blue of a pixel where green is full and the others are not.
  private static func bright(_ image: SensorImage) throws -> [Float] {
    var options = SensorDevelopment.Options(whiteBalance: SIMD3(2, 1, 1.5))
    options.recoversHighlights = true
    let development = try SensorDevelopment(image, options: options)
    let planes = try (0..<3).map { _ in try PixelBitmap(width: 8, height: 8, format: .grayFloat) }
    func row(_ plane: Int) -> UnsafeMutablePointer<Float> {
      unsafe planes[plane].rowAddress(0).assumingMemoryBound(to: Float.self)
    }
    unsafe development.render(
      PixelRect(x: 236, y: 100, width: 8, height: 8),
      into: ColorPlanes(red: row(0), green: row(1), blue: row(2), stride: planes[0].rowBytes / 4))
    return (0..<3).map { unsafe row($0)[0] }
  }

  @Test func `Wells that are full below the stated white are found, and their light is rebuilt`() throws {
    let color = try Self.bright(try Self.sky(fullAt: 0.95, isNoisy: true))
    // Light of 1.3 and more: green has seen 0.95 of it.
    #expect(color[1] > 1.15)
    #expect(abs(color[0] / color[1] - 1) < 0.1)
  }

  @Test func `Wells that hold less than the others say nothing of colours`() throws {
    let color = try Self.bright(try Self.sky(fullAt: 0.95, isNoisy: true, hasWeakWells: true))
    #expect(abs(color[0] / color[1] - 1) < 0.03, "\(color)")
    #expect(abs(color[2] / color[1] - 1) < 0.03, "\(color)")
  }

  @Test func `The flat white of a drawing is what it is`() throws {
    let color = try Self.bright(try Self.sky(fullAt: 0.8, isNoisy: false))
    #expect(abs(color[1] - 0.8) < 0.01)
  }
}
