const known: number[] = [0]

/** Natural logarithm of n!, summed once and kept. */
function logFactorial(n: number): number {
  for (let i = known.length; i <= n; i++) known.push((known[i - 1] as number) + Math.log(i))
  return known[n] as number
}

/** Natural logarithm of the number of ways to choose k of n; minus infinity if k is out of range. */
export const logChoose = (n: number, k: number): number =>
  k < 0 || k > n ? -Infinity : logFactorial(n) - logFactorial(k) - logFactorial(n - k)
