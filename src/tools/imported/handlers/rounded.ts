/** Decimals of a number as it is written; at most 12. */
export function countDecimals(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  return Math.min(12, Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent)))
}

/** A sum without the noise of binary fractions: rounded to the most decimals that one of its parts has. */
export const roundToParts = (sum: number, parts: readonly number[]): number =>
  Number(sum.toFixed(Math.max(0, ...parts.map(countDecimals))))
