import Foundation

/// Writes the list of filters: `FilterRegistryTool OUTPUT SOURCE...`.
///
/// A scan, not a parser: it reads what the one form of a filter file needs and refuses what it cannot read, in the form
/// `file:line: error: text`, so that a mistake shows up as a build error at its place.
@main
struct Main {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let output = arguments.first else {
      fail([Complaint(file: "FilterRegistryTool", line: 0, text: "no output")])
    }
    let sources = try arguments.dropFirst().map { try SourceFile(path: $0) }
    var complaints = sources.flatMap { $0.kernelsNotInlined() }
    var filters: [ScannedFilter] = []
    let protocols = ProtocolComments(sources)
    for source in sources where source.isFilter {
      switch ScannedFilter.scan(source, protocols: protocols) {
      case .success(let filter): filters.append(filter)
      case .failure(let found): complaints += found.complaints
      }
    }
    complaints += duplicates(filters)
    guard complaints.isEmpty else { fail(complaints) }
    let (url, text) = (URL(filePath: output), Data(RegistrySource.text(of: filters).utf8))
    // A list that is written again makes the whole engine be compiled again, be it the same list.
    if (try? Data(contentsOf: url)) != text { try text.write(to: url, options: .atomic) }
  }

  private static func duplicates(_ filters: [ScannedFilter]) -> [Complaint] {
    Dictionary(grouping: filters, by: \.typeName).values.filter { $0.count > 1 }.flatMap { same in
      same.map { Complaint(file: $0.path, line: 1, text: "another filter's definition is also called \($0.typeName)") }
    }
  }

  private static func fail(_ complaints: [Complaint]) -> Never {
    for complaint in complaints { FileHandle.standardError.write(Data("\(complaint)\n".utf8)) }
    exit(1)
  }
}

/// Something in a source file that must be put right.
package struct Complaint: Error, CustomStringConvertible {
  package let file: String
  package let line: Int
  package let text: String

  package var description: String { "\(file):\(line): error: \(text)" }
}

/// Complaints about one file.
package struct Complaints: Error {
  package let complaints: [Complaint]
}
