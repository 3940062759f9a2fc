internal import Foundation
internal import HeadroomContainers
internal import HeadroomFilters
internal import HeadroomImage

extension FuzzTarget {
  /// Texts that say how a picture is made.
  static let recipes: [FuzzTarget] = [
    FuzzTarget(
      name: "cube", seeds: { Seeds.cubes.map { Array($0.utf8) } },
      run: { bytes in
        guard let file = try? CubeFile(bytes) else { return }
        for table in [file.curves, file.cube].compactMap({ $0 }) {
          let isFinite = table.values.allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }
          if !isFinite { fatalError("an entry is not finite") }
          for channel in 0..<3 where !(table.domain.low[channel] < table.domain.high[channel]) {
            fatalError("a domain is empty")
          }
        }
        // What can be read can be applied.
        let filter = CIFilter.colorCube()
        (filter.inputImage, filter.cubeData) = (Seeds.picture, Data(bytes))
        if CubeFile.isCube(bytes), filter.outputImage == nil { fatalError("a cube that was read has no result") }
      }),
    FuzzTarget(
      name: "filter-xmp", seeds: { Seeds.filterPackets },
      run: { bytes in
        let extent = CGRect(x: 3, y: -5, width: 40, height: 30)
        guard let filters = try? CIFilter.filters(fromSerializedXMP: Data(bytes), inputImageExtent: extent),
          let written = CIFilter.serializedXMP(from: filters, inputImageExtent: extent)
        else { return }
        guard let again = try? CIFilter.filters(fromSerializedXMP: written, inputImageExtent: extent) else {
          fatalError("the written packet cannot be read")
        }
        if again.map(\.name) != filters.map(\.name) { fatalError("filters get lost") }
      }),
    FuzzTarget(
      name: "filter-expression", seeds: { Seeds.expressions.map { Array($0.utf8) } },
      run: { bytes in
        guard let expression = try? FilterExpression(parsing: String(decoding: bytes, as: UTF8.self)),
          let settings = try? FilterSettings(named: expression.name)
        else { return }
        for setting in expression.settings {
          guard let key = try? settings.key(named: setting.key) else { continue }
          if settings.isImage(key) {
            settings.set(Seeds.picture, for: key)
          } else if setting.literal.text?.contains(".") != true {
            // Words with a point may name files.
            try? settings.set(setting.literal.json, for: key)
          }
        }
        guard let image = settings.filter.outputImage else { return }
        _ = (image.extent, image.contentHeadroom, image.isOpaque)
      }),
  ]
}

extension Seeds {
  static let picture = CIImage(color: .gray).cropped(to: CGRect(x: 0, y: 0, width: 40, height: 30))

  static let cubes = [
    "LUT_1D_SIZE 2\n0 0 0\n1 1 1\n",
    "TITLE \"a\" # b\r\nLUT_3D_SIZE 2\r\nDOMAIN_MIN 0 -1 0\r\nDOMAIN_MAX 1 2 3\r\n"
      + String(repeating: "0.5 1e-3 -2\r\n", count: 8),
    "\u{FEFF}#c\nLUT_1D_SIZE 2\nLUT_1D_INPUT_RANGE -1 3\nLUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE 0 2\n"
      + String(repeating: "0 .5 1\n", count: 10),
  ]

  static var filterPackets: [[UInt8]] {
    let extent = CGRect(x: 3, y: -5, width: 40, height: 30)
    let lists: [[(String, [String: Any])]] = [
      [("CIExposureAdjust", ["inputEV": 0.5])], [("CISepiaTone", ["inputIntensity": 0.25]), ("CIVibrance", [:])],
      [
        ("CICrop", ["inputRectangle": [1, 2, 30, 20]]),
        ("CIAffineTransform", ["inputTransform": [1, 0, 0.5, 1, 3, 4]]),
      ],
      [("CIToneCurve", [:]), ("CIHighlightShadowAdjust", ["inputShadowAmount": 0.5])],
    ]
    return lists.compactMap { list in
      let filters = list.compactMap { name, values -> CIFilter? in
        let filter = CIFilter(name: name)
        for (key, value) in values { filter?.setValue(value, forKey: key) }
        return filter
      }
      return CIFilter.serializedXMP(from: filters, inputImageExtent: extent).map { [UInt8]($0) }
    }
  }

  static let expressions = [
    "CIExposureAdjust inputEV=1.5", "CIGaussianBlur radius=4", "CIColorControls saturation=0 contrast=1.2",
    "CIConstantColorGenerator color=[1,0.5,2,1]@extendedLinearSRGB", "CIFalseColor color0=#102030 color1=#ffffff80",
    "CICrop rectangle=[1,2,30,20]", "CIBlendWithMask maskImage=mask backgroundImage=other",
    "CIQRCodeGenerator message=\"https://example.org\" correctionLevel='H'",
    "CIAffineTransform transform=[1,0,0,1,3,4]",
    "CIColorCubeWithColorSpace colorSpace=sRGB cubeDimension=2 extrapolate=true",
    "CITextImageGenerator text=\"a\\\"b\" fontSize=20",
    "CIPDF417BarcodeGenerator message='text 0123456789' rows=9", "CIAztecCodeGenerator message=\"A B c1\" layers=3",
  ]
}
