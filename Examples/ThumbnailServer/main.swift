// Serves the photos of a folder at any size, HDR kept: GET /NAME?size=512. AVIF for clients that accept it, else JPEG, both
// with a gain map where the photo has one.
// usage: ThumbnailServer FOLDER PORT
import Foundation
import Headroom
import NIOCore
import NIOHTTP1
import NIOPosix

/// Makes one picture at a time: a render uses all cores.
actor Studio {
  private let folder: URL
  private let context = CIContext(options: [.memoryLimit: 512, .cacheIntermediates: false])
  private let space = CGColorSpace(name: CGColorSpace.displayP3)!

  init(_ folder: URL) { self.folder = folder }

  /// Nil where there is no such photo.
  func picture(_ name: String, fitting size: Double, asAVIF: Bool) throws -> Data? {
    let options: [CIImageOption: Any] = [.expandToHDR: true, .applyOrientationProperty: true]
    guard let photo = CIImage(contentsOf: folder.appending(path: name), options: options) else { return nil }
    let scale = min(1, size / max(photo.extent.width, photo.extent.height))
    // Places, names and serial numbers stay here.
    let small = photo.settingProperties([:])
      .applyingFilter("CILanczosScaleTransform", parameters: [kCIInputScaleKey: scale, kCIInputAspectRatioKey: 1])
    let isHDR = photo.contentHeadroom > 1
    let base = isHDR ? small.applyingFilter("CIToneMapHeadroom") : small
    let renditions: [CIImageRepresentationOption: Any] = isHDR ? [.hdrImage: small] : [:]
    return asAVIF
      ? try context.avifRepresentation(of: base, format: .RGBA8, colorSpace: space, options: renditions)
      : context.jpegRepresentation(of: base, colorSpace: space, options: renditions)
  }
}

typealias Client = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>

struct Server {
  let studio: Studio

  func answer(_ client: Client) async throws {
    try await client.executeThenClose { requests, out in
      for try await case .head(let head) in requests {
        let (status, type, body) = await reply(to: head)
        let headers: HTTPHeaders = [
          "content-type": type, "content-length": "\(body.count)", "vary": "accept", "connection": "close",
        ]
        try await out.write(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers)))
        try await out.write(.body(.byteBuffer(ByteBuffer(bytes: body))))
        try await out.write(.end(nil))
        return
      }
    }
  }

  private func reply(to head: HTTPRequestHead) async -> (HTTPResponseStatus, String, Data) {
    guard head.method == .GET, let parts = URLComponents(string: head.uri) else {
      return (.badRequest, "text/plain", Data("GET /NAME?size=512\n".utf8))
    }
    // A name, not a path.
    let name = URL(filePath: parts.path).lastPathComponent
    let size = parts.queryItems?.first { $0.name == "size" }?.value.flatMap(Double.init) ?? 512
    guard (16...4096).contains(size), !name.isEmpty, name != "/", !name.hasPrefix(".") else {
      return (.badRequest, "text/plain", Data("size: 16 to 4096\n".utf8))
    }
    let asAVIF = head.headers[canonicalForm: "accept"].contains { $0.hasPrefix("image/avif") }
    do {
      guard let data = try await studio.picture(name, fitting: size, asAVIF: asAVIF) else {
        return (.notFound, "text/plain", Data("no such photo\n".utf8))
      }
      return (.ok, asAVIF ? "image/avif" : "image/jpeg", data)
    } catch {
      return (.unprocessableEntity, "text/plain", Data("\(error)\n".utf8))
    }
  }
}

guard CommandLine.arguments.count == 3, let port = Int(CommandLine.arguments[2]) else {
  print("usage: ThumbnailServer FOLDER PORT")
  exit(2)
}
let server = Server(studio: Studio(URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory)))
let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
  .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
  .bind(host: "127.0.0.1", port: port) { channel in
    channel.eventLoop.makeCompletedFuture {
      try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: true)
      return try Client(wrappingChannelSynchronously: channel)
    }
  }
FileHandle.standardOutput.write(Data("http://127.0.0.1:\(port)/\n".utf8))
try await withThrowingDiscardingTaskGroup { group in
  try await listener.executeThenClose { clients in
    for try await client in clients { group.addTask { try? await server.answer(client) } }
  }
}
