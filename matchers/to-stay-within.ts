import type { Trace } from '../src/schema/trace.ts'
import {
  formatHint,
  joinMessageLines,
  type MatcherContext,
  type MatcherResult,
  throwMatcherError,
} from './matcher.ts'
import { renderCalls } from './render.ts'
import { readSubject } from './subject.ts'

const NAME = 'toStayWithin'

/** Limits of a run. */
export interface Budget {
  /** Tool calls, with failed calls. */
  calls?: number
  /** Input and output tokens together. */
  tokens?: number
  /** Milliseconds of wall time. */
  ms?: number
  /** Assistant turns that call a tool. */
  turns?: number
}

type BudgetItem = keyof Budget

const EXAMPLE = 'Give some of { calls, tokens, ms, turns }.'

/** How much of each a trace says was taken; undefined where it does not say. */
const SPENT: Record<BudgetItem, (trace: Trace, isBare: boolean) => number | undefined> = {
  calls: ({ calls }) => calls.length,
  // A model that answers takes tokens: a count of none was never taken.
  tokens: ({ usage }) => (usage === undefined ? 0 : usage.input_tokens + usage.output_tokens) || undefined,
  ms: ({ duration_ms }) => duration_ms,
  turns: ({ calls }, isBare) => {
    const turns = calls.map((call) => call.turn)
    return isBare || turns.includes(undefined) ? undefined : new Set(turns).size
  },
}

const REMEDY: Record<BudgetItem, string> = {
  calls: '',
  tokens: 'Let the agent return its `messages` or its `usage`',
  ms: 'Give the matcher a run, or set `duration_ms` in the trace',
  turns: 'Let the agent return its `messages`, or pass `turn` to `invoke`',
}

function readBudgetItems(budget: unknown): [BudgetItem, number][] {
  if (typeof budget !== 'object' || budget === null)
    throwMatcherError(NAME, `the budget is missing. ${EXAMPLE}`)
  const items = Object.entries(budget as object).filter(([, most]) => most !== undefined)
  if (items.length === 0) throwMatcherError(NAME, `the budget is missing. ${EXAMPLE}`)
  for (const [name, most] of items) {
    if (!Object.hasOwn(SPENT, name)) throwMatcherError(NAME, `unknown budget ${name}. ${EXAMPLE}`)
    if (typeof most !== 'number' || !(most >= 0)) {
      throwMatcherError(NAME, `the budget for ${name} is ${JSON.stringify(most)}. Give a number from 0.`)
    }
  }
  return items as [BudgetItem, number][]
}

/** `expect(run).toStayWithin`, which `TracewrightMatchers` documents. */
export function toStayWithin(this: MatcherContext, received: unknown, budget: Budget): MatcherResult {
  const { trace, received: imported } = readSubject(this, received, NAME)
  const spent = readBudgetItems(budget).map(([name, most]) => {
    const amount = SPENT[name](trace, imported.bare)
    const what = name === 'ms' ? 'how long it took' : name
    return amount === undefined
      ? throwMatcherError(
          NAME,
          `the trace does not record ${what}, so the budget cannot be checked. ${REMEDY[name]}.`,
        )
      : { name, most, amount }
  })
  return {
    pass: spent.every(({ most, amount }) => amount <= most),
    message: () =>
      joinMessageLines([
        formatHint(this, NAME, 'budget'),
        '',
        `Expected: ${spent.map(({ name, most }) => `${name} ${this.isNot ? 'over' : 'at most'} ${most}`).join(this.isNot ? ' or ' : ', ')}`,
        `Received: ${spent.map(({ name, most, amount }) => `${name} ${amount}${amount > most ? ` (${round(amount - most)} over)` : ''}`).join(', ')}`,
        '',
        `Calls:\n${renderCalls(trace)}`,
      ]),
  }
}

const round = (amount: number): number => Math.round(amount * 1000) / 1000
