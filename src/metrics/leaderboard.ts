import type { LeaderboardMetrics, LeaderboardRow } from '../schema/report.ts'
import { LEVELS, type Level } from '../schema/task.ts'
import { shareInterval } from './intervals.ts'
import { logChoose } from './log-factorial.ts'
import { computeLevelDrop, mean } from './weakest-tool-gap.ts'

/**
 * Holm's step-down correction: p values, each as large as the level of the whole family at which it would be
 * rejected, in the order given. Source: Holm, "A simple sequentially rejective multiple test procedure", 1979.
 */
export function adjustByHolm(ps: readonly number[]): number[] {
  const adjusted = ps.map(() => 1)
  let least = 0
  ps.map((p, at) => ({ p, at }))
    .sort((a, b) => a.p - b.p)
    .forEach(({ p, at }, rank) => {
      least = Math.max(least, Math.min(1, p * (ps.length - rank)))
      adjusted[at] = least
    })
  return adjusted
}

/**
 * Exact two-sided McNemar test: p that pairs which differ fall so unevenly by chance; 1 where none differs. Source:
 * McNemar, 1947, with the binomial distribution in place of its approximation.
 */
export function testByMcNemar(onlyFirst: number, onlySecond: number): number {
  const pairs = onlyFirst + onlySecond
  let tail = 0
  for (let x = 0; x <= Math.min(onlyFirst, onlySecond); x++) {
    tail += Math.exp(logChoose(pairs, x) - pairs * Math.LN2)
  }
  return Math.min(1, 2 * tail)
}

/** What an agent reached on one task, one attempt. */
export interface TaskResult {
  task_id: string
  level: Level
  score: number
  solved: boolean
}

/** An agent's results on the suite. */
export interface Contestant {
  /** Name of the agent. */
  agent: string
  /** Its results, one per attempt. */
  results: readonly TaskResult[]
}

function computeStanding(results: readonly TaskResult[]): LeaderboardMetrics {
  const solved = results.filter((result) => result.solved).length
  return {
    tasks: results.length,
    solved: solved / results.length,
    interval: shareInterval(solved, results.length),
    score: mean(results.map(({ score }) => score)),
  }
}

function buildRow({ agent, results }: Contestant): Omit<LeaderboardRow, 'ahead_of_next'> {
  const levels: Partial<Record<Level, LeaderboardMetrics>> = {}
  for (const level of LEVELS) {
    const selected = results.filter((result) => result.level === level)
    if (selected.length > 0) levels[level] = computeStanding(selected)
  }
  return {
    agent,
    overall: computeStanding(results),
    levels,
    level_drop: computeLevelDrop(levels),
  }
}

function throwRankError(cause: string, advice: string): never {
  throw new RangeError(`Failed to rank agents: ${cause}. ${advice}.`)
}

/** Every agent has one result of each task, the same tasks, and a name of its own. */
function check(contestants: readonly Contestant[]): void {
  const [first] = contestants
  if (first === undefined || first.results.length === 0)
    throwRankError('no result was given', 'Give at least one agent')
  if (new Set(contestants.map(({ agent }) => agent)).size < contestants.length) {
    throwRankError('two agents have the same name', 'Give each agent another name')
  }
  const levels = new Map(first.results.map(({ task_id, level }) => [task_id, level]))
  for (const { agent, results } of contestants) {
    const same = results.every(({ task_id, level }) => levels.get(task_id) === level)
    const once = new Set(results.map(({ task_id }) => task_id)).size === results.length
    if (!same || !once || results.length !== levels.size) {
      throwRankError(
        `${agent} and ${first.agent} have different tasks, or several results for one task`,
        'Run both on one suite',
      )
    }
  }
}

/**
 * Agents on one suite, best first by share of tasks solved, then by score, then by name.
 *
 * @throws RangeError where agents were not tried once on each of the same tasks
 */
export function leaderboardOf(contestants: readonly Contestant[]): LeaderboardRow[] {
  check(contestants)
  const rows = contestants
    .map((contestant) => ({
      row: buildRow(contestant),
      solved: new Map(contestant.results.map(({ task_id, solved }) => [task_id, solved])),
    }))
    .sort(({ row: a }, { row: b }) => {
      const difference = b.overall.solved - a.overall.solved || b.overall.score - a.overall.score
      return difference || (a.agent < b.agent ? -1 : 1)
    })
  const neighbours = rows.slice(0, -1).map(({ solved }, i) => {
    const next = (rows[i + 1] as (typeof rows)[number]).solved
    const only_this = [...solved].filter(([task, selected]) => selected && next.get(task) === false).length
    const only_next = [...solved].filter(([task, selected]) => !selected && next.get(task) === true).length
    return { only_this, only_next, p: testByMcNemar(only_this, only_next) }
  })
  const adjusted = adjustByHolm(neighbours.map(({ p }) => p))
  return rows.map(({ row }, i) => {
    const neighbour = neighbours[i]
    const ahead_of_next = neighbour === undefined ? null : { ...neighbour, adjusted: adjusted[i] as number }
    return { ...row, ahead_of_next }
  })
}
