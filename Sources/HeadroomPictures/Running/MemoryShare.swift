/// How the user's limit of memory is divided.
enum MemoryShare {
  /// Parts of the limit, of which intermediates of a render get one. The others are for the decoded picture, the result
  /// and the encoder.
  static let parts = 3
}
