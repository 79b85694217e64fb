import { formatAgentName, listRankedCases } from '../metrics/contestants.ts'
import { computeTokenCost, findPrice, type Prices } from '../models/prices.ts'
import type { Case, Run } from '../schema/run.ts'
import type { Usage } from '../schema/trace.ts'

/** What the first attempts of an agent used; null where none of them states it, or where its price is unknown. */
function computeCosts(agent: string, cases: readonly Case[], prices: Prices | undefined) {
  const firsts = cases.flatMap(({ attempts = [] }) => attempts.find(({ rerun }) => rerun !== true) ?? [])
  const stated = firsts.flatMap(({ usage }) => (usage === undefined || usage.model_calls === 0 ? [] : usage))
  const sum = (metric: keyof Usage): number | null =>
    stated.length === 0 ? null : stated.reduce((total, usage) => total + usage[metric], 0)
  const [input_tokens, output_tokens, model_calls] = [
    sum('input_tokens'),
    sum('output_tokens'),
    sum('model_calls'),
  ]
  const models = [...new Set(firsts.flatMap(({ models: names = [] }) => names))].sort()
  const projects = new Set(cases.flatMap(({ project }) => project ?? []))
  // The tokens of several models cannot be told apart, unless the project has the price of all.
  const price = prices && findPrice(prices, [...projects, ...(models.length === 1 ? models : [])])
  const cost =
    price === undefined || input_tokens === null || output_tokens === null
      ? null
      : computeTokenCost(price, input_tokens, output_tokens)
  const solved = cases.filter(({ score }) => score?.solved === true).length
  return {
    ...{ agent, input_tokens, output_tokens, model_calls, models, cost },
    cost_per_solved: cost === null || solved === 0 ? null : { ...cost, amount: cost.amount / solved },
    attempts: firsts.length,
    /** Attempts that do not say what they used, so the sums are too low. */
    unknown: firsts.length - stated.length,
  }
}

export type AgentCosts = ReturnType<typeof computeCosts>

/** What the first attempts of some agents used at the tasks by which they are ranked. */
export function costsOfAgents(
  agents: readonly { agent: string }[],
  runs: readonly Run[],
  prices: Prices | undefined,
): AgentCosts[] {
  const cases = listRankedCases(runs)
  return agents.map(({ agent }) =>
    computeCosts(
      agent,
      cases.filter((item) => formatAgentName(item) === agent),
      prices,
    ),
  )
}
