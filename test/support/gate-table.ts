import type { Verdict } from '../../src/ledger/gate.ts'
import {
  type Agent,
  agentOf,
  type Chance,
  chanceOf,
  gated,
  ledgerOf,
  type Mix,
  SUITE,
} from './synthetic-agents.ts'

/** A cell of the simulation. */
export interface Cell {
  mix: Mix
  /** Attempts a task in the ledger. */
  b: number
  /** Attempts a task in the run. */
  n: number
}

/** Shares of the simulated gates. */
export interface Outcome {
  regressed: number
  inconclusive: number
  /** The task that was broken was named. */
  named: number
  /** Mean of the fresh attempts, and of the smallest drop that the gate says it sees. */
  extra: number
  drop: number
}

export interface Options {
  runs: number
  /** What becomes of the agent between ledger and run; nothing by default. */
  change?: (agent: Agent, chance: Chance) => Agent
  /** Draws how much all tasks drop together in one run, of ledger or gate; 0 by default. */
  shift?: (chance: Chance) => number
  /** Task of which `named` speaks. */
  target?: (agent: Agent) => number
  /** Runs of the ledger that its attempts come from; by default each attempt is a run of its own. */
  ledgerRuns?: number
  /** Gates in a row against one ledger, 1 by default. */
  reuse?: number
}

const names = ({ tasks }: Verdict, key: string | undefined): boolean =>
  tasks.some((task) => task.regressed && task.key === key)

/** Simulates ledgers and gates of one cell; the same cell and options give the same outcome. */
export function simulate({ mix, b, n }: Cell, options: Options): Outcome {
  const { runs, change = (agent) => agent, shift = () => 0, target, ledgerRuns = b, reuse = 1 } = options
  const sums = { regressed: 0, inconclusive: 0, named: 0, extra: 0, drop: 0 }
  for (let run = 0; run < runs; run++) {
    const chance = chanceOf(run * 10_000 + b * 100 + n * 10 + mix.length)
    const agent = agentOf(mix, chance)
    const ledger = ledgerOf(agent, b, chance, { runs: ledgerRuns, drop: () => shift(chance) })
    for (let again = 0; again < reuse; again++) {
      const changed = change(agent, chance)
      const { verdict, extra } = gated(changed, n, ledger, chance, shift(chance))
      sums.regressed += Number(verdict.verdict === 'regressed')
      sums.inconclusive += Number(verdict.verdict === 'inconclusive')
      sums.named += Number(target !== undefined && names(verdict, SUITE[target(agent)]?.key))
      sums.extra += extra
      sums.drop += verdict.smallest_drop ?? 1
    }
  }
  const gates = runs * reuse
  return {
    regressed: sums.regressed / gates,
    inconclusive: sums.inconclusive / gates,
    named: sums.named / gates,
    extra: sums.extra / gates,
    drop: sums.drop / gates,
  }
}

/** The first task that is stably solved. */
export const stable = (agent: Agent): number => agent.findIndex((p) => p > 0.99)

/** The agent with its first stably solved task broken. */
export const withOneBroken = (agent: Agent): Agent => agent.with(stable(agent), 0)
