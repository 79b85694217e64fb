import type { z } from 'zod'
import { isObject, type JsonObject } from '../shared/json.ts'
import { makePrintable } from '../shared/printable.ts'
import { MAX_TIMER_MS } from '../shared/timer.ts'
import { json } from './binding.ts'
import { checksSchema } from './check.ts'
import { expectedStateSchema, userTurnSchema } from './conversation.ts'
import { faultsSchema } from './fault.ts'
import { injectionsSchema } from './injection.ts'
import { declareLazily, declareLazyObject } from './lazily.ts'

/** The four levels of composition, simplest first. */
export const LEVELS = ['L0_node', 'L1_chain', 'L2_parallel', 'L3_dag'] as const
/** Shape of a task: one call, a sequence, independent calls, or a graph that branches and merges. */
export type Level = (typeof LEVELS)[number]

const jsonObject = declareLazily((z) => z.custom<JsonObject>(isObject, 'expected an object'))

/** One expected call: a tool, its arguments (values or bindings) and the steps that it depends on. */
export const stepSchema = declareLazyObject((z) => ({
  step_id: z.string().min(1),
  tool_name: z.string().min(1),
  arguments: jsonObject(),
  depends_on: z.array(z.string()).default([]),
  output_key: z.string().nullish(),
  /**
   * Whether the order of the dependencies matters although no value flows over them. False for a read that may come before
   * what decides it.
   */
  order: z.boolean().optional(),
  /** The call is made no sooner than this message of the user; the prompt is message 1. */
  after_turn: z.int().min(2).optional(),
}))
/** One expected call: a tool, its arguments (values or bindings) and the steps that it depends on. */
export type Step = z.infer<ReturnType<typeof stepSchema>>

/** The expected calls of a task, a directed acyclic graph. */
export const expectedTraceSchema = declareLazyObject((z) => ({
  /** None where nothing is to be called. */
  steps: z.array(stepSchema()),
  final_answer_source: z.string().nullish(),
  /** Of an alternative: its answer, in place of the task's. */
  expected_final_answer: json().optional(),
}))
/** The expected calls of a task, a directed acyclic graph. */
export type ExpectedTrace = z.infer<ReturnType<typeof expectedTraceSchema>>

/** The most that an attempt may take of each; what it took has to be known. */
const limitsSchema = declareLazily((z) =>
  z
    .strictObject({
      /** Tool calls, with failed calls. */
      calls: z.int().min(0).optional(),
      /** Input and output tokens together. */
      tokens: z.int().min(1).optional(),
      /** Milliseconds of wall time. */
      ms: z.number().positive().optional(),
    })
    .refine((limits) => Object.keys(limits).length > 0, 'expected some of "calls", "tokens" and "ms"'),
)

/** One benchmark task: a line of a suite. */
export const taskSchema = declareLazyObject((z) => ({
  /** Test reporters print it as it stands. */
  task_id: z
    .string()
    .min(1)
    .refine((id) => makePrintable(id) === id, 'expected a name without control characters'),
  level: z.enum(LEVELS),
  prompt: z.string().min(1),
  /** Names of the tools that the agent is offered. */
  available_tools: z
    .array(z.string().min(1), {
      error: ({ input }) =>
        input === undefined
          ? 'it is missing; name the tools that the agent is offered, as in ["find_order"]'
          : undefined,
    })
    .min(1),
  expected_trace: expectedTraceSchema(),
  /** Graded, but for a text without bindings in a trace that names a `final_answer_source`, as published rows do. */
  expected_final_answer: json().optional(),
  num_steps: z.int().optional(),
  num_tools_offered: z.int().optional(),
  category: z.string().optional(),
  pattern: z.string().optional(),
  /**
   * World in which the task runs; seed 0 is the published one. Further attempts run in the worlds after it, but for a
   * task that says `fixed`.
   */
  world: z
    .strictObject({
      seed: z.int().min(0),
      fixed: z.literal(true).optional(),
      state: z
        .record(z.string(), z.array(json()))
        .optional()
        .describe('Records of each named store, the same at every seed'),
    })
    .optional(),
  /** Other traces that solve the task; the best one counts. */
  alternatives: z.array(expectedTraceSchema()).optional(),
  /** Tools that must not be called, successfully or not. */
  never: z.array(z.string().min(1)).optional(),
  /** The most that an attempt may take. */
  within: limitsSchema().optional(),
  /** What goes wrong with the agent's calls on purpose, in place of what the plugin says. */
  faults: faultsSchema().optional(),
  /** Attacks on the agent in what tools answer or are described by, in place of what the plugin says. */
  injections: injectionsSchema().optional(),
  /** What the user does after each reply of the agent, in order; the prompt is what they say first. */
  turns: z.array(userTurnSchema(), 'expected a list of further prompts').min(1).optional(),
  /** Grades what the world holds at the end: what the expected trace leaves there. */
  expected_state: expectedStateSchema().optional(),
  /** Grades by the end state and the answer alone, whatever calls led there. */
  grade: z.literal('state').optional(),
  /** Checks of one's own, by name; the plugin's option `checks` says where they are. */
  checks: checksSchema().optional(),
  /** Left out of runs, with a reason where there is one. */
  skip: z.union([z.literal(true), z.string().min(1)]).optional(),
  /** Run alone, while one works on it: an error in CI. */
  only: z.literal(true).optional(),
  /** Not written to its end yet: listed and not run. */
  todo: z.union([z.literal(true), z.string().min(1)]).optional(),
  /** Time limit of an attempt in milliseconds, in place of the plugin's. */
  timeout: z.int('expected milliseconds as a whole number').min(1).max(MAX_TIMER_MS).optional(),
  /** Tags of its test, for Vitest's filter by tags. */
  tags: z.array(z.string().min(1)).min(1).optional(),
}))
/** One benchmark task: a line of a suite. */
export type Task = z.infer<ReturnType<typeof taskSchema>>
