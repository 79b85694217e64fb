import type { FigureRange } from '../../../world/draw.ts'
import { stemsOf } from '../../rules/words.ts'
import type { SpecShape } from '../../tool-spec/tool-spec.ts'
import type { OutputFacts } from './facts.ts'
import table from './quantities.json' with { type: 'json' }

interface Quantity {
  stems: ReadonlySet<string>
  number: FigureRange
  integer: FigureRange
}

const rangeFrom = ([min = 0, max = 0, decimals = 0]: readonly number[]): FigureRange => ({
  min,
  max,
  decimals,
})

const QUANTITIES: readonly Quantity[] = table.quantities.map(({ words, number, integer }) => ({
  stems: new Set([...stemsOf(words), ...(words.includes('%') ? ['%'] : [])]),
  number: rangeFrom(number),
  integer: rangeFrom(integer),
}))

const DEFAULTS: { number: FigureRange; integer: FigureRange } = {
  number: { min: 1, max: 1_000, decimals: 2 },
  integer: { min: 2, max: 400, decimals: 0 },
}

/** Decimals with which a range holds 10,000 values: 4 from 0 to 1, 2 from 0 to 100; at most 6. */
const decimalsFor = (width: number): number =>
  Math.min(6, Math.max(0, Math.ceil(Math.log10(10_000 / Math.max(width, 1e-6)))))

/** The range that a stated one leaves: open at one end, it is as wide as its words suggest. */
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

function quantityOf(text: string): Quantity | undefined {
  const stems = new Set([...stemsOf(text), ...(text.includes('%') ? ['%'] : [])])
  return QUANTITIES.find((one) => [...one.stems].some((stem) => stems.has(stem)))
}

/** `(0-100)`, `from 0 to 1`: bounds that a description gives of numbers. */
function boundsSaid(description: string): { minimum: number; maximum: number } | undefined {
  const [, low, high] =
    /(?:\(|\bfrom |\bbetween |\bscore )(-?\d+(?:\.\d+)?)\s*(?:-|–|to|and)\s*(-?\d+(?:\.\d+)?)\b/.exec(
      description,
    ) ?? []
  const [minimum, maximum] = [Number(low), Number(high)]
  return low !== undefined && minimum < maximum ? { minimum, maximum } : undefined
}

/** The quantity of a stated unit, `in bytes`. */
function ofUnit(description: string): Quantity | undefined {
  const [, unit] =
    /\bin (bytes|KB|MB|GB|kilobytes|megabytes|gigabytes|milliseconds|ms|seconds|minutes|hours|days|weeks|months)\b/i.exec(
      description,
    ) ?? []
  return unit === undefined ? undefined : quantityOf(unit)
}

type Range = Pick<OutputFacts, 'range'>

/** The ends of the scale that is stated of a number; undefined where not both are. */
export function scaleOf(shape: SpecShape, { range }: Range): { min: number; max: number } | undefined {
  const told = boundsSaid(shape.description ?? '')
  const min = shape.minimum ?? range?.minimum ?? told?.minimum
  const max = shape.maximum ?? range?.maximum ?? told?.maximum
  return min === undefined || max === undefined ? undefined : { min, max }
}

/** Whether words or stated bounds say how large a number of this name is. */
export const isMeasured = (name: string, shape: SpecShape, facts: Range): boolean =>
  facts.range !== undefined ||
  shape.minimum !== undefined ||
  shape.maximum !== undefined ||
  boundsSaid(shape.description ?? '') !== undefined ||
  quantityOf(name) !== undefined ||
  quantityOf(shape.description ?? '') !== undefined

/** Whether a whole number counts things. */
export const isCount = (
  name: string,
  { type, description = '' }: { type: string; description?: string | undefined },
): boolean =>
  (type === 'integer' ||
    (type === 'number' && /^(?:total |the )?(?:number|count) of\b/i.test(description))) &&
  (/(?:^|_)(?:count|counts|total|number|num)(?:_|$)/.test(name) ||
    /^(?:total |the )?(?:number|count) of\b/i.test(description))

/** The values that a number of this name may have: within what is stated of it, else within what its words suggest. */
export function rangeOf(name: string, shape: SpecShape, facts: Range): FigureRange {
  const whole = shape.type === 'integer' || isCount(name, shape)
  const description = shape.description ?? ''
  const said = ofUnit(description) ?? quantityOf(name) ?? quantityOf(shape.description ?? '') ?? DEFAULTS
  const own = whole ? said.integer : said.number
  const told = boundsSaid(shape.description ?? '')
  const minimum = shape.minimum ?? facts.range?.minimum ?? told?.minimum
  const maximum = shape.maximum ?? facts.range?.maximum ?? told?.maximum
  return minimum === undefined && maximum === undefined ? own : stated(minimum, maximum, own, whole)
}
