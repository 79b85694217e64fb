import type { z } from 'zod'
import { declareLazily, declareLazyObject } from './lazily.ts'
import { LEVELS } from './task.ts'

export const BASELINE_FORMAT = 'tracewright/baseline@1'

/** Strings without repetition, so that the same runs print the same line. */
const distinct = declareLazily((z) =>
  z
    .array(z.string().min(1))
    .refine((items) => new Set(items).size === items.length, 'expected no item twice'),
)

/** Where the attempts of a record came from; compared and shown, never a reason to refuse. */
export const originSchema = declareLazyObject((z) => ({
  /** Ids of the runs, oldest first; a run counts once. */
  runs: distinct().min(1),
  /** Commit of the agent's repo; runs of it pool. */
  commit: z.string().min(1).optional(),
  models: distinct().optional(),
  /** Digests of the schemas of the offered tools. */
  tools: distinct().optional(),
  /** Day of the latest run, `2026-01-31`. */
  date: z.iso.date().optional(),
  /** Why a record was accepted although the gate was not green. */
  accepted: z.string().min(1).optional(),
}))
export type Origin = z.infer<ReturnType<typeof originSchema>>

const count = declareLazily((z) => z.int().min(0))

/** A run that made several attempts at a task: those that the record counts, and the reruns beside them. */
const groupSchema = declareLazyObject(() => ({
  solved: count(),
  failed: count(),
  rerun_solved: count(),
  rerun_failed: count(),
}))

/** Outcomes that came since a record is full, in their order: 1 solved, 0 failed. */
const recentSchema = declareLazyObject((z) => ({
  runs: distinct().min(1),
  outcomes: z.array(z.union([z.literal(0), z.literal(1)])).min(1),
}))

export const baselineTaskSchema = declareLazily((z) =>
  z
    .strictObject({
      task_id: z.string().min(1),
      level: z.enum(LEVELS),
      successes: z.int().min(0),
      attempts: z.int().min(1),
      /** Outcome by seed, for a deterministic agent: 1 solved, 0 failed. */
      seeds: z.record(z.string().regex(/^\d+$/), z.union([z.literal(0), z.literal(1)])).optional(),
      /** Number of the attempt that the next run starts from; left out, the number of attempts. */
      next: z.int().min(0).optional(),
      /** Solved attempts of each run, in the order of the runs, where all made as many attempts. */
      by_run: z.array(z.int().min(0)).optional(),
      /** Seeds of the worlds that the attempts ran in, rising; those of a deterministic agent are in `seeds`. */
      worlds: z.array(z.int().min(0)).optional(),
      /** Runs of the record that made several attempts at the task, which share the luck of their run. */
      groups: z.array(groupSchema()).optional(),
      /** The last 20 outcomes since the record is full. */
      recent: recentSchema().optional(),
      /** What attempts cost, which earlier versions kept and nothing reads. */
      costs: z.unknown().optional(),
      origin: originSchema(),
    })
    .refine((task) => task.successes <= task.attempts, 'expected no more successes than attempts')
    .refine(
      ({ by_run, successes, origin }) =>
        by_run === undefined ||
        (by_run.length === origin.runs.length &&
          by_run.reduce((sum, solved) => sum + solved, 0) === successes),
      'expected `by_run` to have one number for each run, and to add up to the successes',
    )
    .refine(({ successes, attempts, groups = [] }) => {
      const [solved, failed] = [
        groups.reduce((sum, run) => sum + run.solved, 0),
        groups.reduce((sum, run) => sum + run.failed, 0),
      ]
      return solved <= successes && failed <= attempts - successes
    }, 'expected no more attempts in its groups than in the record'),
)
export type BaselineTask = z.infer<ReturnType<typeof baselineTaskSchema>>

/** Key of a task: 64 hexadecimal digits. */
const key = declareLazily((z) => z.string().regex(/^[0-9a-f]{64}$/, 'expected the SHA-256 digest of a task'))

/** The committed history of one agent on one suite, tasks by key. */
export const baselineSchema = declareLazyObject((z) => ({
  format: z.literal(BASELINE_FORMAT),
  suite: z.string().min(1),
  agent: z.string().min(1),
  tasks: z.record(key(), baselineTaskSchema()),
}))
export type Baseline = z.infer<ReturnType<typeof baselineSchema>>
