/// The decisions as they are made.
struct StepLog {
  private let gyro: SampledVectors
  private var steps: [DetectionStep] = []

  init(gyro: SampledVectors) { self.gyro = gyro }

  mutating func add(
    _ seconds: Double, _ state: DetectionStep.State, _ observation: DetectionStep.Observation
  ) {
    steps.append(DetectionStep(time: gyro.host(seconds), state: state, observation: observation))
  }

  func degrees(_ radians: Double) -> Double { radians * 180 / .pi }

  /// In order of time; of equal times in the order in which they were decided.
  var sorted: [DetectionStep] {
    steps.indices.sorted { (steps[$0].time, $0) < (steps[$1].time, $1) }.map { steps[$0] }
  }
}
