/// How the user's limit of memory is divided.
enum MemoryShare {
  /// Parts of the limit, of which intermediates of a render have one. Beside them there are the decoded picture, the result and
  /// what the encoder works with.
  static let parts = 3
}
