import Testing

extension Duration {
  /// How long tests wait for what has to come.
  ///
  /// It only ends what hangs. No machine is so busy that a step takes this long, and no test may take the end of this
  /// time for an outcome.
  package static var patience: Self { .seconds(600) }
}

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that hangs; far longer than all tests together take, because a test waits for its turn in this time, too.
  package static var endsWhenItHangs: Self { .timeLimit(.minutes(30)) }
}
