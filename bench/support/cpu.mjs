/** CPU time and medians, for every measure. */

/** Microseconds of CPU that this process has taken, all of its threads. */
export const readCpuTime = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** The middle value; of an even number the upper one of the two in the middle. */
export const computeMedian = (values) => [...values].sort((a, b) => a - b)[values.length >> 1]

/** The middle value of the ratios of what was measured in the same round. */
export const computeMedianRatio = (rounds, of, by) =>
  computeMedian(rounds.map((round) => round[of] / round[by]))
