internal import Headroom
internal import HeadroomFilters
internal import HeadroomImage
internal import HeadroomKernelLanguage
internal import HeadroomPictures

/// The compiled kernel text of a command's argument.
struct KernelFile {
  let path: String
  let dialect: KernelDialect
  let result: KernelText.Result

  init(path: String, options: KernelTextOptions) throws(PictureError) {
    do throws(KernelTextFile.Problem) {
      let file = try KernelTextFile(
        path: path, dialect: options.dialect.language, includeFolders: options.includeDirectories,
        definitions: options.definitions.map { ($0.name, $0.value) })
      (self.path, dialect, result) = (path, file.dialect, file.result)
    } catch {
      switch error {
      case .unreadable(let reason): throw PictureError(reason, file: path)
      case .compiled(let kind):
        throw PictureError(
          .input, file: path,
          "is \(kind), which runs on Apple's systems only; pass the text that it was compiled from (.metal)")
      }
    }
  }
}
