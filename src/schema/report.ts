import { z } from 'zod'
import { figuresSchema, MODES } from './run.ts'
import { LINEAGES, taskScoreSchema } from './score.ts'
import { LEVELS } from './task.ts'
import { callSchema } from './trace.ts'

const share = z.number().min(0).max(1)

/** Bounds of a share, for example of a 95 % interval. */
const intervalSchema = z.strictObject({ low: share, high: share })
export type Interval = z.infer<typeof intervalSchema>

/** Figures of the tasks with a number of expected steps. */
const curvePointSchema = z.strictObject({
  steps: z.int().min(1),
  /** Where numbers of steps are pooled, the largest of them; else the same number. */
  up_to: z.int().min(1),
  figures: figuresSchema,
  /** Interval of the solved share. */
  interval: intervalSchema.optional(),
})
export type CurvePoint = z.infer<typeof curvePointSchema>

const levelFiguresSchema = z.partialRecord(z.enum(LEVELS), figuresSchema)

/** An agent and its figures over all tasks that were scored. */
const reportAgentSchema = z.strictObject({
  name: z.string(),
  /** Agents of one group are averaged on the leaderboard. */
  group: z.string().optional(),
  note: z.string().optional(),
  overall: figuresSchema,
  levels: levelFiguresSchema,
  /** Interval of the solved share, overall and of each level. */
  interval: intervalSchema.optional(),
  level_intervals: z.partialRecord(z.enum(LEVELS), intervalSchema),
  curve: z.array(curvePointSchema),
})
export type ReportAgent = z.infer<typeof reportAgentSchema>

/** Means over the agents of a group. */
const reportGroupSchema = z.strictObject({
  name: z.string(),
  agents: z.int().min(1),
  overall: figuresSchema,
  levels: levelFiguresSchema,
})
export type ReportGroup = z.infer<typeof reportGroupSchema>

/** What the gate said of a run. */
export const reportGateSchema = z.strictObject({
  verdict: z.enum(['regressed', 'ok', 'inconclusive']),
  /** The smallest uniform drop of the solved share that would have been seen, from 0 to 1; null where unknown. */
  smallest_drop: share.nullable(),
  /** Strata that were suspected, in words. */
  suspects: z.array(z.string()),
  /** Ids of the tasks that the gate names. */
  tasks: z.array(z.string()),
  note: z.string().optional(),
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

/** What is different since the ledger was written. */
const CHANGES = ['new', 'broken', 'mended'] as const

const ledgerEntrySchema = z.strictObject({
  successes: z.int().min(0),
  attempts: z.int().min(0),
  change: z.enum(CHANGES).optional(),
})
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>

/** What one agent did with a task. */
const resultSchema = z.strictObject({
  agent: z.string(),
  outcome: z.enum(['scored', 'skipped', 'errored']),
  note: z.string().optional(),
  /** Index of the plan that the score speaks of. */
  plan: z.int().min(0),
  score: taskScoreSchema.optional(),
  calls: z.array(callSchema),
  /** False where the run kept no trace. */
  traced: z.boolean(),
  flows: z.array(flowEdgeSchema),
  final_answer: z.string().nullable(),
  failure: z.string().optional(),
  duration_ms: z.number().min(0).optional(),
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

/** All that a page is drawn from: a run, or a suite that has not been run. */
export const reportDataSchema = z.strictObject({
  format: z.literal('tracewright/report@1'),
  title: z.string().min(1),
  run: z
    .strictObject({
      id: z.string(),
      mode: z.enum(MODES),
      verdict: z.enum(['reported', 'passed', 'failed', 'error']),
      complete: z.boolean(),
      errors: z.array(z.string()),
    })
    .optional(),
  gate: reportGateSchema.optional(),
  suites: z.array(z.strictObject({ file: z.string(), tasks: z.int().min(0) })).min(1),
  /** Empty for a suite that has not been run. */
  agents: z.array(reportAgentSchema),
  groups: z.array(reportGroupSchema),
  tasks: z.array(reportTaskSchema).min(1),
})
export type ReportData = z.infer<typeof reportDataSchema>
