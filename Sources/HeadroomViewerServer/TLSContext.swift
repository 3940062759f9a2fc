#if Viewer
  internal import NIOSSL

  enum TLSContext {
    /// - Throws: ``ServerError`` for an invalid certificate, an invalid key, or a key that does not belong to the
    ///   certificate.
    static func make(_ certificate: ServerSettings.Certificate) throws -> NIOSSLContext {
      do {
        let chain = try NIOSSLCertificate.fromPEMBytes(certificate.chain)
        let key = try NIOSSLPrivateKey(bytes: certificate.key, format: .pem)
        var configuration = TLSConfiguration.makeServerConfiguration(
          certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        return try NIOSSLContext(configuration: configuration)
      } catch {
        throw ServerError(description: "the certificate and its key cannot be used: \(error)")
      }
    }
  }
#endif
