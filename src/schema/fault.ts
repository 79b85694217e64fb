import type { z } from 'zod'
import { declareLazily, declareLazyObject } from './lazily.ts'

/** Faults after which no answer comes. */
export const LOST_FAULTS = ['timeout', 'reset', 'timeout-after-commit'] as const
/** Faults that refuse the call, with their HTTP status. */
export const REFUSING_FAULTS = {
  'rate-limit': 429,
  'server-error': 500,
  forbidden: 403,
  'not-found': 404,
} as const
/** Faults after which an answer comes that cannot be read. */
export const UNREADABLE_FAULTS = ['truncated-json', 'malformed-json', 'empty-body'] as const
/** Faults after which an answer comes that reads well and is not what the tool said. */
export const DATA_FAULTS = [
  'wrong-type',
  'missing-page',
  'renamed-field',
  'stale-value',
  'off-by-ten',
] as const

const REFUSALS = Object.keys(REFUSING_FAULTS) as (keyof typeof REFUSING_FAULTS)[]
/** Everything that may go wrong with a call. */
export const FAULTS = [...LOST_FAULTS, ...REFUSALS, ...UNREADABLE_FAULTS, ...DATA_FAULTS] as const
export type Fault = (typeof FAULTS)[number]

const isOneOf = <T extends string>(some: readonly T[], fault: string): fault is T =>
  some.some((one) => one === fault)
export const isLost = (fault: Fault): fault is (typeof LOST_FAULTS)[number] => isOneOf(LOST_FAULTS, fault)
export const isRefusal = (fault: Fault): fault is keyof typeof REFUSING_FAULTS => isOneOf(REFUSALS, fault)
export const isUnreadable = (fault: Fault): fault is (typeof UNREADABLE_FAULTS)[number] =>
  isOneOf(UNREADABLE_FAULTS, fault)
export const isDataFault = (fault: Fault): fault is (typeof DATA_FAULTS)[number] =>
  isOneOf(DATA_FAULTS, fault)

/** Equal calls that may be made after a fault, where a rule does not say. */
export const RETRIES = 3

const callNumber = declareLazily((z) => z.int().min(1))

/** Which calls go wrong, and how. Without `on` and `rate` every call of the tools does. */
export const faultRuleSchema = declareLazily((z) =>
  z
    .strictObject({
      fault: z.enum(FAULTS),
      /** Tools whose calls go wrong; every tool by default. */
      tool: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]).optional(),
      /** Numbers of the calls, counted for each tool from 1. */
      on: z.union([callNumber(), z.array(callNumber()).min(1)]).optional(),
      /** Share of the calls, above 0 up to 1; which ones is drawn. */
      rate: z.number().positive().max(1).optional(),
      /** What `rate`, and the place in an output, are drawn by, beside the seed of the world. Default 0. */
      seed: z.int().min(0).optional(),
      /** JSON Pointer of what is spoilt in an output; drawn by default. Only of faults of data. */
      at: z.string().regex(/^\//, 'expected a JSON Pointer').optional(),
      /** Milliseconds until a call that times out is given up. Default 50. */
      after: z.int().min(0).max(60_000).optional(),
      /** Seconds that `rate-limit` asks to wait, in Retry-After. Default 1. */
      retry_after: z.int().min(0).optional(),
      /** Equal calls that an agent may make after this fault. Default 3. */
      retries: z.int().min(0).optional(),
    })
    .refine(
      ({ on, rate }) => on === undefined || rate === undefined,
      'expected one of "on" and "rate", not both',
    )
    .refine(
      ({ at, fault }) => at === undefined || isDataFault(fault),
      `"at" requires one of ${DATA_FAULTS.join(', ')}`,
    ),
)
/** Which calls go wrong, and how. Without `on` and `rate` every call of the tools does. */
export type FaultRule = z.infer<ReturnType<typeof faultRuleSchema>>

/** Rules in their order: the first that takes a call decides. */
export const faultsSchema = declareLazily((z) => z.array(faultRuleSchema()))

/** What a trace keeps of a call that went wrong on purpose. */
export const callFaultSchema = declareLazyObject((z) => ({
  fault: z.enum(FAULTS),
  /** Equal calls that may be made after it. */
  retries: z.int().min(0),
  /** What a tool gave whose effect was kept, where its answer was lost or could not be read. */
  lost: z.json().optional(),
  /** JSON Pointer of what was spoilt in the result. */
  at: z.string().optional(),
  /** What stood there. */
  was: z.json().optional(),
}))
/** What a trace keeps of a call that went wrong on purpose. */
export type CallFault = z.infer<ReturnType<typeof callFaultSchema>>

/** How an agent bore the faults of one attempt. It stands beside the score and does not enter it. */
export const faultScoreSchema = declareLazyObject((z) => ({
  hits: z.array(
    z.strictObject({
      call: z.string(),
      tool_name: z.string(),
      fault: z.enum(FAULTS),
      /** The call was made again and answered well, its effect was found, or the task was solved without it. */
      recovered: z.boolean(),
    }),
  ),
  /** Most equal calls that followed a fault. */
  retries: z.int().min(0),
  /** Whether no fault was followed by more equal calls than it allows. */
  within_bound: z.boolean(),
  /** Writes that were made once more although the first was kept, by an agent that did not look. */
  duplicate_writes: z.int().min(0),
  /** What is held against the agent, as sentences. */
  reasons: z.array(z.string()),
}))
/** How an agent bore the faults of one attempt. */
export type FaultScore = z.infer<ReturnType<typeof faultScoreSchema>>
