/// Why a kernel does not go together with what it was given. `apply` answers with nil, `applied` throws this.
public enum KernelError: Error, Hashable, Sendable {
  /// The kernel reads another number of images.
  case wrongImageCount(kernel: String, expected: Int, found: Int)
  /// An argument of a type that kernels cannot take; arguments are counted from 0.
  case unsupportedArgument(kernel: String, index: Int, type: String)
}

extension KernelError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .wrongImageCount(let kernel, let expected, let found):
      "\(kernel) reads \(expected) \(expected == 1 ? "image" : "images"), not \(found)"
    case .unsupportedArgument(let kernel, let index, let type):
      "argument \(index) of \(kernel) is a \(type): kernels take images, samplers, numbers, vectors, colours and data"
    }
  }
}
