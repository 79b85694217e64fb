import { clopperPearson, type Interval, shareInterval } from '../../metrics/intervals.ts'

/** The least share of bad calls of a family that a simulator has to refuse. */
export const LEAST_RECALL = 0.9
/** The most correct calls that it may refuse, as the upper end of an interval of 95 %. */
export const MOST_FALSE_FAIL = 0.02

/** A first response: what was due and what came. */
export interface AgreementOutcome {
  readonly family: string
  readonly due: 'PASS' | 'FAIL'
  readonly got: 'PASS' | 'FAIL'
}

export interface FamilyRecall {
  readonly family: string
  readonly calls: number
  readonly refused: number
  readonly recall: number
  /** Wilson's interval of 95 %, Clopper and Pearson's where all or none were refused. */
  readonly interval: Interval
  readonly enough: boolean
}

export interface Agreement {
  readonly families: readonly FamilyRecall[]
  readonly falseFail: {
    readonly calls: number
    readonly refused: number
    /** Upper end of Clopper and Pearson's interval of 95 %; 1 without calls. */
    readonly upper: number
    readonly enough: boolean
  }
  /** Whether every family and the false refusals are within bounds. */
  readonly ok: boolean
}

/**
 * How a simulator agrees with calls whose status is due: by family of what is wrong, the share of bad calls that it
 * refuses; and how many correct ones it may refuse, by an exact bound. With no false refusal it takes 183 correct calls
 * for that bound to come below 2 %.
 */
export function agreementOf(outcomes: readonly AgreementOutcome[]): Agreement {
  const failing = outcomes.filter(({ due }) => due === 'FAIL')
  const families = [...new Set(failing.map(({ family }) => family))].sort().map((family): FamilyRecall => {
    const own = failing.filter((one) => one.family === family)
    const refused = own.filter(({ got }) => got === 'FAIL').length
    const recall = refused / own.length
    const interval = shareInterval(refused, own.length)
    return { family, calls: own.length, refused, recall, interval, enough: recall >= LEAST_RECALL }
  })
  const passing = outcomes.filter(({ due }) => due === 'PASS')
  const refused = passing.filter(({ got }) => got === 'FAIL').length
  const upper = passing.length === 0 ? 1 : clopperPearson(refused, passing.length).high
  const falseFail = { calls: passing.length, refused, upper, enough: upper <= MOST_FALSE_FAIL }
  return { families, falseFail, ok: falseFail.enough && families.every(({ enough }) => enough) }
}
