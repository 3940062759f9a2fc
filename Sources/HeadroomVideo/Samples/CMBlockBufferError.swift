public import Foundation
public import HeadroomGraphics

/// Done.
public let kCMBlockBufferNoErr: OSStatus = 0
/// There is no memory for the buffer itself.
public let kCMBlockBufferStructureAllocationFailedErr: OSStatus = -12700
/// There is no memory for a block.
public let kCMBlockBufferBlockAllocationFailedErr: OSStatus = -12701
/// A source of blocks has another version, or does not allocate.
public let kCMBlockBufferBadCustomBlockSourceErr: OSStatus = -12702
/// An offset lies outside of the data.
public let kCMBlockBufferBadOffsetParameterErr: OSStatus = -12703
/// A length is negative, or reaches beyond the data.
public let kCMBlockBufferBadLengthParameterErr: OSStatus = -12704
/// A pointer is missing.
public let kCMBlockBufferBadPointerParameterErr: OSStatus = -12705
/// A buffer without data is referred to, or asked for data.
public let kCMBlockBufferEmptyBBufErr: OSStatus = -12706
/// A block has no memory yet.
public let kCMBlockBufferUnallocatedBlockErr: OSStatus = -12707
/// There is no room for the data.
public let kCMBlockBufferInsufficientSpaceErr: OSStatus = -12708

/// How blocks are added; see ``CMBlockBuffer/Flags``.
public typealias CMBlockBufferFlags = UInt32

/// Memory is allocated at once.
public let kCMBlockBufferAssureMemoryNowFlag: CMBlockBufferFlags = 1 << 0
/// Data are copied where they could be referred to.
public let kCMBlockBufferAlwaysCopyDataFlag: CMBlockBufferFlags = 1 << 1
/// Without effect: references are always as flat as can be.
public let kCMBlockBufferDontOptimizeDepthFlag: CMBlockBufferFlags = 1 << 2
/// A buffer without data may be referred to.
public let kCMBlockBufferPermitEmptyReferenceFlag: CMBlockBufferFlags = 1 << 3

extension CMBlockBuffer {
  /// Why bytes of a block buffer could not be had, by Core Media's codes.
  public struct Error: Swift.Error, CustomNSError, Hashable, Sendable {
    /// One of the `kCMBlockBuffer` codes.
    public let status: OSStatus

    init(_ status: OSStatus) { self.status = status }

    public static let structureAllocationFailed = Error(kCMBlockBufferStructureAllocationFailedErr)
    public static let blockAllocationFailed = Error(kCMBlockBufferBlockAllocationFailedErr)
    public static let badCustomBlockSource = Error(kCMBlockBufferBadCustomBlockSourceErr)
    public static let badOffsetParameter = Error(kCMBlockBufferBadOffsetParameterErr)
    public static let badLengthParameter = Error(kCMBlockBufferBadLengthParameterErr)
    public static let badPointerParameter = Error(kCMBlockBufferBadPointerParameterErr)
    public static let emptyBlockBuffer = Error(kCMBlockBufferEmptyBBufErr)
    public static let unallocatedBlock = Error(kCMBlockBufferUnallocatedBlockErr)
    public static let insufficientSpace = Error(kCMBlockBufferInsufficientSpaceErr)

    public static var errorDomain: String { NSOSStatusErrorDomain }
    public var errorCode: Int { Int(status) }

    /// Whether an error is this one, for `catch`.
    public static func ~= (pattern: Error, error: any Swift.Error) -> Bool { error as? Error == pattern }
  }

  /// How blocks are added.
  public struct Flags: OptionSet, Hashable, Sendable {
    public let rawValue: CMBlockBufferFlags
    public init(rawValue: CMBlockBufferFlags) { self.rawValue = rawValue }

    /// Memory is allocated at once.
    public static let assureMemoryNow = Flags(rawValue: kCMBlockBufferAssureMemoryNowFlag)
    /// Data are copied where they could be referred to.
    public static let alwaysCopyData = Flags(rawValue: kCMBlockBufferAlwaysCopyDataFlag)
    /// Without effect: references are always as flat as can be.
    public static let dontOptimizeDepth = Flags(rawValue: kCMBlockBufferDontOptimizeDepthFlag)
    /// A buffer without data may be referred to.
    public static let permitEmptyReference = Flags(rawValue: kCMBlockBufferPermitEmptyReferenceFlag)
  }
}
