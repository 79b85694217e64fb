import { metricsByLevel, metricsOf } from '../../metrics/figures.ts'
import { publishedFiguresOf } from '../../metrics/published-figures.ts'
import { expandableFrom } from '../../run/worlds.ts'
import type { CalibrationAgent } from '../../schema/agent.ts'
import type { PublishedScore } from '../../schema/published-score.ts'
import type { TaskScore } from '../../schema/score.ts'
import type { Level, Task } from '../../schema/task.ts'
import { withoutLimits } from '../../scoring/limits.ts'
import { freeze } from '../../scoring/published/freeze.ts'
import { scorePublished } from '../../scoring/published/score.ts'
import { scoreTrace } from '../../scoring/score.ts'
import type { Registry } from '../../tools/registry.ts'
import { complaintsAbout } from './expectations.ts'
import { constant, everything, random } from './guessers.ts'
import { idle } from './idle.ts'
import { oracleVariants } from './oracle.ts'
import { perform } from './perform.ts'
import { reversed, scrambled, unneededWrite } from './saboteurs.ts'
import { textAgents } from './text-agents.ts'

/** The calibration agents: those that are right, and those that must earn nothing. */
export const calibrationAgents: readonly CalibrationAgent[] = [
  ...oracleVariants,
  idle,
  everything,
  random,
  constant,
  scrambled,
  reversed,
  unneededWrite,
]

/** Those and the agents that say something else in place of right texts and answers. */
export const everyCalibrationAgent: readonly CalibrationAgent[] = [...calibrationAgents, ...textAgents]

/** Verdicts of both scorers on one calibration agent's work on a suite. */
export interface CalibrationRun {
  agent: CalibrationAgent
  tasks: readonly Task[]
  registry: Registry
  causal: TaskScore[]
  published: PublishedScore[]
}

/** One scorer's figures for one agent; shares from 0 to 1. */
export interface CalibrationRow {
  name: string
  scorer: 'causal' | 'published'
  /** Mean score over tasks. */
  overall: number
  /** Share of tasks solved; null for the published scorer, which has no such verdict. */
  solved: number | null
  data_flow: number | null
  levels: Partial<Record<Level, number>>
  /** Tasks that the figures are of; an agent that only says things otherwise is judged where there is something to say. */
  tasks: number
  /** Tasks that an agent solves although it says something else, since their texts and answers are prose. */
  solved_in_prose: string[]
  /** Where the causal scorer gives something else than it must; empty for the published one. */
  complaints: string[]
}

/** Lets one calibration agent work on every task, in this process, and scores what it did by both scorers. */
export async function calibrate(
  agent: CalibrationAgent,
  given: readonly Task[],
  registry: Registry,
): Promise<CalibrationRun> {
  const tasks = given.map((task) => expandableFrom(withoutLimits(task), task.world?.seed ?? 0, registry).task)
  const causal: TaskScore[] = []
  const published: PublishedScore[] = []
  for (const task of tasks) {
    const trace = await perform(agent, task, registry)
    causal.push(scoreTrace(task, trace, registry))
    published.push(scorePublished(freeze(task, registry), trace.calls))
  }
  return { agent, tasks, registry, causal, published }
}

/** The figures of a run, one row a scorer. */
export function rowsOf(run: CalibrationRun): CalibrationRow[] {
  const { agent, registry } = run
  const textAgent = textAgents.find(({ name }) => name === agent.name)
  const judgedBy = run.tasks.map((task) =>
    textAgent === undefined ? 'structure' : textAgent.judgedBy(task, registry),
  )
  const concerned = <T>(all: readonly T[]): T[] => all.filter((_, i) => judgedBy[i] !== undefined)
  const [tasks, causal, published] = [concerned(run.tasks), concerned(run.causal), concerned(run.published)]
  const own = metricsOf(causal)
  const theirs = publishedFiguresOf(published)
  return [
    {
      name: agent.name,
      scorer: 'causal',
      overall: own.score ?? 0,
      solved: own.solved,
      data_flow: own.data_flow,
      levels: Object.fromEntries(
        Object.entries(metricsByLevel(causal)).map(([level, figures]) => [level, figures.score ?? 0]),
      ),
      tasks: tasks.length,
      solved_in_prose: run.causal.flatMap(({ solved, task_id }, i) =>
        solved && judgedBy[i] === 'prose' ? [task_id] : [],
      ),
      complaints: complaintsAbout(agent.name, causal, tasks, registry),
    },
    {
      name: agent.name,
      scorer: 'published',
      overall: theirs.overall,
      solved: null,
      data_flow: theirs.data_flow,
      levels: theirs.levels,
      tasks: tasks.length,
      solved_in_prose: [],
      complaints: [],
    },
  ]
}
