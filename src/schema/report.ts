import type { Json } from '../shared/json.ts'
import type { Gate, TaskChange } from './gate.ts'
import { PROVENANCES } from './provenance.ts'
import type { Run } from './run.ts'
import type { StepScore, TaskScore } from './score.ts'
import type { LevelGaps, Metrics } from './summary.ts'
import type { Level, Step } from './task.ts'
import type { Call, Usage } from './trace.ts'

/** Bounds of a share, for example of a 95 % interval. */
export interface Interval {
  /** Lower bound. */
  low: number
  /** Upper bound. */
  high: number
}

/** An agent and its metrics over all tasks that were scored. */
export interface ReportAgent {
  name: string
  overall: Metrics
  levels: Partial<Record<Level, Metrics>>
  /** Tasks of which prose is the only proof: in no level, not in `overall`, and `solved` is null. */
  free_text?: Metrics | undefined
  /** Interval of the solved share over the tasks of `overall`. */
  interval?: Interval | undefined
}

/** An edge of an expected trace: values that are passed on, or an order alone. */
export interface PlanEdge {
  from: string
  to: string
  kind: 'data' | 'order'
  /** What flows, for example `/report → content`. */
  values: string[]
}

/** An expected trace as a function, and the lines of its steps, from 1. */
export interface ReportCode {
  text: string
  /** `step_id` is null for the answer. */
  statements: { step_id: string | null; from: number; to: number }[]
}

export interface Plan {
  steps: Pick<Step, 'step_id' | 'tool_name' | 'arguments' | 'depends_on'>[]
  edges: PlanEdge[]
  code: ReportCode
}

/** How a value fared on its way from step to step; `missing` where it never set out or never arrived. */
export const FLOWS = [...PROVENANCES, 'missing'] as const
export type Flow = (typeof FLOWS)[number]

/** A data edge as the agent drew it: the worst verdict of the values that it should have carried. */
export interface FlowEdge {
  from: string
  to: string
  flow: Flow
  /** One line a value, for example `content: it stands in the prompt`. */
  values: string[]
}

export interface BaselineEntry {
  successes: number
  attempts: number
  change?: TaskChange | 'new' | 'edited' | undefined
  /** Seeds of the worlds that its record comes from. */
  worlds?: number[] | undefined
}

/** What an attempt was made of: step by step, call by call. */
export interface AttemptDetail {
  /** Index of the plan that the score speaks of. */
  plan: number
  /** Empty if the attempt was not judged, or no trace was kept. */
  steps: StepScore[]
  calls: Call[]
  /** False if the run kept no trace. */
  traced: boolean
  flows: FlowEdge[]
  final_answer: string | null
  failure?: string | undefined
}

export interface ReportAttempt {
  /** Number of the attempt, from 0. */
  attempt: number
  /** Made because the gate suspected something. */
  rerun?: true | undefined
  outcome: 'scored' | 'errored'
  note?: string | undefined
  seed?: number | undefined
  duration_ms?: number | undefined
  usage?: Usage | undefined
  score?: Omit<TaskScore, 'steps'> | undefined
  /** Tools that were called, each once. */
  called: string[]
  detail: AttemptDetail
}

export interface ReportResult {
  agent: string
  outcome: 'scored' | 'skipped' | 'errored'
  note?: string | undefined
  /** In the order of their numbers; empty if the case was skipped. */
  attempts: ReportAttempt[]
  /** Index of the attempt that stands for the task in metrics and lists: the first that was scored. */
  stands: number
  baseline?: BaselineEntry | undefined
}

export interface ReportTask {
  /** Unique in the report; part of addresses. */
  key: string
  task_id: string
  suite: string
  line: number
  /** Undefined if nothing is known of the expected trace. */
  level?: Level | undefined
  pattern?: string | undefined
  category?: string | undefined
  prompt: string
  tools: string[]
  /** The expected trace, then its alternatives, then the expected traces of attempts in other worlds. */
  plans: Plan[]
  alternatives: number
  expected_answer?: Json | undefined
  /** In the order of the agents; empty for a suite that has not been run. */
  results: ReportResult[]
}

/** What an agent reached on the tasks of a leaderboard: an errored task is not solved. */
export interface LeaderboardMetrics {
  /** Number of tasks. */
  tasks: number
  /** Share of them that was solved, from 0 to 1. */
  solved: number
  /** Interval at .95 of `solved`; see `shareInterval`. */
  interval: Interval
  /** Mean score, from 0 to 1. */
  score: number
}

/** One agent of a leaderboard. */
export interface LeaderboardRow {
  /** Name of the agent. */
  agent: string
  /** The option `group` of the agent's project. */
  group?: string | undefined
  /** Over all tasks. */
  overall: LeaderboardMetrics
  /** By level. */
  levels: Partial<Record<Level, LeaderboardMetrics>>
  /** Score at one call minus score at branching tasks; null if either is missing. */
  level_drop: number | null
  /** Selection gap, and the gaps between one call and each level of composition. */
  level_gaps: LevelGaps
  /** Against the next row: exact McNemar over tasks, Holm over all neighbours; null in the last row. */
  ahead_of_next: { only_this: number; only_next: number; p: number; adjusted: number } | null
}

/** Means over the agents of a group, each agent weighing the same; the group `all` has every agent. */
export interface GroupAverage {
  /** Name of the group: the option `group` of its projects, or `all`. */
  group: string
  /** Number of agents in the group. */
  agents: number
  /** Over all tasks, shares from 0 to 1. */
  overall: Pick<LeaderboardMetrics, 'solved' | 'score'>
  /** By level, shares from 0 to 1. */
  levels: Partial<Record<Level, Pick<LeaderboardMetrics, 'solved' | 'score'>>>
  /** Means of the gaps of its agents. */
  level_gaps: LevelGaps
}

/** Percent of the published scorer's score, by level and overall, and the published column "L0 - L3" in points. */
export type PublishedRow = Record<Level, number> & {
  overall: number
  level_drop: number
  group: 'all' | 'cloud' | 'local'
  /** Left out in the mean over the models of a group, each model weighing the same. */
  model?: string
  provider?: string
}

/** The published leaderboard, and the most that an agent can reach on its tasks. */
export interface PublishedBoard {
  rows: readonly PublishedRow[]
  averages: readonly PublishedRow[]
  ceiling: Record<Level | 'overall', number>
}

/** All that a page is drawn from: runs on the same suites, or suites that have not been run. */
export interface ReportData {
  format: 'tracewright/report@2'
  title: string
  /** How a page that lies on a disk opens a suite in an editor; absent if it does not. */
  editor?: {
    /** Address with `{path}` and `{line}` in it. */
    link: string
    /** Folder that suites are named from, relative to the page's folder. */
    root: string
  }
  runs: Pick<Run, 'id' | 'agents' | 'mode' | 'verdict' | 'complete' | 'errors'>[]
  /** At most one for each agent, by its name in the report; those without a verdict are left out. */
  gates: Gate[]
  suites: { file: string; tasks: number }[]
  /** Empty for a suite that has not been run. */
  agents: ReportAgent[]
  /** Where there are several agents: how they rank, best first, or why they cannot be ranked. */
  leaderboard?: { rows: LeaderboardRow[]; averages: GroupAverage[] } | { problem: string }
  /** The published leaderboard, where it was asked for. */
  published?: PublishedBoard
  tasks: ReportTask[]
}
