extension Array {
  /// Its longest stretches of neighbours that belong together.
  package func runs(_ belong: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
    var (runs, start) = ([ArraySlice<Element>](), 0)
    for index in indices where index + 1 == count || !belong(self[index], self[index + 1]) {
      runs.append(self[start...index])
      start = index + 1
    }
    return runs
  }
}
