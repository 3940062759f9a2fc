internal import HeadroomContainers
internal import HeadroomEngine
internal import HeadroomImage
internal import HeadroomPictures
internal import HeadroomPixels

/// Why a request fails.
package struct ViewerError: Error, Sendable {
  package var status: Int
  package var message: String
  /// The name of the file that caused it.
  package var file: String?

  package static func badRequest(_ message: String) -> ViewerError { ViewerError(status: 400, message: message) }
  package static let notFound = ViewerError(status: 404, message: "there is nothing of this name")

  /// An error of the libraries, as a status of the contract.
  init(_ error: any Error, file: String?) {
    switch error {
    case let known as ViewerError:
      self = known
      self.file = known.file ?? file
    case let known as PictureError:
      self.init(
        status: Self.status(of: known), message: known.reason(.options), file: known.file ?? file)
    case let known as ImageIOError: self.init(status: Self.status(of: known), message: "\(known)", file: file)
    case RenderError.decoding(let known, _): self.init(known, file: file)
    case let known as RenderError: self.init(status: Self.status(of: known), message: "\(known)", file: file)
    case let known as PixelError: self.init(status: 422, message: "\(known)", file: file)
    default: self.init(status: 500, message: "\(error)", file: file)
    }
  }

  package init(status: Int, message: String, file: String? = nil) {
    self.status = status
    self.message = message
    self.file = file
  }

  private static func status(of error: PictureError) -> Int {
    switch error.kind {
    case .usage: 400
    case .input: error.isOverMemory ? 422 : 415
    case .interrupted: 409
    case .output, .hdrLost, .internalError: 500
    }
  }

  private static func status(of error: ImageIOError) -> Int {
    switch error {
    case .overLimit, .outOfMemory, .overMemory: 422
    case .internalError: 500
    case .cancelled: 409
    default: 415
    }
  }

  private static func status(of error: RenderError) -> Int {
    switch error {
    case .tooLarge, .outOfMemory, .memoryLimit, .intermediatesOverLimit: 422
    case .cancelled: 409
    case .source, .decoding, .unsupportedColorSpace: 415
    case .emptyExtent, .infiniteExtent, .unsupportedFormat: 400
    case .notImplemented, .processor: 500
    }
  }

  var json: JSONValue {
    ["schema": 1, "error": ["message": .string(message), "file": .string(orNull: file)]]
  }
}
