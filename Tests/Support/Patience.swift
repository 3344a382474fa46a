import Testing

extension Duration {
  /// How long tests wait for something that must happen.
  ///
  /// This limit only ends tests that hang. No machine is so busy that a step takes this long, and no test may treat its
  /// expiry as an outcome.
  package static var patience: Self { .seconds(600) }
}

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that hangs.
  ///
  /// The limit is far longer than all tests together take, because waiting for a turn counts too.
  package static var endsWhenItHangs: Self { .timeLimit(.minutes(30)) }
}
