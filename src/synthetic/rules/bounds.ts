import { NUMBER, readNumber } from './read-number.ts'

/** Bounds as a text states them. */
export interface Bounds {
  minimum?: number
  maximum?: number
  exclusiveMinimum: boolean
  exclusiveMaximum: boolean
}

/** Bounds, and where in the text they stand. */
export interface FoundBounds {
  bounds: Bounds
  start: number
  end: number
}

const open = { exclusiveMinimum: false, exclusiveMaximum: false }
const UNIT = String.raw`(?:\s?(?:%|°[CF]?|(?!(?:and|to)\b)[A-Za-z/]+))?`
const N = `(${NUMBER})`

type Reader = (match: RegExpExecArray) => Bounds

const both: Reader = ([, low = '', high = '']) => ({
  minimum: readNumber(low),
  maximum: readNumber(high),
  ...open,
})
const low: Reader = ([, one = '']) => ({ minimum: readNumber(one), ...open })
const high: Reader = ([, one = '']) => ({ maximum: readNumber(one), ...open })
const above: Reader = (match) => ({ ...low(match), exclusiveMinimum: true })
const below: Reader = (match) => ({ ...high(match), exclusiveMaximum: true })

const BE = String.raw`(?:be|contain|have|allow|use)(?:\s+(?:an?|all|only|strictly|valid|either|either a|single|finite))*\s+`

/** Ways to state bounds in prose; the earlier hides a later one that overlaps. */
const FORMS: readonly (readonly [RegExp, Reader])[] = [
  [new RegExp(`between\\s+${N}${UNIT}\\s*(?:and|to|-|–)\\s*${N}`, 'gi'), both],
  [
    new RegExp(
      `(?:from|range(?: of)?|within|in the range(?: of)?)\\s*:?\\s*[[(]?${N}${UNIT}\\s*(?:to|-|–|,|and)\\s*${N}`,
      'gi',
    ),
    both,
  ],
  [new RegExp(`(?<![\\w.-])${N}%?\\s*(?:-|–|\\bto\\b)\\s*${N}(?![\\w]*-\\d)`, 'gi'), both],
  [
    new RegExp(
      `(?:at least|minimum(?: of| is)?|no less than|not (?:be )?less than|>=|≥|greater than or equal to)\\s*${N}`,
      'gi',
    ),
    low,
  ],
  [
    new RegExp(
      `(?:at most|maximum(?: of| is)?|no more than|not (?:be )?(?:more|greater) than|(?:not|cannot|can't) exceed|up to|<=|≤|less than or equal to)\\s*${N}`,
      'gi',
    ),
    high,
  ],
  [
    new RegExp(`(?:\\b(?:zero)|(?<![\\w.-])${N}) or (?:greater|more|above|higher|larger)\\b`, 'gi'),
    ([, one]) => ({ minimum: one === undefined ? 0 : readNumber(one), ...open }),
  ],
  [new RegExp(`(?<![\\w.-])${N} or (?:less|fewer|below|lower|smaller)\\b`, 'gi'), high],
  [new RegExp(`(?:greater than|more than|larger than|above|exceed|>)\\s*${N}`, 'gi'), above],
  [new RegExp(`(?:less than|smaller than|below|under|<)\\s*${N}`, 'gi'), below],
  [/greater than zero/gi, () => ({ minimum: 0, exclusiveMinimum: true, exclusiveMaximum: false })],
  [
    new RegExp(
      `\\b${BE}positive|^positive|\\bas positive|(?<=\\bor (?:an? )?)positive|(?<=[(,]\\s*)(?:must be )?positive|\\bprovide (?:an? )?positive`,
      'gi',
    ),
    () => ({ minimum: 0, exclusiveMinimum: true, exclusiveMaximum: false }),
  ],
  [
    /\bnon-?\s?negative\b|\b(?:cannot|can not|must not|may not|should not) be negative/gi,
    () => ({ minimum: 0, ...open }),
  ],
]

/** All bounds that a text states, in the order in which they stand. */
export function boundsIn(text: string): FoundBounds[] {
  const found: FoundBounds[] = []
  for (const [form, read] of FORMS) {
    for (const match of text.matchAll(form)) {
      const start = match.index
      const end = start + match[0].length
      if (found.some((other) => start < other.end && end > other.start)) continue
      found.push({ bounds: read(match), start, end })
    }
  }
  return found.sort((a, b) => a.start - b.start)
}
