/// What a process that was killed left beside a file or folder that it was replacing.
public enum Leftovers {
  /// Puts back what was there where nothing is, and removes the rest, but for what another process still writes.
  public static func settle(beside place: Place, _ contents: Contents) {
    settle(beside: place, contents, rename: .system)
  }

  static func settle(beside place: Place, _ contents: Contents, rename: RenameCall) {
    let hidden = HiddenName(of: place)
    for name in Contents.names(in: place.folder) ?? [] {
      guard let role = hidden.role(of: name) else { continue }
      let path = Place(folder: place.folder, name: name).path
      guard let lock = Lock(on: path, contents) else { continue }
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
