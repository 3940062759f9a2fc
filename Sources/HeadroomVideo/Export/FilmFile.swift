internal import HeadroomPixels

/// A film that is being written: its encoder, what goes along with the pictures, and the file.
final class FilmFile {
  private let output: FilmOutput
  private var pictures: PictureTrack
  private let tracks: [any FilmTrackWriter]
  private var writer: MediaWriter?

  init(_ output: FilmOutput, _ plan: FilmPlan) throws(MediaError) {
    self.output = output
    do throws(MediaError) {
      pictures = try PictureTrack(output.script, plan)
      var tracks: [any FilmTrackWriter] = []
      for track in output.tracks { tracks.append(try track.writer(output.settings)) }
      self.tracks = tracks
      var writer = try MediaWriter(path: output.path, output.settings.container)
      try writer.state(output.notes)
      try pictures.add(to: writer, output.labels, timecode: output.timecode)
      for track in tracks { try track.add(to: writer) }
      try writer.start(plan.options(tracks))
      self.writer = consume writer
    } catch {
      throw error.of(.output(output.path))
    }
  }

  /// Adds the next frame.
  func add(_ picture: PlanarPicture) throws(MediaError) {
    do throws(MediaError) {
      try write(picture)
    } catch {
      throw error.of(.output(output.path))
    }
  }

  /// Writes what is left, and gives the file its name.
  func finish() throws(MediaError) {
    do throws(MediaError) {
      try end()
    } catch {
      throw error.of(.output(output.path))
    }
  }

  private func write(_ picture: PlanarPicture) throws(MediaError) {
    guard let writer = writer.take() else { return }
    let end = try pictures.send(picture, to: writer)
    for track in tracks { try track.write(until: end, to: writer) }
    self.writer = consume writer
  }

  private func end() throws(MediaError) {
    guard var writer = writer.take() else { return }
    try pictures.finish(writer)
    for track in tracks { try track.finish(writer) }
    for ambient in [pictures.ambient] + tracks.map(\.ambient) {
      if let ambient { writer.state(ambient.room, of: ambient.stream) }
    }
    try writer.finish(replacing: output.isReplacing)
  }
}
