internal import HeadroomContainers
package import HeadroomPictures
internal import HeadroomPixels

/// The viewer without sockets: requests and answers are values.
///
/// Nothing that reads pixels, or a file at all, runs on the caller's thread. Urgent requests (lists, the page) are
/// answered at once; headers have a few threads, pixels a few others.
package final class Viewer: Sendable {
  package typealias Reply = @Sendable (ViewerResponse) -> Void

  package let access: ViewerAccess
  package let library: ViewerLibrary
  /// The source of live mode; nil for none.
  package let live: (any LiveSource)?
  private let services: ViewerServices
  private let version: String
  private let headers = ViewerQueue(threads: 2, waiting: 2048)
  private let pixels: ViewerQueue
  private let frames = ViewerQueue(threads: 1, waiting: 16)
  private let shared = SharedAnswers()

  /// - Parameters:
  ///   - version: of the program, for the page.
  ///   - resources: the limits of reports and of all files.
  ///   - decodes: the number of pictures that are decoded at once.
  package init(
    _ library: ViewerLibrary, access: ViewerAccess, version: String, resources: JobResources = JobResources(),
    decodes: Int = 2, live: (any LiveSource)? = nil
  ) {
    self.library = library
    self.access = access
    self.live = live
    self.version = version
    pixels = ViewerQueue(threads: decodes, waiting: 1024)
    services = ViewerServices(
      library: library, files: OpenFiles(limits: resources.limits), reports: FileReports(resources))
  }

  /// Answers a request, at once or later, on any thread, exactly once, unless the returned wait is cancelled.
  package func answer(_ request: ViewerRequest, _ reply: @escaping Reply) -> ViewerWait? {
    if let refusal = access.refusal(of: request) {
      reply(refusal)
      return nil
    }
    do throws(ViewerError) {
      return try route(request, reply)
    } catch {
      reply(ViewerResponse(error))
      return nil
    }
  }

  // MARK: Sockets

  /// Checks the disk again, not on the caller's thread.
  ///
  /// - Parameter done: called afterwards, with the list's new generation if it has changed.
  package func refresh(_ done: @escaping @Sendable (_ generation: Int?) -> Void) {
    let job = ViewerJob { [library] in done(library.refresh() ? library.generation : nil) }
    if !headers.submit(job, .later) { done(nil) }
  }

  /// Queues the next frame of live mode after other requests; without effect where there is no live mode.
  ///
  /// - Parameter done: receives the frame or an error.
  package func nextFrame(_ request: LiveRequest, _ done: @escaping LiveReply) {
    live?.next(request, on: frames, done)
  }

  /// Runs work for live mode on the queue of its frames, in order.
  package func workOnFrame(_ body: @escaping @Sendable () -> Void) -> Bool { frames.submit(ViewerJob(body), .now) }

  // MARK: Routes

  private func route(_ request: ViewerRequest, _ reply: @escaping Reply) throws(ViewerError) -> ViewerWait? {
    let path = request.path
    if path.count >= 3, path[0] == "api", path[1] == "files" { return try fileAnswer(request, reply) }
    switch path {
    case [""]: reply(try page(request, "index.html"))
    case ["api", "session"]: try now(request, reply) { $0.session(version: version, isLive: live != nil) }
    case ["api", "files"]: try now(request, reply) { try $0.files() }
    case ["api", "upload"]: return try upload(request, reply)
    case ["api", "tables"]: try now(request, reply, method: .post) { try $0.addTable() }
    case ["api", "filters"]: try now(request, reply) { $0.filters() }
    case ["api", "patches"]: return try later(request, reply) { try PatchAnswer.answer(request, $0.renderer) }
    case ["api", "compare"]: return try later(request, reply) { try ComparisonAnswers($0, request).summary() }
    case ["api", "compare", "map"]: return try later(request, reply) { try ComparisonAnswers($0, request).map() }
    case ["api", "compare", "pixel"]: return try later(request, reply) { try ComparisonAnswers($0, request).pixel() }
    case ["api", "events"], ["api", "live"]: throw ViewerError(status: 426, message: "this is a WebSocket of the page")
    default:
      guard path.count == 2, path[0] == "page" else { throw .notFound }
      reply(try page(request, path[1]))
    }
    return nil
  }

  private func page(_ request: ViewerRequest, _ name: String) throws(ViewerError) -> ViewerResponse {
    try check(request, is: .get)
    guard let file = ViewerPage.files[name] else { throw .notFound }
    return ViewerResponse(ViewerPage.type(of: name), file).with("Cache-Control", "no-cache")
  }

  private func now(
    _ request: ViewerRequest, _ reply: Reply, method: ViewerRequest.Method = .get,
    _ answer: (LibraryAnswers) throws -> ViewerResponse
  ) throws(ViewerError) {
    try check(request, is: method)
    do {
      reply(try answer(LibraryAnswers(services: services, request: request)).with("Cache-Control", "no-store"))
    } catch {
      throw ViewerError(error, file: nil)
    }
  }

  /// Reads the first bytes, which must not happen on the caller's thread.
  private func upload(_ request: ViewerRequest, _ reply: @escaping Reply) throws(ViewerError) -> ViewerWait {
    try check(request, is: .post)
    let job = try run(.headers, file: nil, reply) { [services] in
      try LibraryAnswers(services: services, request: request).upload().with("Cache-Control", "no-store")
    }
    return ViewerWait { job.cancel() }
  }

  private func later(
    _ request: ViewerRequest, _ reply: @escaping Reply,
    _ answer: @escaping @Sendable (ViewerServices) throws -> ViewerResponse
  ) throws(ViewerError) -> ViewerWait {
    try check(request, is: .get)
    return try shared.answer(to: "\(library.generation) \(request.target)", reply) { done throws(ViewerError) in
      try run(.pixels(.now), file: nil, done) { [services] in
        try answer(services).with("Cache-Control", "no-store")
      }
    }
  }

  private func check(_ request: ViewerRequest, is method: ViewerRequest.Method) throws(ViewerError) {
    guard request.method == method || (request.method == .head && method == .get) else {
      throw ViewerError(status: 405, message: "that cannot be done here")
    }
  }

  // MARK: Files

  private func fileAnswer(_ request: ViewerRequest, _ reply: @escaping Reply) throws(ViewerError) -> ViewerWait? {
    let path = request.path
    guard path.count <= 4, let entry = library[path[2]], let route = FileRoute.all[path.count == 4 ? path[3] : ""],
      path.count == 3 || !path[3].isEmpty
    else { throw .notFound }
    try check(request, is: route.method)
    // An answer for a given version stays valid, here and in the browser.
    let isLasting = request.query["v"] == entry.version && route.method == .get
    let key = "\(entry.id) \(entry.version) \(request.target)"
    if isLasting, let known = services.answers[key] {
      reply(known)
      return nil
    }
    let make: @Sendable () throws -> ViewerResponse = { [services] in
      let answer = try route.answer(FileAnswers(services, entry, request.query))
      guard isLasting else { return answer.with("Cache-Control", "no-store") }
      let lasting = answer.with("Cache-Control", "private, max-age=31536000, immutable")
      services.answers.keep(lasting, byteCount: lasting.body.count + 512, for: key)
      return lasting
    }
    guard route.method == .get else {
      let job = try run(route.lane, file: entry.name, reply, make)
      return ViewerWait { job.cancel() }
    }
    return try shared.answer(to: key, reply) { done throws(ViewerError) in
      try run(route.lane, file: entry.name, done, make)
    }
  }

  private func run(
    _ lane: FileRoute.Lane, file: String?, _ reply: @escaping Reply,
    _ body: @escaping @Sendable () throws -> ViewerResponse
  ) throws(ViewerError) -> ViewerJob {
    let job = ViewerJob { [services] in
      do {
        reply(try body())
      } catch {
        reply(ViewerResponse(ViewerError(error, file: file)).with("Cache-Control", "no-store"))
      }
      services.files.trim()
    }
    let isTaken =
      switch lane {
      case .headers: headers.submit(job, .now)
      case .pixels(let urgency): pixels.submit(job, urgency)
      }
    guard isTaken else { throw ViewerError(status: 409, message: "busy; ask again") }
    return job
  }
}
