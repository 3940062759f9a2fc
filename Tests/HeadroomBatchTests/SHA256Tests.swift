import HeadroomBatch
import Testing

@Suite("SHA-256") struct SHA256Tests {
  /// FIPS 180-4's examples, and a million letters.
  @Test func `has the digests of its standard`() throws {
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    #expect(try SHA256.of([]).hexadecimal == empty)
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(try SHA256.of(Array("abc".utf8)).hexadecimal == abc)
    let million = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    let expected = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    #expect(try SHA256.of(million).hexadecimal == expected)
    var hash = try SHA256()
    for start in stride(from: 0, to: million.count, by: 4999) {
      try hash.update(Array(million[start..<min(start + 4999, million.count)]))
    }
    #expect(try hash.finish().hexadecimal == expected)
    #expect(try hash.finish().hexadecimal == empty)
  }

  @Test func `of a file is that of its bytes`() throws {
    let folder = try BatchFolder()
    let path = try folder.write(String(repeating: "abc\n", count: 100_000), "file")
    let bytes = Array(String(repeating: "abc\n", count: 100_000).utf8)
    #expect(try SHA256.ofFile(path) == SHA256.of(bytes))
    for wrong in [folder.path, folder.file("none")] {
      let error = #expect(throws: BatchError.self) { try SHA256.ofFile(wrong) }
      #expect(error?.kind == .input)
    }
  }
}
