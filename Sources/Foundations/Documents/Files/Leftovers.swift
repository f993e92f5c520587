import World

/// Files that a killed process left beside a file or folder that it was replacing.
public enum Leftovers {
  /// Puts back what was there where nothing is, and removes the rest, but for what another process still writes.
  public static func settle(beside place: Place, _ contents: Contents) {
    settle(beside: place, contents, rename: .system)
  }

  /// Where what was there lies now, when a process was killed between the two renamings of a replacement; nil when it is
  /// in its place, or nothing was there. Of several the first by name.
  public static func old(of place: Place) -> String? {
    guard Entry(at: place.path) == nil else { return nil }
    let hidden = HiddenName(of: place)
    let name = (FileName.all(in: place.folder) ?? []).sorted().first { hidden.role(of: $0) == .old }
    return name.map { Place(folder: place.folder, name: $0).path }
  }

  static func settle(beside place: Place, _ contents: Contents, rename: RenameCall) {
    let hidden = HiddenName(of: place)
    for name in FileName.all(in: place.folder) ?? [] {
      guard let role = hidden.role(of: name) else { continue }
      let path = Place(folder: place.folder, name: name).path
      guard let lock = Lock.on(path, contents) else { continue }
      withExtendedLifetime(lock) {
        if role == .old, Entry(at: place.path) == nil {
          _ = rename(path, place.path, .toFreeName)
        } else {
          contents.remove(at: path)
        }
      }
    }
  }
}
