import Foundation
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import Testing

/// Parameters that make no sense: nothing may trap, hang or take memory without end.
@Suite struct FilterLimitsTests {
  @Test func `every number may be anything`() throws {
    let picture = TestPicture.random(width: 19, height: 13, seed: 5, 0...2, isOpaque: false)
    for entry in FilterRegistry.builtIn {
      for input in entry.inputs where input.attributeClass == "NSNumber" {
        for value in [-1e30, -1, 0, 1e-30, 0.1, 1e6, 1e30, .infinity, .nan] as [Double] {
          let filter = entry.makeFilter()
          for key in entry.imageKeys { filter.setValue(picture.image, forKey: key) }
          setRectangles(of: entry, on: filter)
          filter.setValue(value, forKey: input.key)
          try renderCorner(filter, "\(entry.name) \(input.key)=\(value)")
        }
      }
    }
  }

  @Test func `every vector may be anything`() throws {
    let picture = TestPicture.random(width: 19, height: 13, seed: 6, 0...2, isOpaque: false)
    let vectors: [[CGFloat]] = [
      [], [0], [0, 0], [1e30, -1e30, 1e30, 1e30], [.nan, 1, 1, 1, 1, 1], [.infinity, 0, 0, 1, 0, 0],
      [0, 0, 0, 0, 0, 0], [1e-30, 0, 0, 1e-30, 0, 0], [1e9, 0, 0, 1e9, 0, 0], [3, 7, -5, -9],
    ]
    for entry in FilterRegistry.builtIn {
      for input in entry.inputs where ["CIVector", "NSAffineTransform"].contains(input.attributeClass) {
        for vector in vectors {
          let filter = entry.makeFilter()
          for key in entry.imageKeys { filter.setValue(picture.image, forKey: key) }
          setRectangles(of: entry, on: filter)
          filter.setValue(CIVector(vector), forKey: input.key)
          try renderCorner(filter, "\(entry.name) \(input.key)=\(vector)")
        }
      }
    }
  }

  @Test func `an expression's number is refused with its range or taken as it is`() throws {
    let picture = TestPicture.random(width: 19, height: 13, seed: 9, 0...2, isOpaque: false)
    for entry in FilterRegistry.builtIn {
      for input in entry.inputs where input.attributeClass == "NSNumber" {
        for text in ["1e9", "-1e9", "1e300", "nan", "inf", "-infinity"] {
          try checkFar(text, input, of: entry, picture)
        }
      }
    }
  }

  private func checkFar(
    _ text: String, _ input: InputDescription, of entry: FilterEntry, _ picture: TestPicture
  ) throws {
    let comment = Comment(rawValue: "\(entry.name) \(input.key)=\(text)")
    let step = try FilterStep(FilterExpression(parsing: "\(entry.name) \(input.key)=\(text)"))
    let settings: FilterSettings
    do {
      settings = try step.settings(FilterStep.Files { _ in picture.image })
    } catch let problem as FilterSettings.Problem {
      #expect(problem.key == input.key, comment)
      // Neither NaN nor infinity is written as a number.
      let reason = Double(text)?.isFinite == true ? "is out of range, must be " : "expected a number"
      #expect(problem.reason.contains(reason), "\(comment) \(problem.reason)")
      return
    }
    let number = try #require(Double(text))
    #expect((input.least ?? -1e30)...(input.most ?? 1e30) ~= number, comment)
    let filter = settings.filter
    #expect((filter.value(forKey: input.key) as? NSNumber)?.floatValue == Float(number), comment)
    for key in entry.imageKeys { filter.setValue(picture.image, forKey: key) }
    setRectangles(of: entry, on: filter)
    try renderCorner(filter, comment)
  }

