import Foundation
import PackagePlugin

/// Writes the commit of the checkout into the program, before each build and only where it has changed.
@main
struct StampCommit: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let package = context.package.directoryURL
    let folder = context.pluginWorkDirectoryURL
    return [
      .prebuildCommand(
        displayName: "Stamping the commit", executable: URL(filePath: "/bin/sh"),
        arguments: [
          package.appending(path: "Sources/Programs/StampCommit/stamp").path, package.path,
          folder.appending(path: "BakedCommit.swift").path,
        ], outputFilesDirectory: folder)
    ]
  }
}
