import { figuresByLevel, figuresOf } from '../metrics/figures.ts'
import { shareInterval } from '../metrics/intervals.ts'
import { meanFigures } from '../metrics/mean-figures.ts'
import type { CurvePoint, ReportAgent, ReportGroup } from '../schema/report.ts'
import type { Case } from '../schema/run.ts'
import { LEVELS, type Level } from '../schema/task.ts'

/** The name that cases of one agent in one project go by. */
export const nameOf = ({ agent = 'agent', project }: Case): string =>
  project ? `${agent} (${project})` : agent

const scoresOf = (cases: readonly Case[]): NonNullable<Case['score']>[] =>
  cases.flatMap(({ score }) => (score === undefined ? [] : [score]))

const intervalOf = (scores: readonly { solved: boolean }[]) =>
  scores.length === 0 ? undefined : shareInterval(scores.filter(({ solved }) => solved).length, scores.length)

/** Tasks that a point of the curve stands for at the least, where there are as many. */
const FEWEST = 5

/** Cases by number of steps; longer tasks, of which there are few, are pooled with their neighbours. */
function poolBySteps(cases: readonly Case[], stepsOf: (item: Case) => number): Case[][] {
  const counts = [...new Set(cases.map(stepsOf))].sort((a, b) => a - b)
  const pools: Case[][] = []
  for (const steps of counts) {
    const own = cases.filter((item) => stepsOf(item) === steps)
    const last = pools.at(-1)
    if (last !== undefined && last.length < FEWEST) last.push(...own)
    else pools.push(own)
  }
  const rest = pools.at(-1)
  if (pools.length > 1 && rest !== undefined && rest.length < FEWEST) {
    pools.pop()
    pools.at(-1)?.push(...rest)
  }
  return pools
}

function curveOf(cases: readonly Case[], stepsOf: (item: Case) => number): CurvePoint[] {
  const scored = cases.filter(({ score }) => score !== undefined)
  return poolBySteps(scored, stepsOf).flatMap((pool) => {
    const scores = scoresOf(pool)
    const interval = intervalOf(scores)
    if (interval === undefined) return []
    const counts = pool.map(stepsOf)
    return [{ steps: Math.min(...counts), up_to: Math.max(...counts), figures: figuresOf(scores), interval }]
  })
}

/** What is known of agents by their names. */
export interface AgentWords {
  /** Group of an agent on the leaderboard. */
  groups?: Readonly<Record<string, string>>
  /** What is said of an agent. */
  notes?: Readonly<Record<string, string>>
}

/** Figures of an agent over its cases; `stepsOf` says how many steps the task of a case expects. */
function agentOf(
  name: string,
  cases: readonly Case[],
  stepsOf: (item: Case) => number,
  { groups = {}, notes = {} }: AgentWords,
): ReportAgent {
  const scores = scoresOf(cases)
  const plainName = cases[0]?.agent ?? name
  const interval = intervalOf(scores)
  const note = notes[plainName]
  const group = groups[plainName]
  const byLevel = LEVELS.flatMap((level): [Level, { low: number; high: number }][] => {
    const own = intervalOf(scores.filter((score) => score.level === level))
    return own === undefined ? [] : [[level, own]]
  })
  return {
    name,
    ...(group === undefined ? {} : { group }),
    ...(note === undefined ? {} : { note }),
    overall: figuresOf(scores),
    levels: figuresByLevel(scores),
    ...(interval === undefined ? {} : { interval }),
    level_intervals: Object.fromEntries(byLevel),
    curve: curveOf(cases, stepsOf),
  }
}

/** Means of the groups that agents name. */
export function groupsOf(agents: readonly ReportAgent[]): ReportGroup[] {
  const names = [...new Set(agents.flatMap(({ group }) => (group === undefined ? [] : [group])))]
  return names.map((name) => {
    const own = agents.filter(({ group }) => group === name)
    const levels = LEVELS.flatMap((level) => {
      const figures = own.flatMap((agent) => agent.levels[level] ?? [])
      return figures.length === 0 ? [] : [[level, meanFigures(figures)] as const]
    })
    const overall = meanFigures(own.map((agent) => agent.overall))
    return { name, agents: own.length, overall, levels: Object.fromEntries(levels) }
  })
}

/** The agents of a run in the order of their first cases. */
export const agentsOf = (
  cases: readonly Case[],
  stepsOf: (item: Case) => number,
  words: AgentWords,
): ReportAgent[] =>
  [...new Set(cases.map(nameOf))].map((name) =>
    agentOf(
      name,
      cases.filter((item) => nameOf(item) === name),
      stepsOf,
      words,
    ),
  )
