import type { z } from 'zod'
import { gateSchema } from './gate.ts'
import { declareLazyObject } from './lazily.ts'
import { MODES } from './run-basics.ts'
import { taskScoreSchema } from './score.ts'
import { metricsSchema, summarySchema } from './summary.ts'
import { LEVELS } from './task.ts'
import { usageSchema } from './trace.ts'

export const attemptSchema = declareLazyObject((z) => ({
  /** Number of the attempt, from 0. Those made on suspicion go on counting. */
  attempt: z.int().min(0),
  /** Made because the gate suspected the task, or a group of tasks that it belongs to. */
  rerun: z.literal(true).optional(),
  /**
   * `errored`: nothing is known of the agent. Its model failed, a recording or an answer is missing, or a check gave no
   * verdict.
   */
  outcome: z.enum(['scored', 'errored']),
  /** Its requests to models were not in the recording, or could not be recorded: the run comes to no verdict. */
  missed: z.literal(true).optional(),
  /** Why the attempt errored. */
  note: z.string().optional(),
  /** What the agent threw, or that it ran out of time. */
  failure: z.string().optional(),
  seed: z.int(),
  /** Wall time in milliseconds. */
  duration_ms: z.number().optional(),
  calls: z.int().min(0),
  usage: usageSchema().optional(),
  models: z.array(z.string().min(1)).optional(),
  /** Tools that were called after the attempt was over; each such call was refused, and is a warning of the score. */
  late: z.array(z.string()).optional(),
  /** Requests that were refused: the host of one that no route and no option `allow` takes, or method and address. */
  refused: z.array(z.string()).optional(),
  /** Verdict of the causal scorer; left out where the attempt errored. */
  score: taskScoreSchema().omit({ steps: true }).optional(),
}))
export type AttemptRecord = z.infer<ReturnType<typeof attemptSchema>>

/** One case of a run. */
export const caseSchema = declareLazyObject((z) => ({
  suite: z.string(),
  line: z.int().min(1),
  task_id: z.string(),
  /** Left out for a skipped case whose expected trace is unknown. */
  level: z.enum(LEVELS).optional(),
  outcome: z.enum(['scored', 'skipped', 'errored']),
  /** Why the case was skipped or errored. */
  note: z.string().optional(),
  agent: z.string().optional(),
  project: z.string().optional(),
  seed: z.int().optional(),
  /** Earlier versions wrote the expected tools. */
  tools: z.array(z.string()).optional(),
  /** Digest of what the task is: what the baseline knows it by. */
  key: z.string().optional(),
  /** Digest of the schemas of the offered tools. */
  schemas: z.string().optional(),
  /** Wall time of the first attempt in milliseconds. */
  duration_ms: z.number().optional(),
  /** Verdict on the first attempt that was scored. */
  score: taskScoreSchema().omit({ steps: true }).optional(),
  attempts: z.array(attemptSchema()).optional(),
}))
/** One case of a run: its task, outcome, score and attempts. */
export type Case = z.infer<ReturnType<typeof caseSchema>>

/** A finished run: what `.vitest/tracewright/run.json` holds. */
export const runSchema = declareLazyObject((z) => ({
  format: z.literal('tracewright/run@1'),
  id: z.string(),
  mode: z.enum(MODES),
  /** The suites of the run, as a baseline names them: the globs of the plugin. */
  suites: z.string(),
  /** The globs of each Vitest project, '' for one without a name, where they differ: each baseline names its project's. */
  project_suites: z.record(z.string(), z.string()).optional(),
  /**
   * What the run came to, and with it what the process exits with: `reported` and `passed` 0, `failed` 1, `error`, where
   * there is nothing to say, 2. `passed` comes from a gate or from mode `strict`.
   */
  verdict: z.enum(['reported', 'passed', 'failed', 'error']),
  /** False where cases were filtered out, cut short, or belong to one shard. */
  complete: z.boolean(),
  /** Why no gate says anything of this run, in a line. */
  not_gated: z.string().optional(),
  agents: z.array(z.string()),
  counts: z.strictObject({ tasks: z.int(), scored: z.int(), skipped: z.int(), errored: z.int() }),
  levels: z.partialRecord(z.enum(LEVELS), metricsSchema()),
  /** Tasks of which prose is the only proof: in no level, not in `overall`, and `solved` is null. */
  free_text: metricsSchema().optional(),
  overall: metricsSchema(),
  /** One for each agent, in the order of the cases. */
  summaries: z.array(summarySchema()),
  /** One verdict for each agent that has a baseline, in mode `regression`. */
  gates: z.array(gateSchema()).optional(),
  /** Vitest projects, '' for one without a name, whose agent is said to do the same every time. */
  deterministic: z.array(z.string()).optional(),
  /** Option `group` of each project that has one, '' for a project without a name. */
  groups: z.record(z.string(), z.string()).optional(),
  /** Path of each project's baseline, relative to the root of the run, whether it exists or not. */
  baselines: z.record(z.string(), z.string()).optional(),
  /** Files of the projects' own simulators, relative to the root of the run. */
  simulators: z.array(z.string()).optional(),
  /** Commit that was checked out; left out where there was none. */
  commit: z.string().optional(),
  /** Whether the run took over attempts of one that was killed. */
  resumed: z.literal(true).optional(),
  /** Names of the trace files, which are in the folder of this file. */
  traces: z.array(z.string().regex(/^[\w-][\w.-]*$/, 'expected the name of a file in the same folder')),
  errors: z.array(z.string()),
  cases: z.array(caseSchema()),
}))
/** A run, as in `run.json`. */
export type Run = z.infer<ReturnType<typeof runSchema>>

/** The suites of a project, as its baseline names them. */
export const readSuites = (run: Pick<Run, 'suites' | 'project_suites'>, project = ''): string =>
  run.project_suites?.[project] ?? run.suites
