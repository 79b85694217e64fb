import { type RandomGenerator, xoroshiro128plus } from 'pure-rand'
import type { Attempt, GateTask } from '../../src/ledger/attempt.ts'
import type { GateRun } from '../../src/ledger/preflight.ts'
import { nextFresh } from '../../src/ledger/rounds.ts'
import { LEDGER_FORMAT, type Ledger } from '../../src/schema/ledger.ts'
import { LEVELS } from '../../src/schema/task.ts'

/** Chances between 0 and 1 that a seed determines. */
export type Chance = () => number

/** A stream of its own for each seed: the state is filled by a mixing function, since neighbouring seeds resemble. */
export function chanceOf(seed: number): Chance {
  let state = seed | 0
  const mix = (): number => {
    state = (state + 0x9e3779b9) | 0
    let z = state
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b)
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35)
    return z ^ (z >>> 16)
  }
  const generator: RandomGenerator = xoroshiro128plus.fromState([mix(), mix(), mix(), mix() | 1])
  return () => (generator.unsafeNext() >>> 0) / 2 ** 32
}

/** Shares of the levels in a simulated suite: 48, 64, 40 and 48 of 200. */
const LEVEL_ENDS = [0.24, 0.56, 0.76, 1]

/** The tasks of a simulated suite. */
export const simulatedSuite = (size: number): GateTask[] =>
  Array.from({ length: size }, (_, at) => {
    const level = LEVELS[LEVEL_ENDS.findIndex((end) => at < end * size)] ?? 'L3_dag'
    return { key: at.toString(16).padStart(64, '0'), task_id: `task_${at}`, level }
  })

/** Chance of each task of the suite to be solved. */
export type Agent = readonly number[]

/** Kinds of agents, by how their tasks' chances are drawn. */
export const MIXES = {
  /** Solves all it is asked, nearly always. */
  perfect: () => 0.995,
  /** 60 % solved nearly always, 10 % nearly never, 30 % anywhere between. */
  steady: (chance: Chance): number => {
    const kind = chance()
    return kind < 0.6 ? 0.995 : kind < 0.7 ? 0.005 : 0.1 + 0.8 * chance()
  },
  /** 60 % near .9, 10 % nearly never, 30 % anywhere between. */
  near90: (chance: Chance): number => {
    const kind = chance()
    return kind < 0.6 ? 0.85 + 0.1 * chance() : kind < 0.7 ? 0.005 : 0.1 + 0.8 * chance()
  },
  /** Solves each task 19 times in 20. */
  at95: () => 0.95,
  /** Every task solved about half the time. */
  half: (chance: Chance): number => 0.4 + 0.2 * chance(),
  /** Every task anywhere between. */
  flaky: (chance: Chance): number => chance(),
} as const
export type Mix = keyof typeof MIXES

/** An agent of a kind, with so many tasks. */
export const agentOf = (mix: Mix, size: number, chance: Chance): Agent =>
  Array.from({ length: size }, () => MIXES[mix](chance))

/** The agent after its chances dropped by so much, none below 0 or above 1. */
export const dropped = (agent: Agent, drop: number): Agent =>
  agent.map((p) => Math.min(1, Math.max(0, p - drop)))

/** n attempts at each task. */
const attempt = (agent: Agent, n: number, chance: Chance): Attempt[] =>
  simulatedSuite(agent.length).flatMap((task, i) =>
    Array.from(
      { length: n },
      () => ({ ...task, outcome: chance() < (agent[i] as number) ? 'solved' : 'failed' }) as const,
    ),
  )

/** A ledger of `b` attempts a task from so many separate runs, `b` by default; `drop` gives the drop of each run. */
export function ledgerOf(
  agent: Agent,
  b: number,
  chance: Chance,
  { runs = b, drop = () => 0 }: { runs?: number; drop?: () => number } = {},
): Ledger {
  const successes = agent.map(() => 0)
  const drops = Array.from({ length: runs }, drop)
  for (let at = 0; at < b; at++) {
    dropped(agent, drops[at % runs] as number).forEach((p, i) => {
      if (chance() < p) successes[i] = (successes[i] as number) + 1
    })
  }
  const tasks = simulatedSuite(agent.length).map(({ key, task_id, level }, i) => [
    key,
    { task_id, level, successes: successes[i] as number, attempts: b, provenance: { runs: ['simulated'] } },
  ])
  return { format: LEDGER_FORMAT, suite: 'simulated', agent: 'synthetic', tasks: Object.fromEntries(tasks) }
}

/** A run of n attempts a task, with the fresh attempts that the gate asks for. */
export function gated(
  agent: Agent,
  n: number,
  ledger: Ledger,
  chance: Chance,
): { run: GateRun; fresh: Attempt[] } {
  const suite = simulatedSuite(agent.length)
  const run = { suite, attempts: attempt(agent, n, chance), complete: true }
  const chances = new Map(suite.map(({ key }, i) => [key, agent[i] as number]))
  const fresh: Attempt[] = []
  for (;;) {
    const plans = nextFresh(run, ledger, fresh)
    if (plans.length === 0) return { run, fresh }
    for (const { attempts, ...task } of plans) {
      const made = fresh.filter(({ key }) => key === task.key).length
      for (let i = made; i < attempts; i++)
        fresh.push({
          ...task,
          outcome: chance() < (chances.get(task.key) as number) ? 'solved' : 'failed',
        })
    }
  }
}
