#if Viewer
  internal import Headroom
  internal import HeadroomViewer

  /// What the command lends the viewer: reports on files in the command's own words.
  struct ViewerReports: Sendable {
    private let renderer: PictureRenderer

    init(_ common: CommonOptions) { renderer = PictureRenderer(common: common) }

    var loans: ViewerLoans {
      ViewerLoans(
        report: { named in try Self.answering { try report(on: named) } },
        comparison: { one, other, headroom in
          try Self.answering { try comparison(of: one, with: other, headroom: headroom) }
        },
        filters: { FilterReport(FilterRegistry.builtIn).json.description },
        automaticExposure: { named in try Self.answering { try automaticExposure(of: named) } })
    }

    /// The command's errors as the page's.
    private static func answering<Answer>(_ body: () throws -> Answer) throws -> Answer {
      do {
        return try body()
      } catch let error as CommandError {
        throw ViewerError(error)
      }
    }

    private func report(on named: ViewerLoans.NamedPicture) throws -> String {
      let input = try InputPicture(named.picture, name: named.name).measured
      var report = InfoReport(file: named.name, info: input.describedInfo)
      report.raw = RAWReport(input.picture)
      report.measured = try renderer.measured(input.image(headroom: .infinity), file: named.name)
      return report.json.description
    }

    /// As `headroom convert` decides it, from all of the picture's pixels.
    private func automaticExposure(of named: ViewerLoans.NamedPicture) throws -> Double {
      let input = try InputPicture(named.picture, name: named.name)
      let image = input.image(headroom: .infinity)
      return SceneLight(meter: try renderer.light(image, file: named.name)).automaticStops(input.info)
    }

    private func comparison(
      of reference: ViewerLoans.NamedPicture, with candidate: ViewerLoans.NamedPicture, headroom: Double?
    ) throws -> String {
      try PictureComparison(
        reference: InputPicture(reference.picture, name: reference.name),
        candidate: InputPicture(candidate.picture, name: candidate.name), headroom: headroom
      ).report(renderer).description
    }
  }

  extension ViewerError {
    fileprivate init(_ error: CommandError) {
      let status =
        switch error.status {
        case .usage: 400
        case .input: error.isOverMemory ? 422 : 415
        case .interrupted, .terminated, .hungUp: 409
        default: 500
        }
      self.init(status: status, message: error.reason, file: error.file)
    }
  }
#endif
