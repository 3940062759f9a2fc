import Foundation
internal import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPictures
import HeadroomPixels
import Testing

/// Values that filters take.
@Suite struct VectorAndColorTests {
  @Test func `a vector reads 0 past its end`() {
    let vector = CIVector(x: 1, y: 2)
    #expect(vector.count == 2)
    #expect([vector.x, vector.y, vector.z, vector.w, vector.value(at: 9), vector.value(at: -1)] == [1, 2, 0, 0, 0, 0])
    #expect(vector.cgRectValue == CGRect(x: 1, y: 2, width: 0, height: 0))
  }

  @Test func `vectors hold points, rectangles and transforms`() {
    let rectangle = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(CIVector(cgRect: rectangle).cgRectValue == rectangle)
    #expect(CIVector(cgPoint: CGPoint(x: 5, y: 6)).cgPointValue == CGPoint(x: 5, y: 6))
    let transform = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    #expect(CIVector(cgAffineTransform: transform).cgAffineTransformValue == transform)
    #expect(CIVector(cgAffineTransform: transform).count == 6)
  }

  @Test func `vectors are written and read as text`() {
    #expect(CIVector([1, 0.5, -3]).stringRepresentation == "[1 0.5 -3]")
    #expect(CIVector(string: "[1 0.5 -3]") == CIVector([1, 0.5, -3]))
    #expect(CIVector(string: " 4, 5 six 7").values == [4, 5])
    #expect(CIVector(string: "").count == 0)
  }

  @Test func `colours are written and read as text`() {
    #expect(CIColor(string: "1 0.5 0.25 0.125") == CIColor(red: 1, green: 0.5, blue: 0.25, alpha: 0.125))
    #expect(CIColor(string: "0.5 0.5").alpha == 1)
    #expect(CIColor(string: "") == .clear)
    #expect(CIColor(red: 1, green: 0.5, blue: 0).stringRepresentation == "1 0.5 0 1")
  }

  @Test func `a colour space decides which components are legal`() throws {
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let linear = try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
    let gray = try #require(CGColorSpace(name: CGColorSpace.linearGray))
    #expect(CIColor(red: 1, green: 0, blue: 0, colorSpace: p3) != nil)
    #expect(CIColor(red: 1.5, green: 0, blue: 0, colorSpace: p3) == nil)
    #expect(CIColor(red: 8, green: -1, blue: 0, colorSpace: linear) != nil)
    #expect(CIColor(red: 0, green: 0, blue: 0, colorSpace: gray) == nil)
    #expect(CIColor(red: 1, green: 0, blue: 0, colorSpace: p3) != CIColor.red)
  }

  @Test func `Core Graphics colours keep their space when it is RGB`() throws {
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let made = unsafe CGColor(colorSpace: p3, components: [1, 0.5, 0.25, 0.75])
    let red = try #require(made)
    #expect(CIColor(cgColor: red).colorSpace == p3)
    #expect(CIColor(cgColor: red).components == [1, 0.5, 0.25, 0.75])
    let gray = CIColor(cgColor: CGColor(gray: 0.5, alpha: 0.5))
    #expect(gray.colorSpace.model == .rgb)
    #expect(gray.alpha == 0.5 && abs(gray.red - gray.blue) < 1e-6)
  }

  @Test func `a colour is matched to the working space before use`() throws {
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let filter = CIFilter.whitePointAdjust()
    filter.inputImage = CIImage(color: .white)
    filter.color = try #require(CIColor(red: 1, green: 0, blue: 0, colorSpace: p3))
    let pixel = try TestPicture.render(#require(filter.outputImage), PixelRect(x: 0, y: 0, width: 1, height: 1))
    // Display P3's red in linear sRGB.
    for (found, expected) in zip(pixel.pixels, [1.2249401, -0.0420569, -0.0196376, 1] as [Float]) {
      #expect(abs(found - expected) < 1e-5)
    }
  }
}
