import { agentNameOf } from '../../metrics/contestants.ts'
import { freeTextFigures, metricsByLevel, metricsOf } from '../../metrics/figures.ts'
import { shareInterval } from '../../metrics/intervals.ts'
import type { ReportAgent } from '../../schema/report.ts'
import type { Case } from '../../schema/run.ts'
import { LEVELS, type Level } from '../../schema/task.ts'

const scoresOf = (cases: readonly Case[]): NonNullable<Case['score']>[] =>
  cases.flatMap(({ score }) => (score === undefined ? [] : [score]))

const intervalOf = (scores: readonly { solved: boolean }[]) =>
  scores.length === 0 ? undefined : shareInterval(scores.filter(({ solved }) => solved).length, scores.length)

/** Figures of an agent over its cases. */
function agentOf(name: string, cases: readonly Case[], notes: Readonly<Record<string, string>>): ReportAgent {
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
    overall: metricsOf(scores),
    levels: metricsByLevel(scores),
    ...(free === undefined ? {} : { free_text: free }),
    ...(interval === undefined ? {} : { interval }),
    level_intervals: Object.fromEntries(byLevel),
  }
}

/** The agents in the order of their first cases; `notes` says something of an agent, by its name. */
export const agentsOf = (cases: readonly Case[], notes: Readonly<Record<string, string>>): ReportAgent[] =>
  [...new Set(cases.map(agentNameOf))].map((name) =>
    agentOf(
      name,
      cases.filter((item) => agentNameOf(item) === name),
      notes,
    ),
  )
