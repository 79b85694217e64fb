import type { GroupAverage, LeaderboardMetrics, LeaderboardRow } from '../schema/report.ts'
import { LEVELS, type Level } from '../schema/task.ts'
import { dropUndefinedFields } from '../shared/json.ts'
import { shareInterval } from './intervals.ts'
import { computeLevelGaps } from './level-gaps.ts'
import { adjustByHolm, comparePair } from './pairs.ts'
import { mean } from './weakest-tool-gap.ts'

/** What an agent reached on one task, one attempt. */
export interface TaskResult {
  /** Id of the task. */
  task_id: string
  /** Level of the task. */
  level: Level
  /** From 0 to 1. */
  score: number
  /** Whether the attempt solved it. */
  solved: boolean
}

/** An agent's results on the suite. */
export interface Contestant {
  /** Name of the agent. */
  agent: string
  /** The option `group` of its project. */
  group?: string | undefined
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

function buildRow({ agent, group, results }: Contestant): Omit<LeaderboardRow, 'ahead_of_next'> {
  const levels: Partial<Record<Level, LeaderboardMetrics>> = {}
  for (const level of LEVELS) {
    const selected = results.filter((result) => result.level === level)
    if (selected.length > 0) levels[level] = computeStanding(selected)
  }
  const level_gaps = computeLevelGaps(levels)
  return {
    agent,
    ...dropUndefinedFields({ group }),
    overall: computeStanding(results),
    levels,
    level_drop: level_gaps.drops.L3_dag,
    level_gaps,
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
 * @throws RangeError if agents were not tried once on each of the same tasks
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
    const { only_first, only_second, p } = comparePair(solved, (rows[i + 1] as (typeof rows)[number]).solved)
    return { only_this: only_first, only_next: only_second, p }
  })
  const adjusted = adjustByHolm(neighbours.map(({ p }) => p))
  return rows.map(({ row }, i) => {
    const neighbour = neighbours[i]
    const ahead_of_next = neighbour === undefined ? null : { ...neighbour, adjusted: adjusted[i] as number }
    return { ...row, ahead_of_next }
  })
}

/** Means over the agents of each group, and over all agents; absent if no agent has a group. */
export function averageGroups(rows: readonly LeaderboardRow[]): GroupAverage[] {
  const groups = [...new Set(rows.flatMap(({ group }) => group ?? []))].sort()
  if (groups.length === 0) return []
  return [undefined, ...groups].map((group) => {
    const inGroup = rows.filter((row) => group === undefined || row.group === group)
    const average = (metrics: readonly LeaderboardMetrics[]) => ({
      solved: mean(metrics.map(({ solved }) => solved)),
      score: mean(metrics.map(({ score }) => score)),
    })
    const levels: GroupAverage['levels'] = {}
    for (const level of LEVELS) {
      const metrics = inGroup.flatMap((row) => row.levels[level] ?? [])
      if (metrics.length > 0) levels[level] = average(metrics)
    }
    return {
      group: group ?? 'all',
      agents: inGroup.length,
      overall: average(inGroup.map(({ overall }) => overall)),
      levels,
      level_gaps: computeLevelGaps(levels),
    }
  })
}
