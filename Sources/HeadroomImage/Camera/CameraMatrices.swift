/// A matrix of three columns and three rows, as simd has it.
// swift-format-ignore: TypeNamesShouldBeCapitalized
public struct simd_float3x3: Hashable, Sendable {
  public var columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)

  public init(_ first: SIMD3<Float>, _ second: SIMD3<Float>, _ third: SIMD3<Float>) {
    columns = (first, second, third)
  }

  public init(columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)) { self.columns = columns }

  public init(diagonal: SIMD3<Float>) {
    self.init(SIMD3(diagonal.x, 0, 0), SIMD3(0, diagonal.y, 0), SIMD3(0, 0, diagonal.z))
  }

  package var list: [SIMD3<Float>] { [columns.0, columns.1, columns.2] }

  public static func == (left: simd_float3x3, right: simd_float3x3) -> Bool { left.list == right.list }
  public func hash(into hasher: inout Hasher) { hasher.combine(list) }
}

/// A matrix of four columns and three rows, as simd has it.
// swift-format-ignore: TypeNamesShouldBeCapitalized
public struct simd_float4x3: Hashable, Sendable {
  public var columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)

  public init(_ first: SIMD3<Float>, _ second: SIMD3<Float>, _ third: SIMD3<Float>, _ fourth: SIMD3<Float>) {
    columns = (first, second, third, fourth)
  }

  public init(columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)) { self.columns = columns }

  package var list: [SIMD3<Float>] { [columns.0, columns.1, columns.2, columns.3] }

  public static func == (left: simd_float4x3, right: simd_float4x3) -> Bool { left.list == right.list }
  public func hash(into hasher: inout Hasher) { hasher.combine(list) }
}

/// The older name of ``simd_float3x3``.
// swift-format-ignore: TypeNamesShouldBeCapitalized
public typealias matrix_float3x3 = simd_float3x3

/// The older name of ``simd_float4x3``.
// swift-format-ignore: TypeNamesShouldBeCapitalized
public typealias matrix_float4x3 = simd_float4x3
