/// A place in a texture, in pixels from its top left corner.
public struct MTLOrigin: Hashable, Sendable {
  public var x: Int
  public var y: Int
  /// 0: textures here have two dimensions.
  public var z: Int

  public init() { self.init(x: 0, y: 0, z: 0) }
  public init(x: Int, y: Int, z: Int) { (self.x, self.y, self.z) = (x, y, z) }
}

/// A size in pixels.
public struct MTLSize: Hashable, Sendable {
  public var width: Int
  public var height: Int
  /// 1: textures here have two dimensions.
  public var depth: Int

  public init() { self.init(width: 0, height: 0, depth: 0) }
  public init(width: Int, height: Int, depth: Int) { (self.width, self.height, self.depth) = (width, height, depth) }
}

/// A rectangle of a texture.
public struct MTLRegion: Hashable, Sendable {
  public var origin: MTLOrigin
  public var size: MTLSize

  public init() { self.init(origin: MTLOrigin(), size: MTLSize()) }
  public init(origin: MTLOrigin, size: MTLSize) { (self.origin, self.size) = (origin, size) }
}

/// A place of a texture.
public func MTLOriginMake(_ x: Int, _ y: Int, _ z: Int) -> MTLOrigin { MTLOrigin(x: x, y: y, z: z) }

/// A size in pixels.
public func MTLSizeMake(_ width: Int, _ height: Int, _ depth: Int) -> MTLSize {
  MTLSize(width: width, height: height, depth: depth)
}

/// A rectangle of a texture with two dimensions.
public func MTLRegionMake2D(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> MTLRegion {
  MTLRegion(origin: MTLOriginMake(x, y, 0), size: MTLSizeMake(width, height, 1))
}

/// The numbers that a render pass fills a texture with: linear for `_srgb` formats. Formats store them within their
/// range.
public struct MTLClearColor: Hashable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double
  public var alpha: Double

  public init() { self.init(red: 0, green: 0, blue: 0, alpha: 0) }
  public init(red: Double, green: Double, blue: Double, alpha: Double) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }
}

/// A colour to clear with.
public func MTLClearColorMake(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double) -> MTLClearColor {
  MTLClearColor(red: red, green: green, blue: blue, alpha: alpha)
}

/// The shape of a texture: two dimensions.
public enum MTLTextureType: UInt, Sendable {
  case type2D = 2
}

/// The intended uses of a texture. Memory here serves all of them; the value is stored.
public struct MTLTextureUsage: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let shaderRead = MTLTextureUsage(rawValue: 1)
  public static let shaderWrite = MTLTextureUsage(rawValue: 2)
  public static let renderTarget = MTLTextureUsage(rawValue: 4)
  public static let pixelFormatView = MTLTextureUsage(rawValue: 16)
}

/// The location of a resource. All memory here is the processor's, whatever the mode; the value is stored.
public enum MTLStorageMode: UInt, Sendable {
  case shared = 0
  case managed = 1
  case `private` = 2
  case memoryless = 3
}
