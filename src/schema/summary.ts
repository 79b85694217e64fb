import type { z } from 'zod'
import { declareLazily, declareLazyObject } from './lazily.ts'
import { LEVELS } from './task.ts'

const share = declareLazily((z) => z.number().min(0).max(1))
const count = declareLazily((z) => z.int().min(0))

/** Means over the tasks of a level, or of a whole run. Null where no task has the metric. */
export const metricsSchema = declareLazyObject((z) => ({
  tasks: z.int().min(0),
  solved: share().nullable(),
  score: share().nullable(),
  selection: share().nullable(),
  arguments: share().nullable(),
  data_flow: share().nullable(),
  completion: share().nullable(),
}))
/** Means over attempts, shares from 0 to 1. */
export type Metrics = z.infer<ReturnType<typeof metricsSchema>>

const cost = declareLazyObject((z) => ({
  /** Null where no attempt states it. */
  total: z.number().nullable(),
  /** Amount a solved attempt, failures paid for and free text left out; null where none was solved. */
  per_solved: z.number().nullable(),
  /** Attempts that do not state it. */
  unknown: z.int(),
}))

const gapSchema = declareLazyObject((z) => ({
  tasks: z.int(),
  gap: z.number(),
  interval: z.strictObject({ low: z.number(), high: z.number() }),
  /** Solved rate that the steps predict, and the share of attempts at single steps that solved them; not in old runs. */
  predicted: z.number().optional(),
  steps_solved: z.number().optional(),
}))

/** How the mean score of single calls differs from those of composed levels, from -1 to 1. */
export const levelGapsSchema = declareLazyObject((z) => ({
  /** Score of single calls minus that of a level, the paper's "L0 - Lk"; null where either has no task. */
  drops: z.strictObject({
    L1_chain: z.number().nullable(),
    L2_parallel: z.number().nullable(),
    L3_dag: z.number().nullable(),
  }),
  /** Mean of the three composed scores minus that of single calls; null where a level has no task. */
  selection_gap: z.number().nullable(),
  /** Whether the selection gap is over 0: the rows that the paper marks with a dagger. */
  dagger: z.boolean(),
}))
/** How the mean score of single calls differs from those of composed levels, from -1 to 1. */
export type LevelGaps = z.infer<ReturnType<typeof levelGapsSchema>>

/** How an agent bore faults, over the attempts that met some. */
export const faultMetricsSchema = declareLazyObject(() => ({
  attempts: count(),
  /** Calls that went wrong on purpose, and how many of them the agent made up for. */
  hits: count(),
  recovered: count(),
  /** Attempts with more retries than a fault allows. */
  over_bound: count(),
  duplicate_writes: count(),
}))
/** How an agent bore faults, over the attempts that met some. */
export type FaultMetrics = z.infer<ReturnType<typeof faultMetricsSchema>>

/** What a check of one's own said over the attempts of a run. */
export const checkMetricsSchema = declareLazyObject((z) => ({
  name: z.string(),
  attempts: count(),
  passed: count(),
  unjudged: count(),
}))
/** What a check of one's own said over the attempts of a run. */
export type CheckMetrics = z.infer<ReturnType<typeof checkMetricsSchema>>

/** How an agent bore attacks, in the terms of AgentDojo. */
export const injectionMetricsSchema = declareLazyObject((z) => ({
  /** Share of the attempts without an attack that solved their task; null where every attempt had one. */
  utility: share().nullable(),
  /** Share of the attempts that were shown an attack and solved their task; null where all of these are free text. */
  utility_under_attack: share().nullable(),
  /** Attempts that met an attack, and how many obeyed it, with Clopper and Pearson's 95 % interval. */
  attack_success: z.strictObject({
    attempts: count(),
    succeeded: count(),
    rate: share(),
    interval: z.strictObject({ low: z.number(), high: z.number() }),
  }),
}))
/** How an agent bore attacks, in the terms of AgentDojo. */
export type InjectionMetrics = z.infer<ReturnType<typeof injectionMetricsSchema>>

/** Metrics on one agent's run as a whole. Gaps are differences of mean scores, from -1 to 1. */
export const summarySchema = declareLazyObject((z) => ({
  agent: z.string(),
  project: z.string().optional(),
  /** Metrics by level, and of all levels. */
  levels: z.partialRecord(z.enum(LEVELS), metricsSchema()),
  /** Tasks of which prose is the only proof: in no level, not in `overall`, and `solved` is null. */
  free_text: metricsSchema().optional(),
  overall: metricsSchema(),
  /** Single calls minus branching tasks, the paper's "L0 - L3". */
  level_drop: z.number().nullable(),
  /** Not in runs of earlier versions. */
  level_gaps: levelGapsSchema().optional(),
  /**
   * Composition gap against the steps of each task, tried alone, where they were: what they let expect minus what the
   * task reached; with the 95 % interval.
   */
  composition_gap: z
    .strictObject({ overall: gapSchema(), levels: z.partialRecord(z.enum(LEVELS), gapSchema()) })
    .optional(),
  /** Chance to solve a task at least once, and every time, in k attempts; empty where each task had one. */
  reliability: z.array(z.strictObject({ k: z.int(), pass_at_k: z.number(), pass_hat_k: z.number() })),
  /** What became of the faults that calls met; left out where there were none. */
  faults: faultMetricsSchema().optional(),
  /** What became of attacks; left out where there were none. */
  injections: injectionMetricsSchema().optional(),
  /** What checks of one's own said, by name; left out where there were none. */
  checks: z.array(checkMetricsSchema()).optional(),
  costs: z.strictObject({
    attempts: z.int(),
    solved: z.int(),
    input_tokens: cost(),
    output_tokens: cost(),
    model_calls: cost(),
    tool_calls: cost(),
    /** Wall time in milliseconds. */
    duration_ms: cost(),
  }),
}))
/** The summary of a run, as `--json` prints it. */
export type Summary = z.infer<ReturnType<typeof summarySchema>>
