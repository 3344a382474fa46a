import FTPProtocol

/// The required state of the conversation: the row `@@`.
package struct ExpectedState: Hashable, Sendable {
  package var state: ConnectionState
  /// Further facts, as `name=value`; only the named ones are compared.
  package var facts: [Fact]

  /// One thing that the judge knows.
  package struct Fact: Hashable, Sendable {
    package var name: Name
    /// Its required value, as text without spaces.
    package var value: String
  }

  /// The facts that can be compared.
  package enum Name: String, Hashable, Sendable, CaseIterable {
    /// The state of the login: `none`, `awaitingPassword`, `awaitingAccount`, `loggedIn`, `refused`.
    case login
    /// The representation type as TYPE names it, a comma for the space: `A`, `I`, `L,8`.
    case type
    /// The file structure: `F`, `R`, `P`.
    case structure
    /// The transmission mode: `S`, `B`, `C`, `Z`.
    case mode
    /// What REST or RANG agreed on: `none`, an offset, `marker`, `range`.
    case restart
    /// Whether a rename is pending: `none`, `pending`.
    case rename
    /// The command that set up the next data connection: `none`, `PASV`.
    case setup
    /// The transfer in progress: `none`, `RETR`.
    case transfer
    /// How many commands wait for their final reply.
    case waiting
    /// The level of protection of data connections: `C`, `S`, `E`, `P`.
    case level
    /// The state of a security exchange: `none`, `negotiating`, `established`.
    case exchange
    /// Whether the control connection is protected: `clear`, `protected`.
    case control
    /// Whether EPSV ALL is in force: `yes`, `no`.
    case epsvall = "epsv-all"
  }

  package init(_ state: ConnectionState, _ facts: [Fact] = []) {
    self.state = state
    self.facts = facts
  }
}

extension ExpectedState: CustomStringConvertible {
  /// The row after `@@ `.
  package var description: String {
    ([state.phrase] + facts.map { "\($0.name.rawValue)=\($0.value)" }).joined(separator: " ")
  }

  /// The same things as the judge knows them.
  package func found(in judge: Judge) -> ExpectedState {
    ExpectedState(judge.state, facts.map { Fact(name: $0.name, value: $0.name.value(in: judge)) })
  }
}

extension ExpectedState.Name {
  package func value(in judge: Judge) -> String {
    switch self {
    case .login: judge.login.rawValue
    case .type: judge.parameters.type.description.split(separator: " ").joined(separator: ",")
    case .structure: judge.parameters.structure.rawValue
    case .mode: judge.parameters.mode.rawValue
    case .restart:
      switch judge.restart {
      case nil: "none"
      case .offset(let offset): "\(offset)"
      case .marker: "marker"
      case .range: "range"
      }
    case .rename: judge.pendingRename == nil ? "none" : "pending"
    case .setup: judge.dataSetup.map { Escaping.ascii($0.verb.name.utf8) } ?? "none"
    case .transfer: judge.transfer.map { Escaping.ascii($0.command.verb.name.utf8) } ?? "none"
    case .waiting: "\(judge.commandsInFlight.count)"
    case .level: judge.protection.dataLevel.rawValue
    case .exchange: judge.protection.exchange.rawValue
    case .control: judge.protection.isControlProtected ? "protected" : "clear"
    case .epsvall: judge.isEPSVAll ? "yes" : "no"
    }
  }
}
