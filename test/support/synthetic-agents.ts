import { type RandomGenerator, xoroshiro128plus } from 'pure-rand'
import type { Attempt, GateTask } from '../../src/ledger/attempt.ts'
import { freshAttempts, suspects, type Verdict, verdict } from '../../src/ledger/gate.ts'
import { LEDGER_FORMAT, type Ledger } from '../../src/schema/ledger.ts'
import type { Level } from '../../src/schema/task.ts'

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

const LEVEL_COUNTS: readonly [Level, number][] = [
  ['L0_node', 48],
  ['L1_chain', 64],
  ['L2_parallel', 40],
  ['L3_dag', 48],
]

/** The 200 tasks of the simulated suite. */
export const SUITE: readonly GateTask[] = LEVEL_COUNTS.flatMap(([level, count], i) =>
  Array.from({ length: count }, (_, at) => {
    const task_id = `${level}_${at}`
    return { key: `${i}${at.toString(16).padStart(63, '0')}`, task_id, level }
  }),
)

/** Chance of each task of the suite to be solved. */
export type Agent = readonly number[]

/** Kinds of agents, by how their tasks' chances are drawn. */
export const MIXES = {
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
  /** A weak agent: 20 % solved nearly always, 40 % nearly never, 40 % anywhere between. */
  weak: (chance: Chance): number => {
    const kind = chance()
    return kind < 0.2 ? 0.995 : kind < 0.6 ? 0.005 : 0.1 + 0.8 * chance()
  },
  /** Every task anywhere between: worse than any agent that a gate should be used on. */
  flaky: (chance: Chance): number => chance(),
} as const
export type Mix = keyof typeof MIXES

/** An agent of a kind. */
export const agentOf = (mix: Mix, chance: Chance): Agent => SUITE.map(() => MIXES[mix](chance))

/** The agent after its chances dropped by so much, none below 0 or above 1. */
export const dropped = (agent: Agent, drop: number): Agent =>
  agent.map((p) => Math.min(1, Math.max(0, p - drop)))

/** n attempts at each task. */
export const attempt = (agent: Agent, n: number, chance: Chance): Attempt[] =>
  SUITE.flatMap((task, i) =>
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
  const successes = SUITE.map(() => 0)
  const drops = Array.from({ length: runs }, drop)
  for (let at = 0; at < b; at++) {
    dropped(agent, drops[at % runs] as number).forEach((p, i) => {
      if (chance() < p) successes[i] = (successes[i] as number) + 1
    })
  }
  const tasks = SUITE.map(({ key, task_id, level }, i) => [
    key,
    { task_id, level, successes: successes[i] as number, attempts: b, provenance: { runs: ['simulated'] } },
  ])
  return { format: LEDGER_FORMAT, suite: 'simulated', agent: 'synthetic', tasks: Object.fromEntries(tasks) }
}

/** One whole gate: a run of n attempts a task, the fresh attempts that it asks for, the verdict; all after a drop. */
export function gated(
  agent: Agent,
  n: number,
  ledger: Ledger,
  chance: Chance,
  drop = 0,
): { verdict: Verdict; extra: number } {
  const now = dropped(agent, drop)
  const run = { suite: SUITE, attempts: attempt(now, n, chance), complete: true }
  const chances = new Map(SUITE.map(({ key }, i) => [key, now[i] as number]))
  const fresh = freshAttempts(suspects(run, ledger)).flatMap(({ attempts, ...task }) =>
    Array.from({ length: attempts }, () => ({
      ...task,
      outcome: chance() < (chances.get(task.key) as number) ? ('solved' as const) : ('failed' as const),
    })),
  )
  return { verdict: verdict(run, ledger, fresh), extra: fresh.length }
}
