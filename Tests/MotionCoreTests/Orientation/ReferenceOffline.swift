import Foundation

@testable import MotionCore

/// The offline variant once more, plain and slow, on top of `ReferenceOrientation`: written from Laidig and Seel 2023,
/// section 3.7, and this project's rules for times and gaps, to hold the fast one against. Everything is kept in arrays of
/// whole recordings; nothing is done in passing.
struct ReferenceOffline {
  var attitudes: [Quaternion]
  var headings: [Double]
  var biases: [[Double]]

  private struct Field {
    var time: Double
    var part: Int
    var vector: Vector3
    var disturbed = false
  }

  init(_ rows: InertialRows, _ p: OrientationParameters, _ nominal: OrientationFilter.Intervals) {
    typealias Plain = ReferenceOrientation
    let gyro = rows.gyroscope
    let field = rows.magnetometer ?? TimedVectors(times: [], vectors: [])
    /// All rows in the order of time, or backward: with the sensor and the row of each.
    func events(_ sign: Double) -> [(time: Double, sensor: Int, row: Int)] {
      [gyro, rows.accelerometer, field].enumerated().flatMap { sensor, it in
        it.times.enumerated().map { (sign * $1, sensor, $0) }
      }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    }
    /// Bias and covariance at each gyroscope row, when all rows of its instant are taken; disturbance at each field.
    func online(_ sign: Double) -> (bias: [[Double]], covariance: [Plain.Matrix], disturbed: [Bool]) {
      var filter = Plain(p, nominal)
      var bias = [[Double]](repeating: [], count: gyro.count)
      var covariance = [Plain.Matrix](repeating: [], count: gyro.count)
      var disturbed = [Bool](repeating: true, count: field.count)
      let all = events(sign)
      var open: Int?
      for (place, event) in all.enumerated() {
        switch event.sensor {
        case 0:
          filter.gyroscope(sign * gyro.vectors[event.row], event.time)
          open = event.row
        case 1: filter.accelerometer(rows.accelerometer.vectors[event.row], event.time)
        default:
          filter.magnetometer(field.vectors[event.row], event.time)
          disturbed[event.row] = filter.disturbed
        }
        if let row = open, place + 1 == all.count || all[place + 1].time > event.time {
          bias[row] = filter.bias
          covariance[row] = filter.covariance
          open = nil
        }
      }
      return (bias, covariance, disturbed)
    }
    let forward = online(1)
    let backward = online(-1)
    let biases = gyro.times.indices.map { row -> [Double] in
      let a = Plain.inverse(forward.covariance[row])
      let b = Plain.inverse(backward.covariance[row])
      let sum = Plain.added(
        Plain.times(a, Plain.transposed([forward.bias[row]])),
        Plain.times(b, Plain.transposed([backward.bias[row].map { -$0 }])))
      return Plain.times(Plain.inverse(Plain.added(a, b)), sum).map { $0[0] }
    }

    // One integration of the rates less these biases; how often the rotation was lost before each row.
    let rates = gyro.times.indices.map { gyro.vectors[$0] - Plain.vector(biases[$0]) }
    let longest = p.gapFactor * nominal.gyroscope
    var turned: [Quaternion] = []
    var parts: [Int] = []
    for row in gyro.times.indices {
      var dt = row == 0 ? nominal.gyroscope : gyro.times[row] - gyro.times[row - 1]
      var part = parts.last ?? 0
      if dt > max(longest, p.bridgedGapSeconds) {
        part += 1
        dt = nominal.gyroscope
      }
      let own = min(dt, nominal.gyroscope)
      let earlier = row == 0 ? Vector3.zero : rates[row - 1]
      let step = own * rates[row] + ((dt - own) / 2) * (rates[row] + earlier)
      turned.append(((turned.last ?? .identity) * Plain.turned(step)).normalized!)
      parts.append(part)
    }
    /// The rows of another sensor in the frame of the integration: by the last gyroscope row not after each, and the rate
    /// of the one after it.
    func inFrame(_ vectors: TimedVectors) -> [Field?] {
      vectors.times.indices.map { row in
        let time = vectors.times[row]
        guard let at = gyro.times.lastIndex(where: { $0 <= time }), time - gyro.times[at] <= longest else {
          return nil
        }
        // Its rate less the bias of the row before it.
        let next =
          at + 1 < gyro.count ? gyro.vectors[at + 1] - Plain.vector(biases[at]) : rates[at]
        let attitude = turned[at] * Plain.turned((time - gyro.times[at]) * next)
        return Field(time: time, part: parts[at], vector: Plain.turn(vectors.vectors[row], by: attitude))
      }
    }

    // The acceleration, filtered there and back; then for each the way up, step by step.
    let forces = inFrame(rows.accelerometer).compactMap { $0 }
    var means = forces.map { Plain.array($0.vector) }
    func seconds(_ a: Int, _ b: Int) -> Double {
      min(abs(forces[a].time - forces[b].time), p.gapFactor * nominal.accelerometer)
    }
    for part in Set(forces.map(\.part)) {
      let rows = forces.indices.filter { forces[$0].part == part }
      var filter = Plain.Filter(p.accelerometerSeconds)
      for (place, row) in rows.enumerated() {
        means[row] = filter.add(
          means[row], place == 0 ? nominal.accelerometer : seconds(row, rows[place - 1]))
      }
      var back = Plain.Filter(p.accelerometerSeconds)
      back.history = nil
      back.y = means[rows.last!]
      back.slope = [0, 0, 0]
      back.input = back.y
      for (place, row) in rows.reversed().enumerated() {
        means[row] = back.add(
          means[row], place == 0 ? nominal.accelerometer : seconds(row, rows[rows.count - place]))
      }
    }
    var level = Quaternion.identity
    let levels = means.map { mean -> Quaternion in
      let tilted = Plain.turn(Plain.vector(mean), by: level)
      let axis = tilted.cross(Vector3(0, 0, 1))
      if axis.norm > 0 {
        level = (Quaternion(axis: axis, radians: atan2(axis.norm, tilted.z)) * level).normalized!
      }
      return level
    }
    func levelAt(_ time: Double, _ part: Int) -> Quaternion? {
      if let at = forces.lastIndex(where: { $0.time <= time }), forces[at].part == part { return levels[at] }
      return forces.firstIndex { $0.time > time }.flatMap { forces[$0].part == part ? levels[$0] : nil }
    }
    self.biases = biases
    attitudes = gyro.times.indices.map { row in
      (levelAt(gyro.times[row], parts[row]) ?? .identity) * turned[row]
    }

    // The heading, filtered there and back.
    var fields: [Field] = []
    for (row, found) in inFrame(field).enumerated() {
      guard var found else { continue }
      found.disturbed = forward.disturbed[row] && backward.disturbed[row]
      fields.append(found)
    }
    var angles = fields.map { it -> Double in
      let v = Plain.turn(it.vector, by: levelAt(it.time, it.part) ?? .identity)
      return atan2(v.x, v.y)
    }
    func pass(_ order: [Int]) {
      guard let first = order.first else { return }
      var angle = angles[first]
      var rejected = 0.0
      var startRows: Int? = 0
      for (place, row) in order.enumerated() {
        let dt =
          place == 0
          ? nominal.magnetometer
          : min(abs(fields[row].time - fields[order[place - 1]].time), p.gapFactor * nominal.magnetometer)
        if place > 0, fields[order[place - 1]].part != fields[row].part { startRows = 0 }
        var gain = 1 - exp(-dt / p.magnetometerSeconds)
        if p.rejectsMagneticDisturbances {
          if !fields[row].disturbed {
            rejected = max(rejected - p.magneticRejectionFactor * dt, 0)
          } else if rejected <= p.magneticRejectionSeconds {
            rejected += dt
            gain = 0
          } else {
            gain /= p.magneticRejectionFactor
          }
        }
        if let count = startRows {
          gain = max(gain, 1 / Double(count + 1))
          startRows = p.magnetometerSeconds / Double(count + 2) >= dt ? count + 1 : nil
        }
        angle = Plain.wrapped(angle + gain * Plain.wrapped(angles[row] - angle))
        angles[row] = angle
      }
    }
    pass(Array(fields.indices))
    pass(fields.indices.reversed())
    headings = gyro.times.map { time in
      fields.isEmpty ? 0 : angles[fields.lastIndex { $0.time <= time } ?? 0]
    }
  }
}
