import { z } from 'zod'
import { taskScoreSchema } from './score.ts'
import { LEVELS } from './task.ts'

export const MODES = ['score', 'strict', 'regression'] as const
export type Mode = (typeof MODES)[number]

const share = z.number().min(0).max(1)

/** Means over the tasks of a level, or of a whole run. Null where no task has the figure. */
export const figuresSchema = z.strictObject({
  tasks: z.int().min(0),
  solved: share.nullable(),
  score: share.nullable(),
  selection: share.nullable(),
  arguments: share.nullable(),
  data_flow: share.nullable(),
  completion: share.nullable(),
})
export type Figures = z.infer<typeof figuresSchema>

/** One case of a run. */
export const caseSchema = z.strictObject({
  suite: z.string(),
  line: z.int().min(1),
  task_id: z.string(),
  level: z.enum(LEVELS),
  outcome: z.enum(['scored', 'skipped', 'errored']),
  /** Why the case was skipped or errored. */
  note: z.string().optional(),
  agent: z.string().optional(),
  project: z.string().optional(),
  seed: z.int().optional(),
  /** Wall time in milliseconds. */
  duration_ms: z.number().optional(),
  score: taskScoreSchema.omit({ steps: true }).optional(),
})
export type Case = z.infer<typeof caseSchema>

/** A finished run: what `.vitest/tracewright/run.json` holds. */
export const runSchema = z.strictObject({
  format: z.literal('tracewright/run@1'),
  id: z.string(),
  mode: z.enum(MODES),
  /** `passed` and `failed` come from a gate or from mode `strict`; mode `score` only reports. */
  verdict: z.enum(['reported', 'passed', 'failed', 'error']),
  /** False where cases were filtered out, cut short, or belong to one shard. */
  complete: z.boolean(),
  agents: z.array(z.string()),
  counts: z.strictObject({ tasks: z.int(), scored: z.int(), skipped: z.int(), errored: z.int() }),
  levels: z.partialRecord(z.enum(LEVELS), figuresSchema),
  overall: figuresSchema,
  /** Trace files, relative to the folder of this file. */
  traces: z.array(z.string()),
  errors: z.array(z.string()),
  cases: z.array(caseSchema),
})
export type Run = z.infer<typeof runSchema>
