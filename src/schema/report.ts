import { z } from 'zod'
import {
  CHANGES,
  costChangeSchema,
  evidenceSchema,
  reachSchema,
  stratumChanges,
  stratumSchema,
  suspectSchema,
} from './gate.ts'
import { MODES } from './run.ts'
import { LINEAGES, stepScoreSchema, taskScoreSchema } from './score.ts'
import { figuresSchema } from './summary.ts'
import { LEVELS } from './task.ts'
import { callSchema, usageSchema } from './trace.ts'

const share = z.number().min(0).max(1)

/** Bounds of a share, for example of a 95 % interval. */
const intervalSchema = z.strictObject({ low: share, high: share })
export type ReportInterval = z.infer<typeof intervalSchema>

const levelFiguresSchema = z.partialRecord(z.enum(LEVELS), figuresSchema())

/** An agent and its metrics over all tasks that were scored. */
const reportAgentSchema = z.strictObject({
  name: z.string(),
  overall: figuresSchema(),
  levels: levelFiguresSchema,
  /** Tasks that ask for a text in the agent's own words; they are in no level. */
  free_text: figuresSchema().optional(),
  /** Interval of the solved share, overall and of each level. */
  interval: intervalSchema.optional(),
  level_intervals: z.partialRecord(z.enum(LEVELS), intervalSchema),
})
export type ReportAgent = z.infer<typeof reportAgentSchema>

/** What changed since the ledger, of the tasks of a level or of all. */
const changesRowSchema = z.strictObject({
  stratum: z.enum(['overall', ...LEVELS]),
  ...stratumChanges(),
})
export type ChangesRow = z.infer<typeof changesRowSchema>

/** What the gate said of one agent's run. */
export const reportGateSchema = z.strictObject({
  agent: z.string(),
  verdict: z.enum(['regressed', 'ok', 'inconclusive', 'ungated']),
  project: z.string().optional(),
  ledger: z.string(),
  /** Exit code that the verdict means. */
  exit: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  /** Tasks that were attempted afresh on suspicion, or are named. */
  looked: z.array(suspectSchema().omit({ key: true, reason: true })),
  evidence: evidenceSchema().nullable(),
  least_broken: z.int().nullable(),
  /** Ids of these tasks: those whose breaking shows most. */
  least_broken_tasks: z.array(z.string()),
  /** What it takes until `ok` can be said; null where it could have been said. */
  reach: reachSchema().nullable(),
  costs: z.array(costChangeSchema()),
  /** Rise of costs that fails the run, a share; null where costs are only shown. */
  max_cost_increase: z.number().nullable(),
  /** Ids of tasks that were edited since, which are not gated. */
  edited: z.array(z.string()),
  /** Seeds of the worlds that the records come from, rising; empty where unknown. */
  worlds: z.array(z.int()),
  /** The smallest uniform drop of the solved share that would have been seen, from 0 to 1; null where unknown. */
  smallest_drop: share.nullable(),
  /** Groups of tasks that looked worse in the run alone. */
  strata: z.array(stratumSchema()),
  tasks: z.array(z.string()),
  /** Ids of the tasks of the ledger that the suites no longer hold. */
  removed: z.array(z.string()),
  /** All tasks, then the levels; empty where the run kept none. */
  changes: z.array(changesRowSchema),
})
export type ReportGate = z.infer<typeof reportGateSchema>

/** An edge of an expected trace: values that are passed on, or an order alone. */
const planEdgeSchema = z.strictObject({
  from: z.string(),
  to: z.string(),
  kind: z.enum(['data', 'order']),
  /** What flows, for example `/report → content`. */
  values: z.array(z.string()),
})
export type PlanEdge = z.infer<typeof planEdgeSchema>

const planStepSchema = z.strictObject({
  step_id: z.string(),
  tool_name: z.string(),
  arguments: z.record(z.string(), z.json()),
  depends_on: z.array(z.string()),
})

const planSchema = z.strictObject({ steps: z.array(planStepSchema).min(1), edges: z.array(planEdgeSchema) })
export type Plan = z.infer<typeof planSchema>

/** How a value fared on its way from step to step; `missing` where it never set out or never arrived. */
export const FLOWS = [...LINEAGES, 'missing'] as const
export type Flow = (typeof FLOWS)[number]

/** A data edge as the agent drew it: the worst verdict of the values that it should have carried. */
const flowEdgeSchema = z.strictObject({
  from: z.string(),
  to: z.string(),
  flow: z.enum(FLOWS),
  /** One line a value, for example `content: it stands in the prompt`. */
  values: z.array(z.string()),
})
export type FlowEdge = z.infer<typeof flowEdgeSchema>

const ledgerEntrySchema = z.strictObject({
  successes: z.int().min(0),
  attempts: z.int().min(0),
  change: z.enum([...CHANGES, 'new', 'edited']).optional(),
  /** Seeds of the worlds that its record comes from. */
  worlds: z.array(z.int()).optional(),
})
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>

