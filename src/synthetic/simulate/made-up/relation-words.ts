import { stemsOf } from '../../rules/words.ts'
import { rounded } from '../rounded.ts'

/** Decimals of a mean, a ratio or a deviation. */
const DECIMALS = 4

export const toDecimals = (value: number): number => Number(value.toFixed(DECIMALS))

/** One output while it is made to agree with the others. */
export interface RelatedField {
  name: string
  stems: readonly string[]
  type: string
  description: string
}

const sum = (list: readonly number[]): number =>
  rounded(
    list.reduce((all, one) => all + one, 0),
    list,
  )
const mean = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0) / list.length

export const STATISTICS: readonly (readonly [RegExp, (list: number[]) => number])[] = [
  [
    /(?:^|_)(?:std|standard_deviation|stddev)(?:_|$)/,
    (list) => toDecimals(Math.sqrt(mean(list.map((one) => (one - mean(list)) ** 2)))),
  ],
  [
    /(?:^|_)median(?:_|$)/,
    (list) => {
      const sorted = [...list].sort((a, b) => a - b)
      const half = Math.floor(sorted.length / 2)
      const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? half - 1 : half], sorted[half]]
      return toDecimals((low + high) / 2)
    },
  ],
  [/(?:^|_)(?:mean|average|avg)(?:_|$)/, (list) => toDecimals(mean(list))],
  [/(?:^|_)(?:max|maximum|highest|peak)(?:_|$)/, (list) => Math.max(...list)],
  [/(?:^|_)(?:min|minimum|lowest)(?:_|$)/, (list) => Math.min(...list)],
  [/^(?:sum|total)_/, sum],
  [/^(?:current|latest|last|final)_/, (list) => list.at(-1) ?? 0],
]
export const OF_STATISTICS: ReadonlySet<string> = new Set(
  'std dev median standard deviation stddev mean average avg max highest peak min lowest sum total current latest last final baseline value list'.split(
    ' ',
  ),
)

export const WRONG =
  /(?:^|_)(?:failed|failure|failures|rejected|invalid|errors?|skipped|missing|unmatched|unresolved|removed|excluded|dropped|unclassified)(?:_|$)/
export const RIGHT =
  /(?:^|_)(?:successful|success|succeeded|processed|updated|sent|valid|validated|correct|passed|completed|created|delivered|imported|indexed|assigned|analyzed|analysed|checked|scanned|received|synced|synchronized|exported|resolved|matched|covered|affected|executed|tested|total)(?:_|$)/
/** Words of counts that do not say of what. */
export const OF_COUNTS: ReadonlySet<string> = new Set(
  'count number num processed failed failure successful success succeeded skipped rejected updated sent valid invalid passed completed record item entry point removed'.split(
    ' ',
  ),
)
export const COUNTED = /(?:^|_)(?:count|counts|total|number|num|points|items|records|entries)(?:_|$)/

type Part = readonly [name: RegExp, sign: 1 | -1, needed: boolean]
export const SUMS: readonly (readonly [RegExp, readonly Part[]])[] = [
  [
    /^(?:grand_)?total(?:_(?:amount|cost|price|due))?$/,
    [
      [/^(?:subtotal|base_(?:price|cost|amount)|item_total|labor_cost|parts_cost|net_amount)$/, 1, true],
      [/(?:^|_)(?:tax|tax_amount|shipping_(?:cost|fee)|service_fee|handling_fee|surcharge)$/, 1, false],
      [/^(?:discount|discount_amount|deductions?|deposit)$/, -1, false],
    ],
  ],
  [
    /^net_(?:\w+)$/,
    [
      [/^(?:gross_\w+|(?:total|order|refund)_(?:amount|total|revenue|income))$/, 1, true],
      [/(?:^|_)(?:fees?|fee_amount|deductions?|costs?|expenses?|commission|withheld)$/, -1, true],
    ],
  ],
  [
    /^(?:remaining|available)(?:_\w+)?$/,
    [
      [/^(?:total|allocated|initial)(?:_(?:budget|capacity|amount|quota|balance|slots))?$/, 1, true],
      [/^(?:used|spent|consumed|booked|reserved|allocated_amount)(?:_\w+)?$/, -1, true],
    ],
  ],
]

export const RATIO = /(?:^|_)(?:rate|ratio|percent|percentage|pct|share|utilization|coverage)(?:_|$)/

/** What a ratio is the part of what. */
export function partOf(
  { stems, description }: RelatedField,
  numbers: ReadonlyMap<string, number>,
): (number | undefined)[] {
  const said =
    /([a-z_ ]+?) (?:as|expressed as) (?:a )?(?:percentage|fraction|share|ratio) of ([a-z_ ]+)/i.exec(
      description,
    )
  const named = (words: readonly string[]): number | undefined => {
    const wanted = words.filter((word) => word.length > 2 && !OF_STATISTICS.has(word))
    const found = [...numbers].filter(
      ([name]) => wanted.length > 0 && wanted.every((word) => stemsOf(name).includes(word)),
    )
    return found.length === 1 ? found[0]?.[1] : undefined
  }
  if (said !== null) return [named(stemsOf(said[1] ?? '')), named(stemsOf(said[2] ?? ''))]
  const own = stems.find((stem) =>
    /^(?:success|pass|fail|failure|error|completion|delivery|approval)$/.test(stem),
  )
  if (own === undefined) return []
  const root = own.slice(0, 4)
  const parts = [...numbers].filter(([name]) => stemsOf(name).some((stem) => stem.startsWith(root)))
  const [part] = parts
  const of = stemsOf(part?.[0] ?? '')
  const wholes = [...numbers].filter(
    ([name]) => /^total_/.test(name) && stemsOf(name).some((stem) => stem !== 'total' && of.includes(stem)),
  )
  return parts.length === 1 && wholes.length === 1 ? [parts[0]?.[1], wholes[0]?.[1]] : []
}

/** The lesser word between what stands before and after it, and the greater one in its place. */
export const PAIRS: readonly (readonly [RegExp, string])[] = [
  [/^(|.*_)min(|_.*)$/, 'max'],
  [/^(|.*_)minimum(|_.*)$/, 'maximum'],
  [/^(|.*_)lower(|_.*)$/, 'upper'],
  [/^(|.*_)low(|_.*)$/, 'high'],
  [/^(|.*_)lowest(|_.*)$/, 'highest'],
  [/^(|.*_)start(|_.*)$/, 'end'],
  [/^(|.*_)earliest(|_.*)$/, 'latest'],
  [/^(|.*_)created(|_.*)$/, 'updated'],
  [/^(|.*_)first(|_.*)$/, 'last'],
  [/^(|.*_)assigned(|_.*)$/, 'completion'],
  [/^(|.*_)response(|_.*)$/, 'resolution'],
  [/^(|.*_)compressed(|_.*)$/, 'original'],
]

export const isMoment = (text: string): boolean => /^\d{4}-\d\d-\d\d/.test(text)
export const WELL = /(?:^|_)(?:valid|passed|compliant|success|successful|verified|approved)$/
export const UNDONE = /^(?:failed|rejected|skipped|unmatched|unprocessed)_/
export const FAULT_WORDS = /(?:^|_)(?:errors?|violations|issues|failures|failed|missing|invalid)(?:_|$)/
