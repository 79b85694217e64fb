import { metricsByLevel, metricsOf } from '../../metrics/metrics.ts'
import { publishedMetricsOf } from '../../metrics/published-metrics.ts'
import { findExpandable } from '../../run/worlds.ts'
import type { CalibrationAgent } from '../../schema/agent.ts'
import { listSources } from '../../schema/binding.ts'
import type { PublishedScore } from '../../schema/published-score.ts'
import type { TaskScore } from '../../schema/score.ts'
import type { Level, Task } from '../../schema/task.ts'
import type { TaskInWorld } from '../../schema/task-in-world.ts'
import { removeLimits } from '../../scoring/limits.ts'
import { freeze } from '../../scoring/published/freeze.ts'
import { scorePublished } from '../../scoring/published/score.ts'
import { scoreInWorld, type Verdict } from '../../scoring/score.ts'
import { stringifyStably } from '../../shared/json.ts'
import { resolve } from '../../tasks/bindings.ts'
import { openWorlds, type TaskWorlds } from '../../tasks/task-worlds.ts'
import type { Registry } from '../../tools/registry.ts'
import { constant, everything, idle, random, reversed, scrambled, unneededWrite } from './adversaries.ts'
import { oracleVariants } from './oracle.ts'
import { perform } from './perform.ts'
import { textAgents } from './text-agents.ts'

function describeFlow(worlds: TaskWorlds, seed: number): string {
  const { task } = worlds.in(seed)
  const { argumentsOf, outputOf } = worlds.reference(seed)
  const answer = task.expected_final_answer ?? null
  // An answer that the agent works out has no value that flows.
  const flowing = listSources(answer).length === 0 ? null : (resolve(answer, outputOf) ?? null)
  return stringifyStably([...argumentsOf.values(), flowing])
}

/**
 * Whether the values that flow in a task are others in the next world in which it has the same shape. Those of a task that only computes
 * with what the prompt states are the same in every world; they are right wherever they come from.
 */
function changesWithWorld({ written, seed, tools }: TaskInWorld): boolean {
  const worlds = openWorlds(written, tools)
  const [other] = worlds.listSimilarSeeds(1, seed)
  return other !== undefined && describeFlow(worlds, seed) !== describeFlow(worlds, other)
}

type ScoreToExpect = Verdict & Pick<TaskScore, 'reason'>

/** What the causal scorer must give an agent on one task: the complaint where it does not. */
type ScoreExpectation = (score: ScoreToExpect, here: TaskInWorld) => string | undefined

const hasDataEdge = ({ task }: TaskInWorld): boolean =>
  task.expected_trace.steps.some((step) => listSources(step.arguments).length > 0)

const solvesIt: ScoreExpectation = ({ solved, score, reason }) =>
  solved && score === 1 ? undefined : `it is not solved: ${reason ?? `it scores ${score}`}`

const checkEarnsNothing: ScoreExpectation = ({ solved, score }) =>
  !solved && score === 0 ? undefined : `it scores ${score}`

/** Guessing may hit a value now and then; the mean over tasks is held to one percent. */
const doesNotSolve: ScoreExpectation = ({ solved }) => (solved ? 'it is solved by guessing' : undefined)

const doesNotFlow: ScoreExpectation = ({ solved, data_flow }, here) => {
  if (!hasDataEdge(here) || !(solved || data_flow === 1)) return undefined
  if (!changesWithWorld(here)) return undefined
  return solved ? 'it is solved with values from another world' : 'every value counts as right'
}

const checkEarnsRootsOnly: ScoreExpectation = ({ solved, steps }, here) => {
  if (!hasDataEdge(here)) return undefined
  if (solved) return 'it is solved in reverse order'
  const fed = new Set(
    here.task.expected_trace.steps
      .filter((step) => listSources(step.arguments).length > 0)
      .map(({ step_id }) => step_id),
  )
  const credited = steps.find((step) => step.credit === 1 && fed.has(step.step_id))
  return credited === undefined ? undefined : `${credited.step_id} earns credit before its producer`
}

const losesByIt: ScoreExpectation = ({ solved, score }) =>
  !solved && score < 1 ? undefined : 'the unneeded write costs nothing'

/** Largest mean score that guessing may earn. */
const GUESSING = 0.01

const EXPECTATIONS: Record<string, ScoreExpectation> = {
  idle: checkEarnsNothing,
  everything: doesNotSolve,
  random: doesNotSolve,
  constant: doesNotSolve,
  scrambled: doesNotFlow,
  reversed: checkEarnsRootsOnly,
  'unneeded-write': losesByIt,
}

/** What these agents do where nothing is to be called is right. */
const CALL_NOTHING = new Set(['idle', 'random', 'constant'])

const GUESSING_AGENTS = new Set(['everything', 'random', 'constant'])

/**
 * Whether a task shows nothing about an agent. No call is expected, so restraint alone earns a part, or in this world only
 * reads without arguments, by which it is decided that nothing more is to be done.
 */
