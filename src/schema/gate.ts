import type { z } from 'zod'
import { declareLazily, declareLazyObject } from './lazily.ts'
import { LEVELS } from './task.ts'

const share = declareLazily((z) => z.number().min(0).max(1))
const count = declareLazily((z) => z.int().min(0))
const counts = declareLazyObject((z) => ({ successes: z.int().min(0), attempts: z.int().min(0) }))
/** How a task that the baseline knows fares now; `suspected` and `improved` were not confirmed by reruns. */
export const CHANGES = ['regressed', 'suspected', 'improved'] as const
export type TaskChange = (typeof CHANGES)[number]

/** A part of the tasks then and now. Shares are means over the tasks that have attempts in baseline and run. */
const stratumChanges = declareLazily(() => ({
  tasks: count(),
  before: share().nullable(),
  now: share().nullable(),
  regressed: count(),
  suspected: count(),
  improved: count(),
  added: count(),
  removed: count(),
}))

/** What changed since the baseline. Attempts that were made on suspicion are not counted. */
export const gateChangesSchema = declareLazyObject((z) => ({
  overall: z.strictObject(stratumChanges()),
  levels: z.partialRecord(z.enum(LEVELS), z.strictObject(stratumChanges())),
  tasks: z.array(
    z.strictObject({
      key: z.string(),
      baseline: counts(),
      run: counts(),
      change: z.enum(CHANGES).optional(),
      /** Seeds of the worlds that the record's attempts ran in. */
      worlds: z.array(z.int()).optional(),
    }),
  ),
  /** Mean share of attempts solved in each run of the baseline, oldest first; left out where records do not tell runs apart. */
  history: z.array(share()).optional(),
}))
export type GateChanges = z.infer<ReturnType<typeof gateChangesSchema>>

const named = declareLazily((z) => ({ key: z.string(), task_id: z.string() }))

/** A group of tasks that looked worse than the baseline in the run alone. */
const stratumSchema = declareLazyObject((z) => ({
  stratum: z.enum(['overall', ...LEVELS]),
  /** p of the run alone, which only suspects. */
  suspected: z.number(),
  /** p of run and up to two reruns of each task, of being worse by more than one point and by more than luck. */
  p: z.number(),
  /** The same if runs had twice the luck. */
  p_doubled: z.number(),
  /** Standard deviation of the luck that all tasks of one run share, in log-odds. */
  luck: z.number(),
  /** One point, in solved attempts. */
  margin: z.int(),
  regressed: z.boolean(),
  /** Worse, unless runs differ by more luck than the baseline shows: a second run decides. */
  needs_another_run: z.literal(true).optional(),
  baseline: counts(),
  /** Run and up to two reruns of each task. */
  now: counts(),
  /** Given where the run's own attempts are worse than the baseline's and than the reruns that followed. */
  first: z.strictObject({ p: z.number(), run: counts(), again: counts() }).optional(),
}))

/** A task that was rerun on suspicion, or that the gate names. */
const suspectSchema = declareLazyObject((z) => ({
  ...named(),
  level: z.enum(LEVELS),
  baseline: counts(),
  /** Run and reruns. */
  now: counts(),
  reruns: count(),
  /** Probability that it broke, given all attempts at all tasks. */
  posterior: share(),
  regressed: z.boolean(),
  /** Too grave for a green run, and not enough for a regression: a second run decides. */
  needs_another_run: z.literal(true).optional(),
  /** Something had broken by the attempts made up to then, and later ones went well. */
  recovered: z.literal(true).optional(),
  /** What went wrong first, in the attempt that failed last. */
  reason: z.string().optional(),
}))

/** What the outcomes of single tasks come to. */
const evidenceSchema = declareLazyObject((z) => ({
  /** Likelihood of "some tasks broke" over that of "nothing changed", or of "all drifted" where that is larger. */
  lambda: z.number(),
  /** The largest that the fits of the rounds gave; from 100 on the run has regressed. */
  highest: z.number(),
  /** About this many tasks broke. */
  broken: z.number(),
  /** Correlation of the attempts of one run, by the last fit; 0 where they are independent. */
  correlation: z.number(),
}))

/** What the gate says of the run of one agent. */
export const gateSchema = declareLazyObject((z) => ({
  /**
   * `ungated`: the run was partial. `inconclusive`: nothing was found, and something could have been missed.
   * `needs-another-run`: something looks worse that one run cannot tell from bad luck; a second run decides.
   */
  verdict: z.enum(['regressed', 'needs-another-run', 'ok', 'inconclusive', 'error', 'ungated']),
  /** What the run exits with for this verdict. */
  exit: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  errors: z.array(z.string()),
  agent: z.string(),
  project: z.string().optional(),
  /** File of the baseline, relative to the root of Vitest. */
  baseline: z.string(),
  /** Document of the run, relative to the root of Vitest; left out for the default one. */
  run_file: z.string().optional(),
  /** Documents that `baseline check` judged, oldest first, if it judged others than that one alone. */
  judged_files: z.array(z.string()).optional(),
  /** Groups of tasks that looked worse, with what reruns said. */
  strata: z.array(stratumSchema()),
  tasks: z.array(suspectSchema()),
  /** What single tasks come to; null where nothing was weighed. */
  evidence: evidenceSchema().nullable(),
  /** For a deterministic agent: tasks that failed twice where the baseline has them solved, and tasks that failed once. */
  flips: z
    .array(z.strictObject({ ...named(), seed: z.int(), real: z.boolean(), reason: z.string().optional() }))
    .optional(),
  /**
   * Fewest tasks broken outright that would have been called a regression, had nothing else been broken; null where no
   * number would.
   */
  least_broken: z.int().nullable(),
  /** Smallest uniform drop, a share, that is seen with 80 % power; null where none is. */
  smallest_drop: z.number().nullable(),
  compared: z.int(),
  /** How often all tasks could be attempted once more. */
  suite_reruns: count().optional(),
  /** Shards chose the reruns. */
  sharded: z.literal(true).optional(),
  /** What else differs from the records of the baseline: models that answered, schemas of the offered tools. */
  origin: z.array(
    z.strictObject({
      field: z.enum(['models', 'tools']),
      before: z.array(z.string()),
      now: z.array(z.string()),
      /** Tasks whose record says another thing. */
      tasks: z.int(),
    }),
  ),
  /** Tasks that the baseline knows as they were before an edit, that it does not know, and that are gone. */
  edited: z.array(z.string()),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  /** Left out without a verdict. */
  changes: gateChangesSchema().optional(),
}))
export type Gate = z.infer<ReturnType<typeof gateSchema>>
