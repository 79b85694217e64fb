import type { Pair } from '../../src/ledger/attempt.ts'
import { type Judgement, judge } from '../../src/ledger/gate.ts'
import { inquire } from '../../src/ledger/rounds.ts'
import {
  type Agent,
  agentOf,
  type Chance,
  chanceOf,
  dropped,
  MIXES,
  type Mix,
  simulatedSuite,
} from './synthetic-agents.ts'

/** A cell of the simulation. */
export interface Cell {
  mix: Mix
  /** Tasks of the suite. */
  tasks: number
  /** Attempts a task in the ledger. */
  b: number
  /** Attempts a task in the run. */
  n: number
  /** Tasks broken outright: such as the agent nearly always solved, or solved most, first. */
  broken?: number
  /** How much less often each task is solved now, a share. */
  drop?: number
  /** Standard deviation of how much all tasks of one run drop or rise together, a share. */
  shift?: number
  /** Runs that the ledger comes from, where not each attempt is a run of its own. */
  runs?: number
}

/** What the gates of a cell came to, as counts. */
export interface Counted {
  gates: number
  regressed: number
  /** Undecided: exit code 1 all the same. */
  undecided: number
  /** Fresh attempts in all. */
  fresh: number
}

/** A normal deviate. Source: Box and Muller, 1958. */
const normal = (chance: Chance): number =>
  Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())

/** The agent with its tasks of the highest chance broken. */
function broken(agent: Agent, count: number): Agent {
  const order = agent.map((_, i) => i).toSorted((i, j) => (agent[j] as number) - (agent[i] as number))
  const dead = new Set(order.slice(0, count))
  return agent.map((p, i) => (dead.has(i) ? 0 : p))
}

const solvedOf = (p: number, attempts: number, chance: Chance): number => {
  let solved = 0
  for (let at = 0; at < attempts; at++) if (chance() < p) solved++
  return solved
}

/** One ledger and one gate against it, with the fresh attempts that it asks for. */
function simulateGate(cell: Cell, chance: Chance): Judgement & { fresh: number } {
  const { mix, tasks, b, n, broken: dead = 0, drop = 0, shift = 0, runs = b } = cell
  const agent = agentOf(mix, tasks, chance)
  const shifted = (of: Agent): Agent => (shift === 0 ? of : dropped(of, shift * normal(chance)))
  const days = Array.from({ length: runs }, () => shifted(agent))
  const now = shifted(dropped(broken(agent, dead), drop))
  const suite = simulatedSuite(tasks)
  let pairs: Pair[] = suite.map((task, i) => {
    let successes = 0
    for (let at = 0; at < b; at++) successes += solvedOf((days[at % runs] as Agent)[i] as number, 1, chance)
    const run = { successes: solvedOf(now[i] as number, n, chance), attempts: n }
    return { ...task, run, ledger: { successes, attempts: b }, fresh: [], made: 0, stoodIn: 0 }
  })
  const at = new Map(suite.map(({ key }, i) => [key, i]))
  for (;;) {
    const inquiry = inquire(pairs)
    if (inquiry.wanted.length === 0) {
      return { ...judge(inquiry, pairs), fresh: pairs.reduce((sum, { fresh }) => sum + fresh.length, 0) }
    }
    pairs = [...pairs]
    for (const { key, attempts } of inquiry.wanted) {
      const i = at.get(key) as number
      const pair = pairs[i] as Pair
      const more = Array.from({ length: attempts - pair.fresh.length }, () => chance() < (now[i] as number))
      pairs[i] = { ...pair, fresh: [...pair.fresh, ...more], made: attempts }
    }
  }
}

/** Seed of a gate of a cell, so that cells can be run in parts and in any order. */
const seedOf = ({ mix, tasks, b, n }: Cell, gate: number): number =>
  gate * 1_000_003 + tasks * 1009 + b * 31 + n * 7 + Object.keys(MIXES).indexOf(mix) * 101

/** Simulates some gates of a cell, from the given number on; the same cell and numbers give the same counts. */
export function simulate(cell: Cell, gates: number, first = 0): Counted {
  const counted: Counted = { gates: 0, regressed: 0, undecided: 0, fresh: 0 }
  for (let gate = first; gate < first + gates; gate++) {
    const { regressed, undecided, fresh } = simulateGate(cell, chanceOf(seedOf(cell, gate)))
    counted.gates++
    if (regressed) counted.regressed++
    else if (undecided) counted.undecided++
    counted.fresh += fresh
  }
  return counted
}
