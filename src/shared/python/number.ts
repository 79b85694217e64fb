/** Python's `repr(float)`: shortest round trip, integral values keep ".0", exponents have a sign and two digits. */
export function formatReprFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  if (Object.is(value, -0)) return '-0.0'
  const [mantissa = '0', exponentText = '0'] = value.toExponential().split('e')
  const exponent = Number(exponentText)
  if (value !== 0 && (exponent < -4 || exponent >= 16)) {
    return `${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
  }
  const sign = value < 0 ? '-' : ''
  const digits = mantissa.replace('-', '').replace('.', '')
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0')
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`
}

const float = new Float64Array(1)
/** The bits of the number in `float`. */
const bitsOf = new BigUint64Array(float.buffer)

/** The double as an exact fraction `numerator / 2^shift`, or `numerator * 2^-shift` for a negative shift. */
function computeExactFraction(value: number): { numerator: bigint; shift: number } {
  float[0] = value
  const bits = bitsOf[0] as bigint
  const exponent = Number((bits >> 52n) & 0x7ffn)
  const fraction = bits & 0xfffffffffffffn
  const magnitude = exponent === 0 ? fraction : fraction | 0x10000000000000n
  const numerator = bits >> 63n ? -magnitude : magnitude
  return { numerator, shift: 1075 - Math.max(exponent, 1) }
}

/** `numerator / denominator` rounded to an integer, ties to even. The denominator is positive. */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n
  const magnitude = negative ? -numerator : numerator
  let quotient = magnitude / denominator
  const twice = (magnitude % denominator) * 2n
  if (twice > denominator || (twice === denominator && quotient % 2n === 1n)) quotient += 1n
  return negative ? -quotient : quotient
}

/** The value times 10^digits, rounded to an integer on its exact binary expansion, ties to even. */
function scaleHalfEven(value: number, digits: number): bigint {
  const { numerator, shift } = computeExactFraction(value)
  let top = numerator
  let bottom = 1n
  if (shift >= 0) bottom <<= BigInt(shift)
  else top <<= BigInt(-shift)
  if (digits >= 0) top *= 10n ** BigInt(digits)
  else bottom *= 10n ** BigInt(-digits)
  return divideHalfEven(top, bottom)
}

const MAX_DIGITS = 20
const LARGEST = 1e15

/**
 * Whether rounding to this many decimals meets no tie, so that JavaScript's `toFixed`, exact but for ties, does it. A tie is
 * an odd multiple of half a unit of the last decimal; a double is that only where `2^(digits + 1)` times it is whole.
 */
const hasNoTie = (value: number, digits: number): boolean =>
  digits >= 0 &&
  digits <= MAX_DIGITS &&
  Math.abs(value) < LARGEST &&
  !Number.isInteger(value * 2 ** (digits + 1))

/**
 * Python's `round(x, digits)`: decimal rounding of the exact binary value, ties to even
 * (`round(0.125, 2) = 0.12`, `round(2.5) = 2`).
 */
export function round(value: number, digits = 0): number {
  if (!Number.isFinite(value) || value === 0 || digits > 330) return value
  if (digits >= 0 && Number.isInteger(value)) return value
  if (hasNoTie(value, digits)) return Number(value.toFixed(digits))
  const scaled = scaleHalfEven(value, digits)
  if (scaled === 0n) return value < 0 ? -0 : 0
  return Number(`${scaled}e${-digits}`)
}

/** Python's `format(x, ".{digits}f")`: fixed decimals of the exact binary value, ties to even. */
export function toFixed(value: number, digits: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  if (hasNoTie(value, digits)) return value.toFixed(digits)
  const scaled = scaleHalfEven(value, digits)
  const negative = scaled < 0n || value < 0 || Object.is(value, -0)
  const text = (scaled < 0n ? -scaled : scaled).toString().padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  return `${negative ? '-' : ''}${whole}${digits > 0 ? `.${text.slice(-digits)}` : ''}`
}

/** Python's `format(x, ",.{digits}f")`: like {@link toFixed} with thousands separators. */
export const toFixedGrouped = (value: number, digits: number): string =>
  toFixed(value, digits).replace(
    /^(-?)(\d+)/,
    (_, sign: string, whole: string) => sign + whole.replace(/\B(?=(\d{3})+(?!\d))/g, ','),
  )

