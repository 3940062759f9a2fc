public import Foundation
internal import HeadroomContainers
package import HeadroomKernelLanguage

/// Kernels from source text: the Metal dialect of Core Image, and the older Core Image Kernel Language.
///
/// ```swift
/// let kernels = try CIKernel.kernels(withMetalString: """
///   #include <CoreImage/CoreImage.h>
///   extern "C" float4 zebra(coreimage::sample_t s, float limit, coreimage::destination d) {
///     bool stripe = fract((d.coord().x + d.coord().y) / 8) < 0.5;
///     return max3(s.r, s.g, s.b) > limit && stripe ? float4(1, 0, 0, s.a) : s;
///   }
///   """)
/// let zebra = kernels[0] as? CIColorKernel
/// let marked = zebra?.apply(extent: photo.extent, arguments: [photo, 1.0])
/// ```
///
/// Text becomes vector code over rows of pixels that runs in one pass with the filters around it, at any number of
/// threads. Samples are premultiplied, linear light of the working space, not clamped. Colours among the arguments are
/// converted to the working space and premultiplied. `half` is computed as `float`. Integers wrap, a division by 0
/// gives 0, conversions saturate, indexes are clamped to their array, and a pixel that jumps back to the start of loops
/// more than 65,536 times becomes transparent black. Sampler coordinates are pixels of the working space, y up.
extension CIKernel {
  /// All kernels of a text in the Metal dialect, in its order: ``CIColorKernel``s, ``CIWarpKernel``s, and general ones.
  ///
  /// - Throws: ``KernelError/doesNotCompile(report:)`` with a compiler's diagnostics.
  public static func kernels(withMetalString source: String) throws -> [CIKernel] {
    try TextKernels(text: source, dialect: .metal).all()
  }

  /// All kernels of a text in the Core Image Kernel Language; nil where it does not compile.
  ///
  /// ``kernels(withSource:)`` throws the reason.
  public static func makeKernels(source: String) -> [CIKernel]? { try? kernels(withSource: source) }

  /// As ``makeKernels(source:)``, with the reason where it fails.
  public static func kernels(withSource source: String) throws -> [CIKernel] {
    try TextKernels(text: source, dialect: .coreImage).all()
  }

  /// All kernels of a file: `.ci.metal`, `.metal`, `.cikernel`. For other names the language is guessed from the text.
  ///
  /// - Parameters:
  ///   - url: of the file.
  ///   - includeFolders: where `#include "..."` searches after the file's own folder.
  ///   - definitions: macros that are defined before the text.
  /// - Throws: `ImageIOError` where a file cannot be read, else ``KernelError``.
  public static func kernels(
    contentsOf url: URL, includeFolders: [URL] = [], definitions: [String: String] = [:]
  ) throws -> [CIKernel] {
    guard url.isFileURL else { throw ImageIOError.unreadable(path: url.absoluteString, reason: "is no file") }
    return try TextKernels(
      contentsOf: url.path, includeFolders: includeFolders.map(\.path), definitions: definitions
    ).all()
  }

  /// The names of the kernels of a text in the Metal dialect.
  public static func kernelNames(fromMetalLibraryData data: Data) -> [String] {
    (try? TextKernels(library: data).names) ?? []
  }

  package convenience init(text: TextKernel) { self.init(name: text.signature.name, code: .text(text)) }
}

extension CIWarpKernel {
  /// The warped image, without a callback: the region that is read follows from the computed positions.
  public func apply(extent: CGRect, image: CIImage, arguments: [Any]?) -> CIImage? {
    try? applied(extent: extent, image: image, arguments: arguments)
  }

  /// As ``apply(extent:image:arguments:)``, with the reason where it fails.
  public func applied(extent: CGRect, image: CIImage, arguments: [Any]?) throws(KernelError) -> CIImage {
    guard case .text(let text) = code else {
      return try applied(extent: extent, roiCallback: { _, _ in .infinite }, image: image, arguments: arguments)
    }
    return try self.image(of: text, warping: image, KernelArgumentList(arguments ?? [], of: name), extent, nil)
  }
}

extension TextKernel {
  package func require(_ family: KernelSignature.Family) throws(KernelError) {
    guard signature.family == family else {
      throw .otherKind(kernel: signature.name, expected: family.summary, found: signature.family.summary)
    }
  }

  func requireBlend() throws(KernelError) {
    guard signature.isBlend else {
      throw .otherKind(
        kernel: signature.name, expected: "a blend kernel of two pixels", found: signature.family.summary)
    }
  }
}

extension KernelSignature.Family {
  /// The kind of kernel, for errors.
  fileprivate var summary: String {
    switch self {
    case .color: "a colour kernel"
    case .warp: "a warp kernel"
    case .general: "a kernel that samples images"
    }
  }
}
