import type { FigureRange } from '../../../world/draw.ts'
import type { SpecShape } from '../../tool-spec/tool-spec.ts'
import type { OutputFacts } from './facts.ts'

/** Kinds of numbers by the words of their names and descriptions, the first that fits; each of 10,000 values or more. */
const BY_WORDS: readonly (readonly [RegExp, FigureRange, FigureRange])[] = [
  // What it says, a number of it, a whole number of it.
  [/\blatitude\b/, { min: -89, max: 89, decimals: 4 }, { min: -89, max: 89, decimals: 0 }],
  [/\blongitude\b/, { min: -179, max: 179, decimals: 4 }, { min: -179, max: 179, decimals: 0 }],
  [/\bcorrelation\b/, { min: -1, max: 1, decimals: 4 }, { min: -1, max: 1, decimals: 0 }],
  [/\bpercent|%/, { min: 0, max: 100, decimals: 2 }, { min: 0, max: 100, decimals: 0 }],
  [
    /\b(?:confidence|probability|probabilities|likelihood|ratios?)\b/,
    { min: 0, max: 1, decimals: 4 },
    { min: 0, max: 100, decimals: 0 },
  ],
  [/\b(?:score|rating)s?\b|\bindex\b/, { min: 0, max: 100, decimals: 2 }, { min: 0, max: 100, decimals: 0 }],
  [
    /\b(?:amount|price|cost|fee|refund|revenue|budget|balance|payment|salary|tax|dollar|subtotal|discount|charge|spend|profit|fund)s?\b/,
    { min: 5, max: 5_000, decimals: 2 },
    { min: 100, max: 50_000, decimals: 0 },
  ],
  [/\b(?:byte|size)s?\b/, { min: 1, max: 5_000, decimals: 2 }, { min: 10_000, max: 9_999_999, decimals: 0 }],
  [/\b(?:day|week|month|year)s?\b/, { min: 1, max: 365, decimals: 2 }, { min: 1, max: 1_100, decimals: 0 }],
  [
    /\b(?:time|second|minute|hour|duration|latency|ms)s?\b/,
    { min: 1, max: 500, decimals: 2 },
    { min: 1, max: 20_000, decimals: 0 },
  ],
]

const DEFAULTS: { number: FigureRange; integer: FigureRange } = {
  number: { min: 1, max: 1_000, decimals: 2 },
  integer: { min: 1, max: 20_000, decimals: 0 },
}

/** Decimals with which a range holds 10,000 values: 4 from 0 to 1, 2 from 0 to 100; at most 6. */
const decimalsFor = (width: number): number =>
  Math.min(6, Math.max(0, Math.ceil(Math.log10(10_000 / Math.max(width, 1e-6)))))

/** The range that a stated one leaves: open at one end, it is made 10,000 steps wide. */
function stated(
  minimum: number | undefined,
  maximum: number | undefined,
  own: FigureRange,
  whole: boolean,
): FigureRange {
  const width = own.max - own.min
  const min = minimum ?? (maximum === undefined ? own.min : Math.min(own.min, maximum - width))
  const max = maximum ?? Math.max(own.max, min + width)
  const decimals = whole ? 0 : Math.max(decimalsFor(max - min), Math.min(own.decimals, 2))
  return whole ? { min: Math.ceil(min), max: Math.floor(max), decimals } : { min, max, decimals }
}

const wordsOf = (name: string): string => name.replaceAll('_', ' ')
const rangesSaid = (text: string) => BY_WORDS.find(([pattern]) => pattern.test(text.toLowerCase()))

/** `(0-100)`, `from 0 to 1`: bounds that a description gives of numbers. */
function boundsSaid(description: string): { minimum: number; maximum: number } | undefined {
  const [, low, high] =
    /(?:\(|\bfrom |\bbetween )(-?\d+(?:\.\d+)?)\s*(?:-|–|to|and)\s*(-?\d+(?:\.\d+)?)\b/.exec(description) ??
    []
  const [minimum, maximum] = [Number(low), Number(high)]
  return low !== undefined && minimum < maximum ? { minimum, maximum } : undefined
}

/** Whether words or stated bounds say how large a number of this name is. */
export const isMeasured = (name: string, shape: SpecShape, { range }: Pick<OutputFacts, 'range'>): boolean =>
  range !== undefined ||
  shape.minimum !== undefined ||
  shape.maximum !== undefined ||
  boundsSaid(shape.description ?? '') !== undefined ||
  rangesSaid(wordsOf(name)) !== undefined ||
  rangesSaid(shape.description ?? '') !== undefined

/** The values that a number of this name may have: within what is stated of it, else within what its words suggest. */
export function rangeOf(name: string, shape: SpecShape, { range }: Pick<OutputFacts, 'range'>): FigureRange {
  const whole = shape.type === 'integer'
  const words = wordsOf(name)
  const [, number = DEFAULTS.number, integer = DEFAULTS.integer] =
    rangesSaid(words) ?? rangesSaid(shape.description ?? '') ?? []
  const isCount = whole && /(?:^| )(?:count|total|number)(?: |$)/.test(words)
  const own = isCount ? DEFAULTS.integer : whole ? integer : number
  const told = boundsSaid(shape.description ?? '')
  const minimum = shape.minimum ?? range?.minimum ?? told?.minimum
  const maximum = shape.maximum ?? range?.maximum ?? told?.maximum
  return minimum === undefined && maximum === undefined ? own : stated(minimum, maximum, own, whole)
}
