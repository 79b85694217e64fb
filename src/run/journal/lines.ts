import type { z } from 'zod'
import { lazily } from '../../schema/lazily.ts'
import { attemptSchema } from '../../schema/run.ts'
import type { Trace } from '../../schema/trace.ts'
import { isObject, type Json } from '../../shared/json.ts'

const place = lazily((z) => ({ project: z.string(), suite: z.string(), key: z.string() }))

/** What the attempts of a project are made with: the first line of its journal. */
export const headSchema = lazily((z) =>
  z.strictObject({
    kind: z.literal('head'),
    project: z.string(),
    agent: z.string(),
    /** Digest of the modules that the agent's entry imports, node_modules left out. */
    modules: z.string().optional(),
    options: z.record(z.string(), z.json()),
    commit: z.string().optional(),
  }),
)
export type Head = z.infer<ReturnType<typeof headSchema>>

/** One attempt, verdict and trace together, so that neither is there without the other. */
export const attemptLineSchema = lazily((z) =>
  z.strictObject({
    kind: z.literal('attempt'),
    ...place(),
    record: attemptSchema(),
    trace: z.custom<Trace>((value) => isObject(value as Json), 'expected a trace'),
  }),
)
export type AttemptLine = z.infer<ReturnType<typeof attemptLineSchema>>

/** A task of which every step was tried alone. */
export interface ProbedCase {
  project: string
  suite: string
  key: string
  pattern?: string
  /** Solved attempts at each step alone, and how many there were. */
  steps: { successes: number; attempts: number }[]
}
const probeLineSchema = lazily((z) =>
  z.strictObject({
    kind: z.literal('probe'),
    probed: z.custom<ProbedCase>((value) => isObject(value as Json), 'expected a probed task'),
  }),
)

/** A worker that was ended because an attempt did not let go of it. */
export const blockedLineSchema = lazily((z) =>
  z.strictObject({
    kind: z.literal('blocked'),
    ...place(),
    task_id: z.string(),
    attempt: z.int().min(0),
    /** Milliseconds after which it was ended. */
    after: z.number(),
    /** False where it is one of several that may have. */
    sure: z.boolean(),
  }),
)
export type BlockedLine = z.infer<ReturnType<typeof blockedLineSchema>>

/** A tool that was called after an attempt was over. */
export const lateLineSchema = lazily((z) =>
  z.strictObject({
    kind: z.literal('late'),
    ...place(),
    attempt: z.int().min(0),
    tool: z.string(),
  }),
)
export type LateLine = z.infer<ReturnType<typeof lateLineSchema>>

export const lineSchema = lazily((z) =>
  z.discriminatedUnion('kind', [
    headSchema(),
    attemptLineSchema(),
    probeLineSchema(),
    blockedLineSchema(),
    lateLineSchema(),
  ]),
)
export type Line = z.infer<ReturnType<typeof lineSchema>>
