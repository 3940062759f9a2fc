/// Amounts of memory in words.
package enum ByteAmount {
  /// `805 MiB`, `33 KiB`, `12 bytes`: rounded up, so that an amount over a limit never reads as equal to it.
  package static func text(_ byteCount: Int) -> String {
    if byteCount < 1 << 10 { return "\(byteCount) bytes" }
    if byteCount < 1 << 20 { return "\(up(byteCount, 10)) KiB" }
    return "\(up(byteCount, 20)) MiB"
  }

  private static func up(_ byteCount: Int, _ shift: Int) -> Int {
    (byteCount >> shift) + (byteCount & ((1 << shift) - 1) > 0 ? 1 : 0)
  }
}
