internal import Foundation
internal import HeadroomContainers
internal import HeadroomEngine
internal import HeadroomImage

extension ColorLook {
  /// Applies the file to the image's colours, curves first.
  func applied(to image: CIImage, extrapolates: Bool) -> CIImage? {
    var result: CIImage? = image
    if let curves {
      result = result?.mapped(onUnit: curves.domain).curved(by: curves.table, extrapolates: extrapolates)
    }
    if let cube {
      result = result?.mapped(onUnit: cube.domain).mapped(
        by: cube.table, dimension: cube.dimension, extrapolates: extrapolates)
    }
    return result
  }
}

extension CIImage {
  /// Maps colours so that a domain becomes 0...1.
  fileprivate func mapped(onUnit domain: CubeFile.Domain) -> CIImage {
    domain == CubeFile.Domain() ? self : appending(point: DomainMap(domain: domain), extent: node.extent)
  }

  fileprivate func curved(by table: DataTable, extrapolates: Bool) -> CIImage? {
    ColorCurves(table, domain: (0, 1), extrapolates: extrapolates).map { appending(point: $0, extent: node.extent) }
  }
}

/// Straight colours minus the lower end of a domain, divided by its width.
private struct DomainMap: MatrixImplementation {
  let domain: CubeFile.Domain

  var fingerprint: Fingerprint {
    Fingerprint("domain", (0..<3).flatMap { [Double(domain.low[$0]), Double(domain.high[$0])] })
  }

  private var matrix: ColorMatrix {
    let scale = (0..<3).map { 1 / (Double(domain.high[$0]) - Double(domain.low[$0])) }
    var result = ColorMatrix.identity
    (result.r.x, result.g.y, result.b.z) = (Float(scale[0]), Float(scale[1]), Float(scale[2]))
    for channel in 0..<3 { result.bias[channel] = Float(-Double(domain.low[channel]) * scale[channel]) }
    return result
  }

  func matrix(in space: WorkingSpace) -> ColorMatrix { matrix }
  func peak(of inputs: [Float?]) -> Float? { matrix.peak(of: inputs) }
}
