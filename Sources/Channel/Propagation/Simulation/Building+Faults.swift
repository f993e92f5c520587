import World

extension Building {
  /// The successive states of a sender under the faults, in order of time.
  func history(of sender: Sender) -> [Sender] {
    var states = [sender]
    for fault in faults where isConcerned(sender, by: fault) {
      var next = states[states.count - 1]
      guard fault.kind != .dead else {
        states[states.count - 1].until = fault.from
        break
      }
      change(&next, by: fault)
      if fault.from > next.from {
        states[states.count - 1].until = fault.from
        next.from = fault.from
        states.append(next)
      } else {
        states[states.count - 1] = next
      }
    }
    return states
  }

  private func isConcerned(_ sender: Sender, by fault: Fault) -> Bool {
    guard fault.kind != .cloned else { return false }
    return fault.beacons.isEmpty || !sender.isRogue && fault.beacons.contains(sender.name.anchor)
  }

  private func change(_ sender: inout Sender, by fault: Fault) {
    switch fault.kind {
    case .dead, .cloned: break
    case .fading: sender.battery = (fault.decibels, fault.from.lap)
    case .measuredPower: sender.power -= fault.decibels.value
    case .phoneOffset: sender.power += fault.decibels.value
    case .missing: sender.missing = 1 - (1 - sender.missing) * (1 - fault.share)
    case .misplaced:
      let number = faults.filter { $0.kind == .misplaced }.firstIndex(of: fault) ?? 0
      (sender.place, sender.floor) = (fault.position, fault.floor ?? sender.floor)
      sender.shadow = site.anchors.count + rogues.count + number
    case .exchanged:
      let other = fault.pair.first { $0 != sender.name.anchor }
      guard let index = site.anchors.firstIndex(where: { $0.id == other }) else { return }
      (sender.place, sender.floor) = (site.anchors[index].position, site.anchors[index].floor)
      sender.shadow = index
    }
  }
}
