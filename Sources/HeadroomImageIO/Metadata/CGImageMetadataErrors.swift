internal import Foundation
package import HeadroomContainers
public import HeadroomGraphics

/// The domain of errors of metadata functions, and of copying a source's file.
public let kCFErrorDomainCGImageMetadata: CFString = "kCFErrorDomainCGImageMetadata"

/// The codes of ``kCFErrorDomainCGImageMetadata``.
public enum CGImageMetadataErrors: Int32, Sendable {
  /// None of the others.
  case unknown = 0
  /// A format whose files cannot be changed so.
  case unsupportedFormat = 1
  /// A value or a file that cannot be used.
  case badArgument = 2
  /// Arguments that contradict one another.
  case conflictingArguments = 3
  /// A prefix that stands for another namespace.
  case prefixConflict = 4
}

extension CFError {
  /// An error of metadata functions.
  package convenience init(_ code: CGImageMetadataErrors, _ text: String) {
    self.init(
      domain: kCFErrorDomainCGImageMetadata, code: Int(code.rawValue), userInfo: [NSLocalizedDescriptionKey: text])
  }

  /// The reason why a file could not be copied. Its text names part and offset.
  package convenience init(_ error: ImageIOError) {
    let code: CGImageMetadataErrors =
      switch error {
      case .notEncodable, .unknownFormat, .unreadFormat, .unsupported: .unsupportedFormat
      case .unreadable, .empty, .malformed, .truncated, .incompletePicture, .overLimit, .unwritable: .badArgument
      case .codec, .outOfMemory, .overMemory, .cancelled, .internalError: .unknown
      }
    self.init(code, "\(error)")
  }
}

/// Numbers by which Core Foundation tells the objects of this module from one another.
package enum ImageIOTypeID: UInt {
  case source = 0x4847_0001
  case destination
  case metadata
  case metadataTag
}
