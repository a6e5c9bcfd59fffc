/// Two-sided 95 % points of Student's t for 1 … 30 degrees of freedom: NIST/SEMATECH e-Handbook of Statistical
/// Methods, section 1.3.6.7.2.
private let table = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
  2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
]

/// The point that Student's t exceeds in absolute value with probability 5 %; above 30 degrees of freedom by two
/// terms of the Cornish–Fisher expansion (Abramowitz and Stegun, 26.7.5), right to three decimals.
func studentT95(_ degreesOfFreedom: Int) -> Double {
  if table.indices.contains(degreesOfFreedom - 1) { return table[degreesOfFreedom - 1] }
  let freedom = Double(max(degreesOfFreedom, 1))
  let z = 1.959_964
  let cube = z * z * z
  let first = (cube + z) / (4 * freedom)
  let second = (5 * cube * z * z + 16 * cube + 3 * z) / (96 * freedom * freedom)
  return z + first + second
}
