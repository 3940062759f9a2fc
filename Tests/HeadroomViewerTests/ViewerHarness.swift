import Foundation
import HeadroomContainers
import HeadroomTestSupport
import HeadroomViewer
import Testing

/// A viewer without sockets, and requests as its page makes them.
struct ViewerHarness {
  let viewer: Viewer
  private let cookie: String
  private static let host = "localhost:1"

  init(_ files: [String], live: (any LiveSource)? = nil) throws {
    let access = ViewerAccess(names: ["localhost"], port: 1, isEncrypted: false)
    let library = ViewerLibrary { files.map { LibraryFile(path: $0) } }
    viewer = Viewer(library, access: access, version: "test", live: live)
    let first = ViewerRequest(method: "GET", target: "/?token=\(access.token.text)", host: [Self.host])
    let header = try #require(access.refusal(of: first)?.headers.first { $0.name == "Set-Cookie" }?.value)
    cookie = String(try #require(header.split(separator: ";").first))
  }

  func ask(_ target: String, method: String = "GET", body: [UInt8] = []) async -> ViewerResponse {
    let request = request(target, method: method, body: body)
    return await withCheckedContinuation { done in _ = viewer.answer(request) { done.resume(returning: $0) } }
  }

  func request(_ target: String, method: String = "GET", body: [UInt8] = []) -> ViewerRequest {
    ViewerRequest(
      method: method, target: target, host: [Self.host], origin: ["http://" + Self.host], cookies: [cookie],
      body: body)
  }

  /// A query with these parameters, escaped.
  static func query(_ parameters: KeyValuePairs<String, String>) -> String {
    let pairs = parameters.map { name, value in
      "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
    }
    return "?" + pairs.joined(separator: "&")
  }

  /// What is asked of the file at a place of the list.
  func file(_ rest: String, at index: Int = 0, method: String = "GET") async throws -> ViewerResponse {
    let entry = try #require(viewer.library.page(offset: index, limit: 1).entries.first)
    return await ask("/api/files/\(entry.id)\(rest)", method: method)
  }

  func json(_ rest: String, at index: Int = 0) async throws -> [String: Any] {
    try (await file(rest, at: index)).object
  }
}

extension ViewerResponse {
  var object: [String: Any] {
    get throws { try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) }
  }

  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

  var halfFloats: [Float] {
    stride(from: 0, to: body.count - 1, by: 2).map {
      Float(Float16(bitPattern: UInt16(body[$0]) | UInt16(body[$0 + 1]) << 8))
    }
  }

  var floats: [Float] {
    stride(from: 0, to: body.count - 3, by: 4).map { place in
      Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(body[place + $1]) << (8 * UInt32($1)) })
    }
  }
}

/// Files that tests make.
enum MadeFiles {
  /// Linear light in a PFM file, rows from the top.
  static func pfm(width: Int, height: Int, _ light: (_ x: Int, _ y: Int) -> SIMD3<Float>) -> [UInt8] {
    var bytes = Array("PF\n\(width) \(height)\n-1.0\n".utf8)
    for y in (0..<height).reversed() {
      for x in 0..<width {
        let color = light(x, y)
        for channel in 0..<3 {
          let bits = color[channel].bitPattern
          bytes += (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt32($0))) }
        }
      }
    }
    return bytes
  }
}
