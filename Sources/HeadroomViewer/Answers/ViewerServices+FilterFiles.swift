internal import HeadroomFilters
internal import HeadroomImage
internal import HeadroomPixels

extension ViewerServices {
  /// The files that expressions name, by their names in the strip: no request contains a path.
  ///
  /// - Parameter scale: wanted pixels for one of a file's; a draft uses smaller pictures.
  func filterFiles(scale: Double = 1) -> FilterStep.Files {
    FilterStep.Files(
      picture: { name in
        guard let entry = library.entry(named: name) else {
          throw ViewerError.badRequest("there is no file '\(name)' among those that are shown")
        }
        do {
          return try light(of: files.file(entry), scale: scale)
        } catch {
          throw ViewerError(error, file: entry.name)
        }
      },
      table: { name in
        guard let table = tables[name] else {
          throw ViewerError.badRequest("there is no table '\(name)'; load the .cube file into the page")
        }
        return table
      })
  }

  private func light(of file: OpenFile, scale: Double) throws -> CIImage {
    guard scale < 1 else { return PictureRecipes(file).light }
    let size = file.size.fitting(max(Int((Double(file.size.longest) * scale).rounded()), 1))
    return PictureRecipes(file, side: size.longest).light.resampled(to: size)
  }
}