  @Test func `limits hold from the bound on`() throws {
    for entry in FilterRegistry.builtIn {
      for input in entry.inputs where input.attributeClass == "NSNumber" {
        if let slider = input.slider {
          #expect((input.least ?? -.infinity)...(input.most ?? .infinity) ~= slider.lowerBound, "\(entry.name)")
          #expect((input.least ?? -.infinity)...(input.most ?? .infinity) ~= slider.upperBound, "\(entry.name)")
        }
        // Doubles that floats do not have at these magnitudes are the nearest float.
        for (limit, step) in [(input.least, -1.0), (input.most, 1.0)] {
          guard let limit, abs(limit) < 1e7 else { continue }
          let filter = entry.makeFilter()
          try filter.set(limit, forInput: input.key)
          #expect(throws: FilterError.self, "\(entry.name) \(input.key)") {
            try filter.set(limit + step, forInput: input.key)
          }
          // By key any number but 0 is true.
          if input.defaultValue is Bool { continue }
          filter.setValue(limit + step, forKey: input.key)
          #expect((filter.value(forKey: input.key) as? NSNumber)?.floatValue == Float(limit), "\(entry.name)")
        }
      }
    }
  }

  @Test func `what a filter cannot do is refused in one line`() throws {
    for (expression, reason) in [
      ("CIGaussianBlur radius=1e9", "1000000000 is out of range, must be 0 to 100000"),
      ("CIBoxBlur radius=1e9", "1000000000 is out of range, must be 1 to 200000"),
      ("CIMorphologyMaximum radius=-3", "-3 is out of range, must be 0 to 200000"),
      ("CIExposureAdjust ev=1e6", "1000000 is out of range, must be -149 to 100"),
      ("CIBumpDistortion scale=1e300", "1e+300 is out of range, must be -1e+30 to 1e+30"),
      ("CIPhotoEffectChrome extrapolate=7", "7 is out of range, must be 0 to 1"),
    ] {
      let step = try FilterStep(FilterExpression(parsing: expression))
      let problem = #expect(throws: FilterSettings.Problem.self) {
        try step.settings(FilterStep.Files { _ in .empty() })
      }
      #expect(problem?.reason == reason)
    }
  }

  @Test func `a huge radius costs no more than the picture`() throws {
    let picture = TestPicture.random(width: 61, height: 47, seed: 7, 0...1, isOpaque: true)
    for name in ["CIGaussianBlur", "CIBoxBlur", "CIUnsharpMask", "CISharpenLuminance"] {
      let filter = try #require(CIFilter(name: name))
      filter.setValue(picture.image.clampedToExtent(), forKey: kCIInputImageKey)
      filter.setValue(1e9, forKey: kCIInputRadiusKey)
      let output = try #require(filter.outputImage)
      let rendered = try TestPicture.render(output, picture.rect)
      #expect(rendered.pixels.allSatisfy { $0.isFinite }, "\(name)")
    }
  }

  @Test func `a blur of a repeated edge stays flat where the picture is`() throws {
    let flat = TestPicture(rect: PixelRect(x: 3, y: -2, width: 9, height: 7), pixels: [Float](repeating: 1, count: 252))
    for name in ["CIGaussianBlur", "CIBoxBlur"] {
      for radius in [0.5, 4, 30] {
        let output = flat.image.clampedToExtent().applyingFilter(name, parameters: [kCIInputRadiusKey: radius])
        let rendered = try TestPicture.render(output, PixelRect(x: -60, y: -50, width: 130, height: 110))
        #expect(rendered.pixels.allSatisfy { abs($0 - 1) < 2e-6 }, "\(name) \(radius)")
      }
    }
  }

  @Test func `resampling keeps flat pictures flat and opaque to the last bit`() throws {
    let flat = TestPicture(
      rect: PixelRect(x: 0, y: 0, width: 17, height: 11), pixels: [Float](repeating: 1, count: 748))
    for scale in [0.07, 0.3, 0.5, 0.77, 1.9, 4] {
      let output = flat.image.applyingFilter("CILanczosScaleTransform", parameters: [kCIInputScaleKey: scale])
      let rendered = try TestPicture.render(output, .window(of: output.extent))
      #expect(rendered.pixels.allSatisfy { $0 == 1 }, "\(scale)")
    }
  }

  private func setRectangles(of entry: FilterEntry, on filter: CIFilter) {
    for input in entry.inputs where input.type == .rectangle {
      filter.setValue(CIVector([0, 0, 16, 12]), forKey: input.key)
    }
  }

  /// Renders some pixels of the result, where there is one.
  private func renderCorner(_ filter: CIFilter, _ comment: Comment) throws {
    guard let output = filter.outputImage, !output.extent.isNull, !output.extent.isEmpty else { return }
    let window = PixelRect.window(of: output.extent).centre
    let rendered = try TestPicture.render(output, window)
    #expect(rendered.pixels.count == window.area * 4, comment)
  }
}
