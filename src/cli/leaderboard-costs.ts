import { agentNameOf } from '../metrics/contestants.ts'
import type { Money, Prices } from '../models/prices.ts'
import type { Case, Run } from '../schema/run.ts'

/** What the first attempts of an agent used; null where no attempt says it. */
export interface AgentCosts {
  agent: string
  input_tokens: number | null
  output_tokens: number | null
  model_calls: number | null
  /** Models that answered, as the provider names them. */
  models: string[]
  /** Null without prices, and where there is none of the model. */
  cost: Money | null
  /** Cost over solved tasks, failures paid for; null where none was solved. */
  cost_per_solved: Money | null
  /** Attempts that do not say what they used; what is told is then too little. */
  unknown: number
}

export type PriceFinder = (names: readonly string[]) => ((input: number, output: number) => Money) | undefined

const firstOf = ({ attempts = [] }: Case) => attempts.find(({ fresh }) => fresh !== true)

function costsOf(agent: string, cases: readonly Case[], priced: PriceFinder): AgentCosts {
  const firsts = cases.flatMap((item) => firstOf(item) ?? [])
  const stated = firsts.filter(({ usage }) => usage !== undefined && usage.model_calls > 0)
  const sum = (name: 'input_tokens' | 'output_tokens' | 'model_calls'): number | null =>
    stated.length === 0 ? null : stated.reduce((total, { usage }) => total + (usage?.[name] ?? 0), 0)
  const [input_tokens, output_tokens] = [sum('input_tokens'), sum('output_tokens')]
  const models = [...new Set(firsts.flatMap(({ models: own = [] }) => own))].sort()
  const projects = [...new Set(cases.flatMap(({ project }) => project ?? []))]
  // The tokens of several models cannot be told apart, unless the project has the price of all.
  const price = priced(projects) ?? (models.length === 1 ? priced(models) : undefined)
  const cost =
    price === undefined || input_tokens === null || output_tokens === null
      ? null
      : price(input_tokens, output_tokens)
  const solved = cases.filter(({ score }) => score?.solved === true).length
  return {
    agent,
    input_tokens,
    output_tokens,
    model_calls: sum('model_calls'),
    models,
    cost,
    cost_per_solved: cost === null || solved === 0 ? null : { ...cost, amount: cost.amount / solved },
    unknown: firsts.length - stated.length,
  }
}

/** The costs of each agent of some runs, by the name that the leaderboard has for it. */
export function leaderboardCosts(runs: readonly Pick<Run, 'cases'>[], priced: PriceFinder): AgentCosts[] {
  const cases = runs.flatMap((run) => run.cases).filter(({ outcome }) => outcome !== 'skipped')
  return [...new Set(cases.map(agentNameOf))].map((agent) =>
    costsOf(
      agent,
      cases.filter((item) => agentNameOf(item) === agent),
      priced,
    ),
  )
}

/** Finds prices in a table; none without one. */
export async function priceFinder(file: string | undefined): Promise<{ find: PriceFinder; prices?: Prices }> {
  if (file === undefined) return { find: () => undefined }
  const { costOfTokens, priceOf, readPrices } = await import('../models/prices.ts')
  const prices = readPrices(file)
  const find: PriceFinder = (names) => {
    const price = priceOf(prices, names)
    return price && ((input, output) => costOfTokens(price, input, output))
  }
  return { find, prices }
}
