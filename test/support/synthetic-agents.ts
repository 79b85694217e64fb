import { type RandomGenerator, xoroshiro128plus } from 'pure-rand'
import type { GateTask } from '../../src/baseline/attempt.ts'
import { LEVELS } from '../../src/schema/task.ts'

/** Chances between 0 and 1 that a seed determines. */
export type Chance = () => number

/** A stream of its own for each seed: the state is filled by a mixing function, since neighbouring seeds resemble. */
export function createChance(seed: number): Chance {
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
export const simulateSuite = (size: number): GateTask[] =>
  Array.from({ length: size }, (_, at) => {
    const level = LEVELS[LEVEL_ENDS.findIndex((end) => at < end * size)] ?? 'L3_dag'
    return { key: at.toString(16).padStart(64, '0'), task_id: `task_${at}`, level }
  })

/** Chance of each task of the suite to be solved. */
export type SolveChances = readonly number[]

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
  /** Solves each task 17 times in 20, and 14 times in 20. */
  at85: () => 0.85,
  at70: () => 0.7,
  /** Half solved nearly always, 30 % four times in five, 20 % two times in five. */
  mixed: (chance: Chance): number => {
    const kind = chance()
    return kind < 0.5 ? 0.98 : kind < 0.8 ? 0.8 : 0.4
  },
  /** Every task solved about half the time. */
  half: (chance: Chance): number => 0.4 + 0.2 * chance(),
  /** Every task anywhere between. */
  flaky: (chance: Chance): number => chance(),
} as const
export type Mix = keyof typeof MIXES

/** An agent of a kind, with so many tasks. */
export const createAgent = (mix: Mix, size: number, chance: Chance): SolveChances =>
  Array.from({ length: size }, () => MIXES[mix](chance))

/** The agent in a run of so much luck, which all its tasks share, in log-odds. */
export const applyLuck = (agent: SolveChances, luck: number): SolveChances =>
  luck === 0 ? agent : agent.map((p) => 1 / (1 + ((1 - p) / p) * Math.exp(-luck)))

/** The agent after its chances dropped by so much, none below 0 or above 1. */
export const applyDrop = (agent: SolveChances, drop: number): SolveChances =>
  agent.map((p) => Math.min(1, Math.max(0, p - drop)))
