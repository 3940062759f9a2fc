internal import Foundation
public import HeadroomEngine
internal import HeadroomGraphics

/// The arguments of a kernel other than its images, as it sees them when a render runs.
///
/// Arguments are counted from 0 in the order of the call of `apply`, images included.
public struct KernelArguments: Sendable {
  private let values: [[Float]]
  private let blocks: [Int: [UInt8]]

  init(_ list: KernelArgumentList, in space: WorkingSpace) {
    values = list.values.map { $0.floats(in: space) }
    blocks = Dictionary(
      uniqueKeysWithValues: list.values.enumerated().compactMap { index, value in
        if case .bytes(let block) = value { (index, block.bytes) } else { nil }
      })
  }

  /// The number of arguments.
  public var count: Int { values.count }

  /// A number, or the first of a vector; 0 where there is none.
  public func float(_ index: Int) -> Float { component(index, 0) }

  /// The first two numbers of a vector or point; 0 for missing ones.
  public func float2(_ index: Int) -> SIMD2<Float> { SIMD2(component(index, 0), component(index, 1)) }

  /// The first three numbers of a vector; 0 for missing ones.
  public func float3(_ index: Int) -> SIMD3<Float> {
    SIMD3(component(index, 0), component(index, 1), component(index, 2))
  }

  /// The first four numbers of a vector or rectangle; 0 for missing ones.
  public func float4(_ index: Int) -> SIMD4<Float> { SIMD4(float3(index), component(index, 3)) }

  /// A colour: light of the working space, premultiplied.
  public func color(_ index: Int) -> Pixel {
    let color = float4(index)
    return Pixel(r: color.x, g: color.y, b: color.z, a: color.w)
  }

  /// All numbers of a vector or array of any length; none where there are none.
  public func floats(_ index: Int) -> [Float] { values.indices.contains(index) ? values[index] : [] }

  /// The bytes of data; none where there are none.
  public func bytes(_ index: Int) -> [UInt8] { blocks[index] ?? [] }

  private func component(_ index: Int, _ part: Int) -> Float {
    guard values.indices.contains(index), values[index].indices.contains(part) else { return 0 }
    return values[index][part]
  }
}

/// An argument other than an image.
enum KernelValue: Sendable {
  /// An image stands at this place.
  case image
  case numbers([Double])
  case color(CIColor)
  case bytes(Block)

  /// Compared by identity: equal tables would have to be compared byte by byte in every look-up.
  final class Block: Sendable {
    let bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }
  }

  func floats(in space: WorkingSpace) -> [Float] {
    switch self {
    case .image, .bytes: return []
    case .numbers(let numbers): return numbers.map { Float($0) }
    case .color(let color):
      let (light, alpha) = (space.color(color.rgb, in: color.colorSpace.encoding), Double(color.alpha))
      return [light.x * alpha, light.y * alpha, light.z * alpha, alpha].map { Float($0) }
    }
  }

  /// Numbers that differ where values do, and the object that identifies it.
  var fingerprint: (values: [Double], object: ObjectIdentifier?) {
    switch self {
    case .image: ([0], nil)
    case .numbers(let numbers): ([1, Double(numbers.count)] + numbers, nil)
    case .color(let color): ([2] + color.components.map { Double($0) }, ObjectIdentifier(color.colorSpace))
    case .bytes(let block): ([3], ObjectIdentifier(block))
    }
  }
}

/// The arguments of `apply`, split into images and the rest.
struct KernelArgumentList: Sendable {
  private(set) var samplers: [CISampler] = []
  private(set) var values: [KernelValue] = []

  init(_ arguments: [Any], of kernel: String) throws(KernelError) {
    for (index, argument) in arguments.enumerated() {
      guard let value = OptionValues.present(argument), let known = Self.value(value) else {
        throw .unsupportedArgument(kernel: kernel, index: index, type: FilterError.typeName(of: argument))
      }
      if let sampler = known.sampler { samplers.append(sampler) }
      values.append(known.value)
    }
  }

  private static func value(_ argument: Any) -> (value: KernelValue, sampler: CISampler?)? {
    switch argument {
    case let image as CIImage: return (.image, CISampler(image: image))
    case let sampler as CISampler: return (.image, sampler)
    case let color as CIColor: return (.color(color), nil)
    case let vector as CIVector: return (.numbers(vector.values.map { Double($0) }), nil)
    default: break
    }
    if let geometry = Self.geometry(argument) { return (.numbers(geometry.map { Double($0) }), nil) }
    if let numbers = OptionValues.numbers(argument) { return (.numbers(numbers), nil) }
    return OptionValues.bytes(argument).map { (.bytes(KernelValue.Block($0)), nil) }
  }

  private static func geometry(_ argument: Any) -> [Double]? {
    switch argument {
    case let point as CGPoint: [point.x, point.y].map(Double.init)
    case let size as CGSize: [size.width, size.height].map(Double.init)
    case let rect as CGRect: [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height].map(Double.init)
    case let t as CGAffineTransform: [t.a, t.b, t.c, t.d, t.tx, t.ty].map(Double.init)
    case let vector as SIMD2<Float>: [vector.x, vector.y].map(Double.init)
    case let vector as SIMD3<Float>: [vector.x, vector.y, vector.z].map(Double.init)
    case let vector as SIMD4<Float>: [vector.x, vector.y, vector.z, vector.w].map(Double.init)
    default: nil
    }
  }

  /// The first image, which a warp reads, and all other arguments.
  var withoutFirstImage: (sampler: CISampler, rest: KernelArgumentList)? {
    guard let sampler = samplers.first,
      let place = values.firstIndex(where: { if case .image = $0 { true } else { false } })
    else { return nil }
    var rest = self
    rest.samplers.removeFirst()
    rest.values.remove(at: place)
    return (sampler, rest)
  }

  /// Identifies an application of a kernel.
  func fingerprint(_ name: String, _ objects: [AnyObject]) -> Fingerprint {
    let parts = values.map(\.fingerprint)
    return Fingerprint(
      name, parts.flatMap(\.values), objects: objects.map { ObjectIdentifier($0) } + parts.compactMap(\.object))
  }
}
