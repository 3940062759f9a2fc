#if Viewer
  internal import Foundation
  internal import Glibc
  internal import Headroom
  internal import HeadroomPictures
  internal import HeadroomViewerServer

  /// A self-signed certificate for this viewer, made by the system's `openssl`.
  enum SelfSignedCertificate {
    /// - Parameter names: names and addresses of the server, IPv6 ones in brackets.
    static func make(for names: [String]) throws(PictureError) -> ServerSettings.Certificate {
      do {
        let folder = try PrivateFolder()
        defer { folder.remove() }
        let (chain, key) = (folder.path("chain.pem"), folder.path("key.pem"))
        try run([
          "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
          "90",
          "-subj", "/CN=headroom viewer", "-addext", "subjectAltName=" + alternatives(names), "-keyout", key, "-out",
          chain,
        ])
        return ServerSettings.Certificate(
          chain: Array(try Data(contentsOf: URL(filePath: chain))), key: Array(try Data(contentsOf: URL(filePath: key)))
        )
      } catch {
        throw PictureError(
          .input, "--listen speaks HTTPS; without openssl to make a certificate it needs --certificate and --key")
      }
    }

    private static func alternatives(_ names: [String]) -> String {
      names.map { name in
        let plain = name.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        let isAddress = plain.contains(":") || plain.allSatisfy { $0.isNumber || $0 == "." }
        return (isAddress ? "IP:" : "DNS:") + plain
      }.joined(separator: ",")
    }

    private static func run(_ words: [String]) throws {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = words
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { throw PictureError(.input, "openssl made no certificate") }
    }
  }

  /// A temporary folder for files that nobody else may read.
  struct PrivateFolder: Sendable {
    private let url: URL

    init() throws {
      url = URL.temporaryDirectory.appending(path: "headroom-\(UUID().uuidString)")
      try FileManager.default.createDirectory(
        at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }
    func remove() { try? FileManager.default.removeItem(at: url) }
  }
#endif