/** What an attempt was made of: step by step, call by call. */
const attemptDetailSchema = z.strictObject({
  /** Index of the plan that the score speaks of. */
  plan: z.int().min(0),
  /** Empty where the attempt was not judged, or no trace was kept. */
  steps: z.array(stepScoreSchema()),
  calls: z.array(callSchema()),
  /** False where the run kept no trace. */
  traced: z.boolean(),
  flows: z.array(flowEdgeSchema),
  final_answer: z.string().nullable(),
  failure: z.string().optional(),
})
export type AttemptDetail = z.infer<typeof attemptDetailSchema>

const reportAttemptSchema = z.strictObject({
  /** Number of the attempt, from 0. */
  attempt: z.int().min(0),
  /** Made because the gate suspected something. */
  fresh: z.literal(true).optional(),
  outcome: z.enum(['scored', 'errored']),
  note: z.string().optional(),
  seed: z.int().optional(),
  duration_ms: z.number().min(0).optional(),
  usage: usageSchema().optional(),
  score: taskScoreSchema().omit({ steps: true }).optional(),
  /** Tools that were called, each once. */
  called: z.array(z.string()),
  detail: attemptDetailSchema,
})
export type ReportAttempt = z.infer<typeof reportAttemptSchema>

const resultSchema = z.strictObject({
  agent: z.string(),
  outcome: z.enum(['scored', 'skipped', 'errored']),
  note: z.string().optional(),
  /** In the order of their numbers; empty where the case was skipped. */
  attempts: z.array(reportAttemptSchema),
  /** Index of the attempt that stands for the task in metrics and lists: the first that was scored. */
  stands: z.int().min(0),
  ledger: ledgerEntrySchema.optional(),
})
export type ReportResult = z.infer<typeof resultSchema>

const reportTaskSchema = z.strictObject({
  /** Unique in the report; part of addresses. */
  key: z.string().min(1),
  task_id: z.string(),
  suite: z.string(),
  line: z.int().min(1),
  level: z.enum(LEVELS),
  pattern: z.string().optional(),
  category: z.string().optional(),
  prompt: z.string(),
  tools: z.array(z.string()),
  /** The expected trace, then its alternatives. */
  plans: z.array(planSchema).min(1),
  expected_answer: z.json().optional(),
  /** In the order of the agents; empty for a suite that has not been run. */
  results: z.array(resultSchema),
})
export type ReportTask = z.infer<typeof reportTaskSchema>

/** What an agent reached on the leaderboard: an errored task is not solved. */
const standingSchema = z.strictObject({
  tasks: z.int(),
  solved: share,
  interval: intervalSchema,
  score: share,
})

const averageSchema = z.strictObject({ solved: share, score: share })

/** Agents ranked on the same tasks, each at its first attempt. */
const reportLeaderboardSchema = z.strictObject({
  rows: z.array(
    z.strictObject({
      agent: z.string(),
      group: z.string().optional(),
      overall: standingSchema,
      levels: z.partialRecord(z.enum(LEVELS), standingSchema),
      /** Score at one call minus score at branching tasks. */
      level_drop: z.number().nullable(),
      /** Against the next row; null in the last. */
      ahead_of_next: z
        .strictObject({ only_this: z.int(), only_next: z.int(), p: z.number(), adjusted: z.number() })
        .nullable(),
    }),
  ),
  averages: z.array(
    z.strictObject({
      group: z.string(),
      agents: z.int().min(1),
      ...averageSchema.shape,
      levels: z.partialRecord(z.enum(LEVELS), averageSchema),
    }),
  ),
  /** What another scorer gave on other tasks, in percent of its score; rows without a model are means of a group. */
  published: z.array(
    z.strictObject({
      model: z.string().optional(),
      provider: z.string().optional(),
      group: z.enum(['all', 'cloud', 'local']),
      L0_node: z.number(),
      L1_chain: z.number(),
      L2_parallel: z.number(),
      L3_dag: z.number(),
      overall: z.number(),
      level_drop: z.number(),
    }),
  ),
})
export type ReportLeaderboard = z.infer<typeof reportLeaderboardSchema>

const reportRunSchema = z.strictObject({
  id: z.string(),
  agents: z.array(z.string()),
  mode: z.enum(MODES),
  verdict: z.enum(['reported', 'passed', 'failed', 'error']),
  complete: z.boolean(),
  errors: z.array(z.string()),
})

/** All that a page is drawn from: runs on the same suites, or suites that have not been run. */
export const reportDataSchema = z.strictObject({
  format: z.literal('tracewright/report@2'),
  title: z.string().min(1),
  /** How a page that lies on a disk opens a suite in an editor; absent where it does not. */
  editor: z
    .strictObject({
      /** Address with `{path}` and `{line}` in it. */
      link: z.string(),
      /** Folder that suites are named from, relative to the page's folder. */
      root: z.string(),
    })
    .optional(),
  runs: z.array(reportRunSchema),
  /** At most one for each agent. */
  gates: z.array(reportGateSchema),
  suites: z.array(z.strictObject({ file: z.string(), tasks: z.int().min(0) })).min(1),
  /** Empty for a suite that has not been run. */
  agents: z.array(reportAgentSchema),
  /** Where there are several agents: how they rank, or why they cannot be ranked. */
  leaderboard: z.union([reportLeaderboardSchema, z.strictObject({ problem: z.string() })]).optional(),
  tasks: z.array(reportTaskSchema).min(1),
})
export type ReportData = z.infer<typeof reportDataSchema>
