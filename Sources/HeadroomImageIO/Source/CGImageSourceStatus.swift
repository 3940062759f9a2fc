/// How far the reading of an image source has come.
public enum CGImageSourceStatus: Int32, Sendable {
  /// The data ended before the picture did.
  case statusUnexpectedEOF = -5
  /// The data breaks the format's rules.
  case statusInvalidData = -4
  /// No known format starts like the data.
  case statusUnknownType = -3
  /// More data is needed to recognise the picture.
  case statusReadingHeader = -2
  /// The picture is known, and more data may come.
  case statusIncomplete = -1
  /// All data has arrived.
  case statusComplete = 0
}
