import Foundation
internal import HeadroomFilters
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import Testing

/// Pictures through the tables of a camera's lens.
@Suite struct LensCorrectionTests {
  private static let (width, height) = (61, 41)

  private static func data(
    _ table: [Float]?, inverse: [Float]? = nil, center: CGPoint = CGPoint(x: 61, y: 41),
    size: CGSize = CGSize(width: 122, height: 82)
  ) -> AVCameraCalibrationData {
    func bytes(_ numbers: [Float]?) -> Data? { numbers.map { unsafe $0.withUnsafeBytes { unsafe Data($0) } } }
    return AVCameraCalibrationData(
      intrinsicMatrix: matrix_float3x3(diagonal: [100, 100, 1]), intrinsicMatrixReferenceDimensions: size,
      pixelSize: 0.001, lensDistortionLookupTable: bytes(table), inverseLensDistortionLookupTable: bytes(inverse),
      lensDistortionCenter: center)
  }

  /// Red and green are the place of a pixel's centre.
  private static var places: TestPicture {
    var pixels: [Float] = []
    for y in 0..<height {
      for x in 0..<width { pixels += [Float(x) + 0.5, Float(y) + 0.5, 0, 1] }
    }
    return TestPicture(rect: PixelRect(x: 0, y: 0, width: width, height: height), pixels: pixels)
  }

  private static func output(_ picture: TestPicture, _ data: AVCameraCalibrationData?, inverse: Bool = false) throws
    -> CIImage?
  {
    let filter = try #require(CIFilter(name: "CICameraCalibrationLensCorrection"))
    filter.setValue(picture.image, forKey: kCIInputImageKey)
    filter.setValue(data, forKey: "inputAVCameraCalibrationData")
    filter.setValue(inverse, forKey: "inputUseInverseLookUpTable")
    return filter.outputImage
  }

  /// A cubic over the share of the distance, and where it takes a point, solved for the point in double precision.
  private static func source(of wanted: Double, farthest: Double, _ amount: Double) -> Double {
    var r = wanted
    for _ in 0..<60 {
      let share = r / farthest
      let value = r * (1 + amount * share * share) - wanted
      r -= value / (1 + 3 * amount * share * share)
    }
    return r
  }

  @Test func `points move as the table says`() throws {
    let farthest = Double(61 * 61 + 41 * 41).squareRoot()
    for (amount, isInverse) in [(0.2, false), (-0.15, false), (0.1, true)] {
      // So fine that the lines between its numbers are the curve.
      let table = (0..<2000).map { index -> Float in
        let share = Double(index) / 1999
        return Float(amount * share * share)
      }
      let data = isInverse ? Self.data([0, 5], inverse: table) : Self.data(table, inverse: [0, 5])
      let image = try #require(try Self.output(Self.places, data, inverse: isInverse))
      let rendered = try TestPicture.render(image, Self.places.rect)
      let reference = try TestPicture.reference(image, Self.places.rect)
      for y in 0..<Self.height {
        for x in 0..<Self.width {
          // Twice the picture's pixels are the camera's.
          let (u, v) = (2 * (Double(x) + 0.5 - 30.5), 2 * (Double(y) + 0.5 - 20.5))
          let distance = (u * u + v * v).squareRoot()
          let ratio = distance == 0 ? 1 : Self.source(of: distance, farthest: farthest, amount) / distance
          let (px, py) = (30.5 + u * ratio / 2, 20.5 + v * ratio / 2)
          // Where the picture's edge mixes with nothing the numbers are no places.
          guard px > 1, py > 1, px < Double(Self.width) - 1, py < Double(Self.height) - 1 else { continue }
          for picture in [rendered, reference] {
            #expect(abs(Double(picture[x, y][0]) - px) < 2e-3 && abs(Double(picture[x, y][1]) - py) < 2e-3, "\(x) \(y)")
          }
        }
      }
    }
  }

  @Test func `y of the centre runs down`() throws {
    let middle = CGPoint(x: 30, y: 10)
    let image = try #require(
      try Self.output(
        Self.places, Self.data([1, 1], center: middle, size: CGSize(width: Self.width, height: Self.height))))
    // Everything is twice as far from the centre, at 30 and 31 from the bottom.
    let rendered = try TestPicture.render(image, Self.places.rect)
    #expect(abs(rendered[39, 35][0] - 34.75) < 1e-3 && abs(rendered[39, 35][1] - 33.25) < 1e-3)
  }

  @Test func `data without a table change nothing, and without data there is no result`() throws {
    let picture = Self.places
    for data in [Self.data(nil), Self.data([]), Self.data([.nan, .infinity]), Self.data([0.5], size: .zero)] {
      let image = try #require(try Self.output(picture, data))
      #expect(try TestPicture.render(image, picture.rect).pixels.allSatisfy { $0.isFinite })
    }
    #expect(try Self.output(picture, nil) == nil)
    let hostile: [[Float]] = [[-1, -1, -1], [-5, 30, -5], [1e30, -1e30], [0, .nan, -0.9, 20]]
    for table in hostile {
      let image = try #require(try Self.output(picture, Self.data(table, center: CGPoint(x: -1e30, y: 7))))
      #expect(try TestPicture.render(image, picture.rect).pixels.allSatisfy { $0.isFinite })
    }
  }

  @Test func `recipes carry the data`() throws {
    let data = Self.data([0, 0.125, 0.25], inverse: [0, -0.1])
    let image = try #require(try Self.output(Self.places, data))
    let input = Self.places.image
    let again = try #require(CIFilter(name: "CICameraCalibrationLensCorrection"))
    again.setValue(input, forKey: kCIInputImageKey)
    again.setValue(data, forKey: "inputAVCameraCalibrationData")
    #expect(again.value(forKey: "inputAVCameraCalibrationData") as? AVCameraCalibrationData == data)
    #expect(Self.data([0, 0.125, 0.25], inverse: [0, -0.1]) == data && Self.data([0, 0.125, 0.5]) != data)
    #expect(image.extent == input.extent)
  }
}
