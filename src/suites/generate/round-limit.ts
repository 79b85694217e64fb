/** The roundest number below about half of the values and above the others; undefined where two of them are too near. */
export function roundLimit(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b)
  // The eighth and the thirteenth of twenty.
  const low = sorted[Math.ceil(0.4 * sorted.length) - 1]
  const high = sorted[Math.floor(0.65 * sorted.length) - 1]
  if (low === undefined || high === undefined) return undefined
  const middle = sorted[Math.ceil(0.5 * sorted.length) - 1] as number
  for (let power = 6; power >= -2; power--) {
    for (const factor of [10, 5, 2, 1]) {
      const unit = factor * 10 ** (power - 1)
      const candidates = [Math.round(middle / unit), Math.ceil(low / unit), Math.floor(high / unit)]
      const found = candidates
        .map((count) => Number((count * unit).toFixed(2)))
        .find((limit) => low < limit && limit < high && limit !== 0 && !sorted.includes(limit))
      if (found !== undefined) return found
    }
  }
  return undefined
}
