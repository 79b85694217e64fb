import { agentNameOf } from '../../metrics/contestants.ts'
import { figuresByLevel, figuresOf, freeTextFigures } from '../../metrics/figures.ts'
import { shareInterval } from '../../metrics/intervals.ts'
import type { CurvePoint, ReportAgent } from '../../schema/report.ts'
import type { Case } from '../../schema/run.ts'
import { LEVELS, type Level } from '../../schema/task.ts'

const scoresOf = (cases: readonly Case[]): NonNullable<Case['score']>[] =>
  cases.flatMap(({ score }) => (score === undefined ? [] : [score]))

const intervalOf = (scores: readonly { solved: boolean }[]) =>
  scores.length === 0 ? undefined : shareInterval(scores.filter(({ solved }) => solved).length, scores.length)

/** Tasks that a point of the curve stands for at the least, where there are as many. */
const MIN_TASKS = 5

/** Cases by number of steps; longer tasks, of which there are few, are pooled with their neighbours. */
function poolBySteps(cases: readonly Case[], stepsOf: (item: Case) => number): Case[][] {
  const counts = [...new Set(cases.map(stepsOf))].sort((a, b) => a - b)
  const pools: Case[][] = []
  for (const steps of counts) {
    const selected = cases.filter((item) => stepsOf(item) === steps)
    const last = pools.at(-1)
    if (last !== undefined && last.length < MIN_TASKS) last.push(...selected)
    else pools.push(selected)
  }
  const rest = pools.at(-1)
  if (pools.length > 1 && rest !== undefined && rest.length < MIN_TASKS) {
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

/** Figures of an agent over its cases; `stepsOf` says how many steps the task of a case expects. */
function agentOf(
  name: string,
  cases: readonly Case[],
  stepsOf: (item: Case) => number,
  notes: Readonly<Record<string, string>>,
): ReportAgent {
  const scores = scoresOf(cases)
  const free = freeTextFigures(scores)
  const interval = intervalOf(scores)
  const note = notes[name] ?? notes[cases[0]?.agent ?? name]
  const byLevel = LEVELS.flatMap((level): [Level, { low: number; high: number }][] => {
    const selected = intervalOf(scores.filter((score) => score.level === level && score.free_text !== true))
    return selected === undefined ? [] : [[level, selected]]
  })
  return {
    name,
    ...(note === undefined ? {} : { note }),
    overall: figuresOf(scores),
    levels: figuresByLevel(scores),
    ...(free === undefined ? {} : { free_text: free }),
    ...(interval === undefined ? {} : { interval }),
    level_intervals: Object.fromEntries(byLevel),
    curve: curveOf(cases, stepsOf),
  }
}

/** The agents in the order of their first cases; `notes` says something of an agent, by its name. */
export const agentsOf = (
  cases: readonly Case[],
  stepsOf: (item: Case) => number,
  notes: Readonly<Record<string, string>>,
): ReportAgent[] =>
  [...new Set(cases.map(agentNameOf))].map((name) =>
    agentOf(
      name,
      cases.filter((item) => agentNameOf(item) === name),
      stepsOf,
      notes,
    ),
  )
