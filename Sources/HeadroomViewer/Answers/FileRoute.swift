/// A request about a file: the word after its id, and the function that answers.
struct FileRoute: Sendable {
  let method: ViewerRequest.Method
  /// Small answers have separate threads, so that none waits behind pixels.
  let lane: Lane
  let answer: @Sendable (FileAnswers) throws -> ViewerResponse

  enum Lane: Sendable {
    case headers
    case pixels(ViewerQueue.Urgency)
  }

  private init(
    _ lane: Lane, method: ViewerRequest.Method = .get,
    _ answer: @escaping @Sendable (FileAnswers) throws -> ViewerResponse
  ) {
    self.method = method
    self.lane = lane
    self.answer = answer
  }

  /// By the word; the empty one is the file itself.
  static let all: [String: FileRoute] = [
    "": FileRoute(.headers) { try $0.details() },
    "preview": FileRoute(.headers) { try $0.preview() },
    "brightness": FileRoute(.pixels(.now)) { try $0.brightness() },
    "gainmap": FileRoute(.headers) { try $0.gainMapNumbers() },
    "info": FileRoute(.pixels(.later)) { try $0.report() },
    "thumbnail": FileRoute(.pixels(.later)) { try $0.thumbnail() },
    "picture": FileRoute(.pixels(.now)) { try $0.picture() },
    "rendition": FileRoute(.pixels(.now)) { try $0.rendition() },
    "light": FileRoute(.pixels(.now)) { try $0.lightNumbers() },
    "base": FileRoute(.pixels(.now)) { try $0.base() },
    "map": FileRoute(.pixels(.now)) { try $0.map() },
    "tone": FileRoute(.pixels(.now)) { try $0.tone() },
    "pixel": FileRoute(.pixels(.now)) { try $0.pixel() },
    "scopes": FileRoute(.pixels(.now)) { try $0.scopes() },
    "statistics": FileRoute(.pixels(.now)) { try $0.statistics() },
    "commands": FileRoute(.pixels(.now)) { try $0.commands() },
    "graph": FileRoute(.pixels(.now)) { try $0.graph() },
    "export": FileRoute(.pixels(.now), method: .post) { try $0.export() },
  ]
}
