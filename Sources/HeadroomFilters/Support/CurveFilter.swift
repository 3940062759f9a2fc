internal import HeadroomColor
internal import HeadroomEngine
internal import HeadroomImage
internal import HeadroomPixels

/// A filter that applies a transfer function to red, green and blue: it uses the row code of reading and writing files.
protocol CurveFilter: FilterDefinition, PointImplementation {
  /// The function and its direction.
  static var curve: TransferCurve { get }
}

/// A transfer function in one direction.
enum TransferCurve: Sendable {
  case decode(TransferFunction)
  case encode(TransferFunction)

  /// The definition.
  func value(_ x: Double) -> Double {
    switch self {
    case .decode(let function): function.decode(x)
    case .encode(let function): function.encode(x)
    }
  }

  /// A stage for red, green and blue.
  var stage: RowStage {
    unsafe RowStage { rows, _, count, _, _ in
      unsafe run(rows.r, count)
      unsafe run(rows.g, count)
      unsafe run(rows.b, count)
    }
  }

  private func run(_ row: UnsafeMutablePointer<Float>, _ count: Int) {
    switch self {
    case .decode(let function): unsafe TransferRow.decode(function, row, count)
    case .encode(let function): unsafe TransferRow.encode(function, row, count)
    }
  }
}

extension CurveFilter {
  var alphaRule: AlphaRule { .straight }

  func makeStage(in space: WorkingSpace) -> RowStage { Self.curve.stage }

  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    let pixel = pixels[0]
    func value(_ x: Float) -> Float { Float(Self.curve.value(Double(x))) }
    return Pixel(r: value(pixel.r), g: value(pixel.g), b: value(pixel.b), a: pixel.a)
  }

  func peak(of inputs: [Float?]) -> Float? {
    (inputs.first ?? nil).map { Float(Self.curve.value(Double(max($0, 0)))) }
  }

  func contentHeadroom(of inputs: [Float]) -> Float? {
    inputs.first.map { Float(Self.curve.value(Double($0))) }
  }

  func image(from inputs: FilterImages) -> CIImage? {
    inputs.main.map { $0.appending(point: self, extent: $0.extent) }
  }
}
