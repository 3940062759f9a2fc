import Foundation
import PackagePlugin

/// Lists the filters of `Sources/HeadroomFilters` at build time, so that a filter is one file and nothing else.
@main
struct FilterRegistry: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let filters = target.sourceFiles(withSuffix: "swift").map(\.url)
    let output = context.pluginWorkDirectoryURL.appending(path: "FilterRegistry.generated.swift")
    return [
      .buildCommand(
        displayName: "Listing the filters",
        executable: try context.tool(named: "FilterRegistryTool").url,
        arguments: [output.path] + filters.map(\.path).sorted(),
        inputFiles: filters,
        outputFiles: [output])
    ]
  }
}
