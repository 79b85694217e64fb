import { contestantsOf, formatAgentName } from '../../metrics/contestants.ts'
import { markFreeText } from '../../metrics/free-text.ts'
import { shareInterval } from '../../metrics/intervals.ts'
import { averageGroups, leaderboardOf } from '../../metrics/leaderboard.ts'
import { computeFreeTextMetrics, metricsByLevel, metricsOf } from '../../metrics/metrics.ts'
import type { Gate } from '../../schema/gate.ts'
import type { PublishedBoard, ReportAgent, ReportData, ReportTask } from '../../schema/report.ts'
import type { Case, Run } from '../../schema/run.ts'
import type { Task } from '../../schema/task.ts'
import { describeThrown, TracewrightError } from '../../shared/errors.ts'
import { dropUndefinedFields } from '../../shared/json.ts'
import { buildReportPlans } from './plan.ts'
import { buildResult, type CaseDetails } from './report-result.ts'

function buildAgent(name: string, cases: readonly Case[]): ReportAgent {
  const scores = cases.flatMap((item) => markFreeText(item, item.score === undefined ? [] : [item.score]))
  const counted = scores.filter(({ free_text }) => free_text !== true)
  const solved = counted.filter((score) => score.solved).length
  return {
    name,
    overall: metricsOf(scores),
    levels: metricsByLevel(scores),
    ...dropUndefinedFields({ free_text: computeFreeTextMetrics(scores) }),
    ...(counted.length === 0 ? {} : { interval: shareInterval(solved, counted.length) }),
  }
}

/** The agents in the order of their first cases. */
const buildAgents = (cases: readonly Case[]): ReportAgent[] =>
  [...new Set(cases.map(formatAgentName))].map((name) =>
    buildAgent(
      name,
      cases.filter((item) => formatAgentName(item) === name),
    ),
  )

/** How the agents of some runs rank; why not, where they cannot be compared. */
function reportLeaderboard(runs: readonly Run[]): NonNullable<ReportData['leaderboard']> {
  try {
    const rows = leaderboardOf(contestantsOf(runs))
    return { rows, averages: averageGroups(rows) }
  } catch (error) {
    if (error instanceof RangeError) return { problem: describeThrown(error) }
    throw error
  }
}

export interface ReportSuite {
  file: string
  tasks: readonly { line: number; task: Task }[]
}

export interface ReportParts extends CaseDetails {
  title: string
  suites: readonly ReportSuite[]
  /** Runs on these suites, each by agents of its own; none for suites that have not been run. */
  runs?: readonly Run[]
  gates?: readonly Gate[]
  /** The published leaderboard, to show beside the agents. */
  published?: PublishedBoard | undefined
  /** Characters of a text that are kept; default 4,000. */
  maxText?: number
}

/** The id, or with a number behind it where another suite has a task of that id. */
function findFreeKey(id: string, usedKeys: ReadonlySet<string>): string {
  let key = id
  for (let twin = 2; usedKeys.has(key); twin++) key = `${id}~${twin}`
  return key
}

/** A task or a case among all: several tasks of a suite as code may be registered on one line. */
const buildPlaceName = (suite: string, line: number, taskId: string): string =>
  JSON.stringify([suite, line, taskId])

/** Cases by the place of their task. Throws where a case has no task among the suites, or comes twice. */
function groupCasesByPlace({ suites, runs = [] }: ReportParts): Map<string, Case[]> {
  const tasks = new Set(
    suites.flatMap(({ file, tasks }) =>
      tasks.map(({ line, task }) => buildPlaceName(file, line, task.task_id)),
    ),
  )
  const cases = new Map<string, Case[]>()
  for (const item of runs.flatMap(({ cases }) => cases)) {
    const name = buildPlaceName(item.suite, item.line, item.task_id)
    const at = `${item.suite}:${item.line}`
    const casesOfTask = cases.get(name) ?? []
    if (!tasks.has(name)) {
      throw new TracewrightError(
        `Failed to report: ${at} holds no task "${item.task_id}". Name the unchanged suites of the run.`,
      )
    }
    if (casesOfTask.some((other) => formatAgentName(other) === formatAgentName(item))) {
      throw new TracewrightError(
        `Failed to report: the runs hold two cases of ${at} by "${formatAgentName(item)}". Report runs of one agent one at a time.`,
      )
    }
    cases.set(name, [...casesOfTask, item])
  }
  return cases
}

const shortenRun = ({ id, cases, mode, verdict, complete, errors }: Run): ReportData['runs'][number] => ({
  id,
  agents: [...new Set(cases.map(formatAgentName))],
  mode,
  verdict,
  complete,
  errors,
})

/**
 * The data of a page: tasks in the order of the suites, each with what the agents did. Without a run, the suites as
 * they stand. Throws for no tasks, and where a run is not of these suites.
 */
export function buildReportData(parts: ReportParts): ReportData {
  const { title, suites, runs = [], gates = [], maxText = 4000 } = parts
  const byPlace = groupCasesByPlace(parts)
  const keys = new Set<string>()
  const tasks = suites.flatMap(({ file, tasks }) =>
    tasks.map(({ line, task }): ReportTask => {
      const plans = buildReportPlans(task, parts.printReference)
      const alternatives = plans.length - 1
      const key = findFreeKey(task.task_id, keys)
      keys.add(key)
      const cases = byPlace.get(buildPlaceName(file, line, task.task_id)) ?? []
      return {
        key,
        task_id: task.task_id,
        suite: file,
        line,
        ...(cases.some(({ level }) => level === undefined) ? {} : { level: task.level }),
        ...dropUndefinedFields({ pattern: task.pattern, category: task.category }),
        prompt: task.prompt,
        tools: task.available_tools,
        plans,
        alternatives,
        ...dropUndefinedFields({ expected_answer: task.expected_final_answer }),
        results: cases.map((item) => buildResult(item, plans, parts, maxText)),
      }
    }),
  )
  if (tasks.length === 0) {
    const [why = 'it ran no case of the suites.'] = runs.flatMap(({ errors }) => errors)
    throw new TracewrightError(`Failed to report the run: ${why}`)
  }
  const agents = buildAgents(runs.flatMap(({ cases }) => cases))
  return {
    format: 'tracewright/report@2',
    title,
    runs: runs.map(shortenRun),
    gates: [...gates],
    suites: suites.map(({ file, tasks }) => ({ file, tasks: tasks.length })),
    agents,
    ...dropUndefinedFields({ published: parts.published }),
    ...(agents.length < 2 && !(parts.published && agents.length > 0)
      ? {}
      : { leaderboard: reportLeaderboard(runs) }),
    tasks,
  }
}
