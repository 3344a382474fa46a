import FTPProtocol
import FTPTransport

/// TLS faults of a server, including those of the commands for TLS, that have values; the others are habits.
///
/// Faults change it through ``FaultHooks/configure``; for the obedient server it is empty.
struct TLSFlaws: Sendable {
  /// The layer of the control connection.
  var control = LayerFlaws()
  /// The layers of data connections.
  var data = LayerFlaws()
  /// The certificate of data connections, if it differs from that of the control connection.
  var dataContext: TLSContext?
  /// A context with which the server takes the client's role on data connections; nil for its normal role.
  var dataClient: TLSContext?
  /// The reply to PBSZ.
  var bufferSize = "PBSZ=0"
  /// The code for a transfer without the required PROT.
  var levelCode: ReplyCode = 521
  /// The code for a data connection whose TLS fails.
  var handshakeCode: ReplyCode = 522
}
