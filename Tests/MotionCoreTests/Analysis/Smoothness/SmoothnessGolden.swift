/// Values of the authors' own reference code on analytic profiles, full precision: SPARC by siva82kb/SPARC @ 3650934
/// (ISC), the others by siva82kb/smoothness_from_imu @ f4aa738 and monalysa 0.2.1 (MIT). The profiles are formulas
/// (`SmoothnessProfile`); the numbers were computed for this project, and contain nobody's data.
struct SmoothnessGolden {
  var profile: SmoothnessProfile
  var hz: Double
  var count: Int
  var sparc, sparcTo20Hz, lastHz, dimensionlessJerk, ldlj, ldljOfMagnitude, integratedSquaredJerk: Double
  var normalizedJerk, peakJerk, rmsJerk, path: Double

  static let all: [SmoothnessGolden] = [
    .init(
      profile: .oneSecond, hz: 100, count: 101, sparc: -1.40582932442,
      sparcTo20Hz: -1.40582932442, lastHz: 1.66015625, dimensionlessJerk: 200.664277033,
      ldlj: -5.3016332481, ldljOfMagnitude: -5.3016332481, integratedSquaredJerk: 273885.145776,
      normalizedJerk: 18.5028765079, peakJerk: 1128.84, rmsJerk: 525.97686489, path: 19.9999998),
    .init(
      profile: .quick, hz: 100, count: 61, sparc: -1.40040774254,
      sparcTo20Hz: -1.40040774254, lastHz: 2.734375, dimensionlessJerk: 197.865308189,
      ldlj: -5.28758653754, ldljOfMagnitude: -5.28758653754, integratedSquaredJerk: 3405180.87468,
      normalizedJerk: 18.1929555624, peakJerk: 5010.80246914, rmsJerk: 2402.39318346, path: 19.9999984568),
    .init(
      profile: .slow, hz: 100, count: 151, sparc: -1.40254108827,
      sparcTo20Hz: -1.40254108827, lastHz: 1.0986328125, dimensionlessJerk: 202.051494601,
      ldlj: -5.30852258868, ldljOfMagnitude: -5.30852258868, integratedSquaredJerk: 36678.4726608,
      normalizedJerk: 18.6590176881, peakJerk: 341.443950618, rmsJerk: 156.896222404, path: 19.9999999605),
    .init(
      profile: .overlapping, hz: 100, count: 111, sparc: -1.53680054123,
      sparcTo20Hz: -1.53680054123, lastHz: 2.294921875, dimensionlessJerk: 568.128882104,
      ldlj: -6.34234829809, ldljOfMagnitude: -6.34234829809, integratedSquaredJerk: 447256.409789,
      normalizedJerk: 30.0064780193, peakJerk: 1519.37255859, rmsJerk: 640.567702478, path: 19.9999991952),
    .init(
      profile: .separated, hz: 100, count: 161, sparc: -2.14202963389,
      sparcTo20Hz: -2.14202963389, lastHz: 2.3193359375, dimensionlessJerk: 2805.43193182,
      ldlj: -7.93931279249, ldljOfMagnitude: -7.93931279249, integratedSquaredJerk: 723770.285793,
      normalizedJerk: 97.3991922625, peakJerk: 1519.37255859, rmsJerk: 674.686177127, path: 19.9999991952),
    .init(
      profile: .tremor, hz: 100, count: 101, sparc: -1.87604735478,
      sparcTo20Hz: -1.87604735478, lastHz: 9.423828125, dimensionlessJerk: 27975.4249827,
      ldlj: -10.2390817246, ldljOfMagnitude: -10.4372892036, integratedSquaredJerk: 43894715.7471,
      normalizedJerk: 232.397654934, peakJerk: 10257.2732216, rmsJerk: 6658.68580984, path: 20.1585542275),
    .init(
      profile: .overshoot, hz: 100, count: 126, sparc: -1.47697219633,
      sparcTo20Hz: -1.47697219633, lastHz: 2.734375, dimensionlessJerk: 721.270489658,
      ldlj: -6.58101422596, ldljOfMagnitude: -7.47916300592, integratedSquaredJerk: 958637.602349,
      normalizedJerk: 50.4243702783, peakJerk: 2387.58544922, rmsJerk: 879.258119442, path: 23.9853898362),
    .init(
      profile: .gauss, hz: 100, count: 200, sparc: -1.41403126171,
      sparcTo20Hz: -1.41403126171, lastHz: 1.220703125, dimensionlessJerk: 335.746837033,
      ldlj: -5.81635741476, ldljOfMagnitude: -5.81635741476, integratedSquaredJerk: 41.9683546291,
      normalizedJerk: 32.3376633362, peakJerk: 9.99750041661, rmsJerk: 4.60392644398, path: 0.791352592322),
    .init(
      profile: .rest, hz: 100, count: 301, sparc: -1.40593825438,
      sparcTo20Hz: -1.40593825438, lastHz: 1.66015625, dimensionlessJerk: 5445.48137984,
      ldlj: -8.60254143914, ldljOfMagnitude: -8.60254143914, integratedSquaredJerk: 280801.437048,
      normalizedJerk: 292.050403542, peakJerk: 1128.84, rmsJerk: 306.453135237, path: 19.9999998),
    .init(
      profile: .oneSecond, hz: 200, count: 201, sparc: -1.40582928416,
      sparcTo20Hz: -1.40582928416, lastHz: 1.66015625, dimensionlessJerk: 202.741914113,
      ldlj: -5.31193381113, ldljOfMagnitude: -5.31193381113, integratedSquaredJerk: 280871.641615,
      normalizedJerk: 18.7373838211, peakJerk: 1164.21, rmsJerk: 531.303168539, path: 19.9999999875),
    .init(
      profile: .quick, hz: 200, count: 121, sparc: -1.40040743167,
      sparcTo20Hz: -1.40040743167, lastHz: 2.734375, dimensionlessJerk: 201.358937301,
      ldlj: -5.3050890732, ldljOfMagnitude: -5.3050890732, integratedSquaredJerk: 3551933.45905,
      normalizedJerk: 18.580848623, peakJerk: 5280.47839507, rmsJerk: 2443.28386923, path: 19.9999999035),
    .init(
      profile: .slow, hz: 200, count: 301, sparc: -1.40254108032,
      sparcTo20Hz: -1.40254108032, lastHz: 1.0986328125, dimensionlessJerk: 203.430161168,
      ldlj: -5.31532275762, ldljOfMagnitude: -5.31532275762, integratedSquaredJerk: 37298.0271477,
      normalizedJerk: 18.81594715, peakJerk: 348.472098771, rmsJerk: 157.950983353, path: 19.9999999975),
    .init(
      profile: .overlapping, hz: 200, count: 221, sparc: -1.53680047056,
      sparcTo20Hz: -1.53680047056, lastHz: 2.294921875, dimensionlessJerk: 585.122861198,
      ldlj: -6.37182184432, ldljOfMagnitude: -6.37182184432, integratedSquaredJerk: 466916.126611,
      normalizedJerk: 30.6588709604, peakJerk: 1584.14351852, rmsJerk: 652.998791395, path: 19.9999999497),
    .init(
      profile: .separated, hz: 200, count: 321, sparc: -2.14202940789,
      sparcTo20Hz: -2.14202940789, lastHz: 2.3193359375, dimensionlessJerk: 2855.855093,
      ldlj: -7.95712658443, ldljOfMagnitude: -7.95712658443, integratedSquaredJerk: 743686.158901,
      normalizedJerk: 98.7301538081, peakJerk: 1584.14351852, rmsJerk: 682.833006431, path: 19.9999999497),
    .init(
      profile: .tremor, hz: 200, count: 201, sparc: -1.87583921315,
      sparcTo20Hz: -1.87583921315, lastHz: 9.423828125, dimensionlessJerk: 28589.0466686,
      ldlj: -10.2607789398, ldljOfMagnitude: -10.5634451417, integratedSquaredJerk: 45686703.8787,
      normalizedJerk: 237.062548839, peakJerk: 10444.882362, rmsJerk: 6776.15564352, path: 20.1612272981),
    .init(
      profile: .overshoot, hz: 200, count: 251, sparc: -1.47698160214,
      sparcTo20Hz: -1.47698160214, lastHz: 2.734375, dimensionlessJerk: 732.687420678,
      ldlj: -6.59671917257, ldljOfMagnitude: -7.76926255771, integratedSquaredJerk: 985497.415464,
      normalizedJerk: 51.1251507292, peakJerk: 2482.15026855, rmsJerk: 889.698931734, path: 23.9857431135),
    .init(
      profile: .gauss, hz: 200, count: 400, sparc: -1.41403049912,
      sparcTo20Hz: -1.41403049912, lastHz: 1.220703125, dimensionlessJerk: 335.885913311,
      ldlj: -5.81677155859, ldljOfMagnitude: -5.81677155859, integratedSquaredJerk: 41.9857391639,
      normalizedJerk: 32.5463816203, peakJerk: 9.99937502604, rmsJerk: 4.59329526472, path: 0.791389787305),
    .init(
      profile: .rest, hz: 200, count: 601, sparc: -1.40593821412,
      sparcTo20Hz: -1.40593821412, lastHz: 1.66015625, dimensionlessJerk: 5487.83139907,
      ldlj: -8.61028844719, ldljOfMagnitude: -8.61028844719, integratedSquaredJerk: 284400.179818,
      normalizedJerk: 293.915897371, peakJerk: 1164.21000001, rmsJerk: 308.153085028, path: 19.9999999875),
  ]
}