/** Python's `sum()` of floats since 3.12: compensated (Neumaier) summation. */
export function sum(values: readonly number[]): number {
  let total = 0
  let compensation = 0
  for (const value of values) {
    const next = total + value
    compensation += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total
    total = next
  }
  return Number.isFinite(compensation) ? total + compensation : total
}

type Fraction = { top: bigint; bottom: bigint }

export const toFraction = (value: number): Fraction => {
  const { numerator, shift } = computeExactFraction(value)
  return shift >= 0
    ? { top: numerator, bottom: 1n << BigInt(shift) }
    : { top: numerator << BigInt(-shift), bottom: 1n }
}

/** A positive fraction as the nearest double. */
export function convertFractionToNumber({ top, bottom }: Fraction): number {
  if (top === 0n) return 0
  const negative = top < 0n
  const magnitude = negative ? -top : top
  // 64 significant bits, the last one sticky: enough for one correct rounding by Number().
  const shift = 64 - (magnitude.toString(2).length - bottom.toString(2).length)
  const numerator = shift >= 0 ? magnitude << BigInt(shift) : magnitude
  const denominator = shift >= 0 ? bottom : bottom << BigInt(-shift)
  let quotient = numerator / denominator
  if (numerator % denominator !== 0n) quotient |= 1n
  // In two halves, since `2 ** -shift` alone may be beyond the doubles.
  const half = Math.trunc(-shift / 2)
  const result = Number(quotient) * 2 ** half * 2 ** (-shift - half)
  return negative ? -result : result
}

const addFractions = (a: Fraction, b: Fraction): Fraction => {
  if (a.bottom === b.bottom) return { top: a.top + b.top, bottom: a.bottom }
  return a.bottom > b.bottom
    ? { top: a.top + b.top * (a.bottom / b.bottom), bottom: a.bottom }
    : { top: b.top + a.top * (b.bottom / a.bottom), bottom: b.bottom }
}

const sumExactly = (values: readonly number[]): Fraction =>
  values.map(toFraction).reduce(addFractions, { top: 0n, bottom: 1n })

/** Python's `statistics.mean`: exact rational arithmetic, rounded once. */
export function mean(values: readonly number[]): number {
  const { top, bottom } = sumExactly(values)
  return convertFractionToNumber({ top, bottom: bottom * BigInt(values.length) })
}

const computeIntegerSqrt = (value: bigint): bigint => {
  if (value < 2n) return value
  let guess = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (guess + value / guess) >> 1n
    if (next >= guess) return guess
    guess = next
  }
}

/** Python's `statistics.stdev`: sample deviation from exact rational arithmetic, correctly rounded root. */
export function computeStdev(values: readonly number[]): number {
  const n = BigInt(values.length)
  const { top, bottom } = sumExactly(values)
  // sum((x - sum/n)^2) = (n * sum(x^2) - sum(x)^2) / n
  const squares = values
    .map(toFraction)
    .map((x) => ({ top: x.top * x.top, bottom: x.bottom * x.bottom }))
    .reduce(addFractions, { top: 0n, bottom: 1n })
  const square = { top: top * top, bottom: bottom * bottom }
  const spread = addFractions(
    { top: squares.top * n, bottom: squares.bottom },
    { top: -square.top, bottom: square.bottom },
  )
  const variance = { top: spread.top, bottom: spread.bottom * n * (n - 1n) }
  if (variance.top === 0n) return 0
  // Scale so that the root carries 64 bits, then let a sticky bit settle the rounding.
  const scale = BigInt(
    Math.max(0, 64 - Math.floor((variance.top.toString(2).length - variance.bottom.toString(2).length) / 2)),
  )
  const scaled = (variance.top << (2n * scale)) / variance.bottom
  let root = computeIntegerSqrt(scaled)
  if (root * root !== scaled || (variance.top << (2n * scale)) % variance.bottom !== 0n) root |= 1n
  return convertFractionToNumber({ top: root, bottom: 1n << scale })
}
