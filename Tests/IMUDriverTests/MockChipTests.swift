import Testing

/// All tests that run a mock chip, one after the other: many at once would keep each other, and the mocks of other
/// tests, from keeping time.
@Suite(.serialized) enum MockChipTests {}