export function isRightAnyway(agent: string, { task, expansion }: TaskInWorld): boolean {
  const { steps } = task.expected_trace
  if (steps.length === 0) return CALL_NOTHING.has(agent) || GUESSING_AGENTS.has(agent)
  const isBare = steps.every(({ arguments: args }) => Object.keys(args).length === 0)
  return GUESSING_AGENTS.has(agent) && isBare && expansion !== undefined
}

/** Where an agent's causal score on one task is not what docs/scoring.md#calibration asks for. An oracle must solve it. */
export const findComplaint = (agent: string, score: ScoreToExpect, here: TaskInWorld): string | undefined => {
  if (isRightAnyway(agent, here)) return undefined
  const textAgent = textAgents.find(({ name }) => name === agent)
  if (textAgent === undefined) return (EXPECTATIONS[agent] ?? solvesIt)(score, here)
  if (!score.solved || textAgent.judgedBy(here) !== 'structure') return undefined
  return agent.startsWith('dump-') ? 'it is solved by an answer with all results' : 'it is solved'
}

/** Says that guessing earns too much on a suite, where it does. */
export function findComplaintAboutMean(agent: string, scores: readonly number[]): string | undefined {
  const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(scores.length, 1)
  return GUESSING_AGENTS.has(agent) && mean > GUESSING
    ? `guessing scores ${(100 * mean).toFixed(1)} %`
    : undefined
}

/**
 * Where an agent's causal scores are not as they must be: one line a task, and one for a mean that is too high.
 */
function listComplaints(
  agent: string,
  scores: readonly TaskScore[],
  places: readonly TaskInWorld[],
): string[] {
  const complaints = scores.flatMap((score, i) => {
    const complaint = findComplaint(agent, score, places[i] as TaskInWorld)
    return complaint === undefined ? [] : [`${score.task_id}: ${complaint}`]
  })
  const mean = findComplaintAboutMean(
    agent,
    scores.flatMap(({ score }, i) => (isRightAnyway(agent, places[i] as TaskInWorld) ? [] : [score])),
  )
  return mean === undefined ? complaints : [...complaints, mean]
}

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
  /** The calibration agent. */
  agent: CalibrationAgent
  /** Each task in the world of its attempt. */
  places: readonly TaskInWorld[]
  /** Scores by the causal scorer. */
  causal: TaskScore[]
  /** Scores by the scorer of the benchmark. */
  published: PublishedScore[]
}

/** One scorer's metrics for one agent; shares from 0 to 1. */
export interface CalibrationRow {
  name: string
  scorer: 'causal' | 'published'
  /** Mean score over tasks. */
  overall: number
  /** Share of tasks solved; null for the published scorer, which has no such verdict. */
  solved: number | null
  data_flow: number | null
  levels: Partial<Record<Level, number>>
  /** Tasks that the metrics are of; an agent that only says things otherwise is judged where there is something to say. */
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
  const places = given.map((task) =>
    findExpandable(openWorlds(removeLimits(task), registry), task.world?.seed ?? 0),
  )
  const causal: TaskScore[] = []
  const published: PublishedScore[] = []
  for (const here of places) {
    const trace = await perform(agent, here)
    causal.push(scoreInWorld(here, trace))
    published.push(scorePublished(freeze(here), trace.calls))
  }
  return { agent, places, causal, published }
}

export function buildRows(run: CalibrationRun): CalibrationRow[] {
  const { agent } = run
  const textAgent = textAgents.find(({ name }) => name === agent.name)
  const judgedBy = run.places.map((here) =>
    textAgent === undefined ? 'structure' : textAgent.judgedBy(here),
  )
  const selectConcerned = <T>(all: readonly T[]): T[] => all.filter((_, i) => judgedBy[i] !== undefined)
  const [places, causal, published] = [
    selectConcerned(run.places),
    selectConcerned(run.causal),
    selectConcerned(run.published),
  ]
  // Calibration asks about the scorer, not about an agent, so free text counts.
  const counted = causal.map(({ free_text: _, ...score }) => score)
  const causalMetrics = metricsOf(counted)
  const theirs = publishedMetricsOf(published)
  return [
    {
      name: agent.name,
      scorer: 'causal',
      overall: causalMetrics.score ?? 0,
      solved: causalMetrics.solved,
      data_flow: causalMetrics.data_flow,
      levels: Object.fromEntries(
        Object.entries(metricsByLevel(counted)).map(([level, metrics]) => [level, metrics.score ?? 0]),
      ),
      tasks: places.length,
      solved_in_prose: run.causal.flatMap(({ solved, task_id }, i) =>
        solved && judgedBy[i] === 'prose' ? [task_id] : [],
      ),
      complaints: listComplaints(agent.name, causal, places),
    },
    {
      name: agent.name,
      scorer: 'published',
      overall: theirs.overall,
      solved: null,
      data_flow: theirs.data_flow,
      levels: theirs.levels,
      tasks: places.length,
      solved_in_prose: [],
      complaints: [],
    },
  ]
}
