/// Why a kernel cannot be made or applied to its arguments. `apply` returns nil, `applied` throws this.
public enum KernelError: Error, Hashable, Sendable {
  /// The kernel reads a different number of images.
  case wrongImageCount(kernel: String, expected: Int, found: Int)
  /// An argument of a type that kernels cannot take; arguments are counted from 0.
  case unsupportedArgument(kernel: String, index: Int, type: String)
  /// A text takes a different number of arguments, images included.
  case wrongArgumentCount(kernel: String, expected: Int, found: Int)
  /// An argument of the wrong type for a text; arguments are counted from 0.
  case wrongArgument(kernel: String, index: Int, name: String, expected: String, found: String)
  /// The text does not compile; the report has a line for each mistake, with its place.
  case doesNotCompile(report: String)
  /// The text has no kernel of that name.
  case noFunction(name: String, others: [String])
  /// A file's text has several kernels, and none of them is named.
  case severalKernels(file: String, names: [String])
  /// The kernel has another class.
  case otherKind(kernel: String, expected: String, found: String)
  /// Machine code for Apple's GPUs in place of text.
  case compiledLibrary(kernel: String)
}

extension KernelError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .wrongImageCount(let kernel, let expected, let found):
      "\(kernel) reads \(expected) \(expected == 1 ? "image" : "images"), not \(found)"
    case .unsupportedArgument(let kernel, let index, let type):
      "argument \(index) of \(kernel) is a \(type): kernels take images, samplers, numbers, vectors, colours and data"
    case .wrongArgumentCount(let kernel, let expected, let found):
      "\(kernel) takes \(expected) \(expected == 1 ? "argument" : "arguments"), not \(found)"
    case .wrongArgument(let kernel, let index, let name, let expected, let found):
      "argument \(index) of \(kernel), '\(name)', has to be \(expected), not \(found)"
    case .doesNotCompile(let report): report
    case .noFunction(let name, let others):
      "there is no kernel '\(name)'" + (others.isEmpty ? "" : ", only \(others.joined(separator: ", "))")
    case .severalKernels(let file, let names): "\(file) has several kernels, name one: \(names.joined(separator: ", "))"
    case .otherKind(let kernel, let expected, let found): "\(kernel) is \(found), not \(expected)"
    case .compiledLibrary(let kernel):
      "\(kernel) is a compiled Metal library, which runs on Apple's systems only: pass the text that it was compiled from"
    }
  }
}
