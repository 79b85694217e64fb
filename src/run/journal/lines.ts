import type { z } from 'zod'
import { declareLazily } from '../../schema/lazily.ts'
import { attemptSchema } from '../../schema/run.ts'
import type { Trace } from '../../schema/trace.ts'
import { isObject } from '../../shared/json.ts'

/** A task of which every step was tried alone. */
export interface ProbedCase {
  project: string
  suite: string
  key: string
  pattern?: string
  /** Solved attempts at each step alone, and how many there were. */
  steps: { successes: number; attempts: number }[]
}

export const lineSchema = declareLazily((z) => {
  const place = { project: z.string(), suite: z.string(), key: z.string() }
  return z.discriminatedUnion('kind', [
    // What the attempts of a project are made with: the first line of its journal.
    z.strictObject({
      kind: z.literal('head'),
      project: z.string(),
      agent: z.string(),
      /** Digest of the modules that the agent's entry imports, node_modules left out. */
      modules: z.string().optional(),
      options: z.record(z.string(), z.json()),
      commit: z.string().optional(),
    }),
    // One attempt, verdict and trace together, so that neither is there without the other.
    z.strictObject({
      kind: z.literal('attempt'),
      ...place,
      record: attemptSchema(),
      trace: z.custom<Trace>(isObject, 'expected a trace'),
    }),
    z.strictObject({
      kind: z.literal('probe'),
      probed: z.custom<ProbedCase>(isObject, 'expected a probed task'),
    }),
    // A worker that was ended because an attempt, a run of the reference, or the module of a suite did not let go of it.
    z.strictObject({
      kind: z.literal('blocked'),
      ...place,
      /** Missing for the module of a suite. */
      task_id: z.string().optional(),
      /** Missing for a run of the reference. */
      attempt: z.int().min(0).optional(),
      /** Milliseconds after which it was ended. */
      after: z.number(),
      /** False where it is one of several that may have. */
      sure: z.boolean(),
    }),
    // A tool that was called after an attempt was over.
    z.strictObject({ kind: z.literal('late'), ...place, attempt: z.int().min(0), tool: z.string() }),
  ])
})
export type JournalLine = z.infer<ReturnType<typeof lineSchema>>
export type Head = Extract<JournalLine, { kind: 'head' }>
export type AttemptLine = Extract<JournalLine, { kind: 'attempt' }>
export type BlockedLine = Extract<JournalLine, { kind: 'blocked' }>
export type LateLine = Extract<JournalLine, { kind: 'late' }>
