import { z } from 'zod'
import type { AttemptOptions } from '../../run/attempt/run-attempt.ts'
import {
  type EnvironmentResult,
  INFEASIBLE,
  type Submitted,
  type VerifierName,
} from '../../schema/environment-result.ts'
import type { Task } from '../../schema/task.ts'
import { ToolError } from '../../schema/tool-error.ts'
import type { Trace } from '../../schema/trace.ts'
import { formatCount } from '../../shared/english.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { defineSimulator, type Simulator } from '../../tools/define-simulator.ts'
import { type Registry, registryOf } from '../../tools/registry.ts'
import { World } from '../../tools/world/world.ts'
import type { LiveSimulation } from '../simulate/live/live-model.ts'
import type { EnvironmentTask } from '../tasks/environment-task.ts'
import { createCallLimit } from './direct-attempt.ts'
import { attemptCallSchema, executeAttempt, type SubmittedAttempt } from './execute-attempt.ts'
import { type Verification, verifyAttempt } from './verifiers.ts'

/** Name of the tool that takes attempts. */
export const SUBMIT = 'submit_attempt'

/** All that an agent is told of an attempt. */
export interface Feedback {
  verdict: 'correct' | 'wrong'
  attempts_left: number
}

const submissionSchema = z.strictObject({
  calls: z.array(attemptCallSchema).describe('Calls in order, each {"tool": name, "args": {...}}.'),
  message: z.string().optional().describe('Answer to the user, where the task asks for one.'),
})

/** @param prepare Gets an attempt ready before it is made */
const submitTool = (
  submit: (attempt: SubmittedAttempt) => Feedback,
  prepare?: (attempt: SubmittedAttempt) => Promise<unknown>,
): Simulator => ({
  ...defineSimulator({
    name: SUBMIT,
    category: 'external_services',
    effect: 'read',
    capability: 'track-work',
    description:
      'Submits the solution: all calls that do the task, in order. They run from the initial state, where nothing of ' +
      'what was tried before has happened. Answers whether the solution is correct and how many attempts are left. ' +
      'An argument may be {"$from":"call_1","at":"/field"} for a value that an earlier call of the solution gives: ' +
      'call_1 is its first call, "at" a JSON Pointer into the result.',
    input: submissionSchema,
    output: z.strictObject({
      verdict: z.enum(['correct', 'wrong']),
      attempts_left: z.int().min(0),
    }),
    run: ({ calls, message }) => ({ ...submit({ calls, message: message ?? null }) }),
  }),
  ...(prepare && {
    async prepare(args) {
      const { data } = submissionSchema.safeParse(args)
      // What is wrong with a submission that does not fit is said when it is made.
      if (data !== undefined) await prepare({ calls: data.calls, message: data.message ?? null })
    },
  }),
})

/** What an agent is asked for: the task, and how its environment works. */
const buildPrompt = (task: string, maxTurns: number, attempts: number): string => `${task}

You work on this in two steps. First explore: call the tools as you like, on a copy of the data, to learn what they need
and what they answer. What you do there does not count as done. Then call ${SUBMIT} with the complete list of calls that
do the task, in order; it runs them on the untouched data. Leave out whatever the task does not need. You have at most
${formatCount(attempts, 'attempt')} and ${maxTurns} calls in all, ${SUBMIT} included.
If the task cannot be done with these tools and data, submit nothing; end with a message that says "${INFEASIBLE}" and
why.`

/** How an environment is opened. */
export interface EnvironmentOptions {
  /** Simulators of the task's tools. */
  registry: Registry
  /** The verifier of an attempt. Default `causal`. */
  verifier?: VerifierName
  /** Submissions that are allowed; default 3. */
  attempts?: number
  /** Calls that are allowed, with submissions and refused calls; default 30. */
  maxTurns?: number
  /** The simulation that the registry is of, where a model answers for its tools; submitted attempts ask it as well. */
  live?: Pick<LiveSimulation, 'settle'>
}

/** A task's environment, ready for one agent. */
export interface Environment {
  asked: Pick<Task, 'task_id' | 'prompt' | 'available_tools' | 'world'>
  /** The fork of the initial world that the exploration acts on, its tools, and their limits. */
  attempt: AttemptOptions & { registry: Registry }
  /** The result, by what the agent did; to be asked for once, when the agent has ended. */
  finish(trace: Trace): EnvironmentResult
}

export const DEFAULT_ATTEMPTS = 3
export const DEFAULT_TURNS = 30

/** The offered tools, each of which refuses when the turns are used up. */
function offerTools(
  { task_id, available_tools }: Environment['asked'],
  registry: Registry,
  submit: Simulator,
  isOver: () => boolean,
): Registry {
  const simulators = available_tools.map((name) => {
    const simulator = registry.get(name)
    if (simulator !== undefined && name !== SUBMIT) return simulator
    throw new TracewrightError(
      simulator === undefined
        ? `Failed to make the environment of ${task_id}: "${name}" has no simulator. Correct the task or its toolkit.`
        : `Failed to make the environment of ${task_id}: the name "${SUBMIT}" is reserved. Rename the tool.`,
    )
  })
  return registryOf(
    [...simulators, submit].map(({ prepare, ...simulator }) => ({
      ...simulator,
      ...(prepare && { prepare: async (args, world) => (isOver() ? undefined : prepare(args, world)) }),
      run(args, world, call) {
        if (isOver()) throw new ToolError(429, 'the calls that this task allows are used up')
        return simulator.run(args, world, call)
      },
    })),
  )
}

const verifySubmitted = (
  item: EnvironmentTask,
  attempt: SubmittedAttempt,
  registry: Registry,
  verifier: VerifierName,
): Verification => {
  if (item.valid) return verifyAttempt(attempt, item.task, registry, verifier)
  const { task_id, world } = item.task
  return {
    correct: false,
    trace: executeAttempt(attempt, task_id, registry, new World(world?.seed ?? 0)),
  }
}

const summarizeSubmission = ({ correct, trace }: Verification): Submitted => ({
  calls: trace.calls.map(({ tool_name: tool, arguments: args, status }) => ({ tool, args, status })),
  message: trace.final_answer,
  committed: trace.calls.filter(({ committed }) => committed === true).length,
  correct,
})

/**
 * Which attempt solved the task. One that can be done is solved by a correct attempt; one that cannot when no attempt
 * committed anything and the last message says so.
 */
function findSolvedAt({ valid }: EnvironmentTask, attempts: readonly Submitted[], message: string | null) {
  if (valid) {
    const at = attempts.findIndex(({ correct }) => correct)
    return at < 0 ? null : at + 1
  }
  const isLeftAlone = attempts.every(({ committed }) => committed === 0)
  return isLeftAlone && message?.includes(INFEASIBLE) === true ? attempts.length + 1 : null
}

/**
 * Makes the environment of a task; docs/guides/synthetic-tools.md#environments. The agent is an ordinary one. It is handed the task's tools,
 * which act on a fork of the initial world, and one more, `submit_attempt`, whose attempts are verified in fresh forks
 * and answered with `correct` or `wrong` alone.
 *
 * @throws TracewrightError for a task that offers a tool without a simulator
 */
export function openEnvironment(item: EnvironmentTask, options: EnvironmentOptions): Environment {
  const { registry, verifier = 'causal', live, attempts: most = DEFAULT_ATTEMPTS } = options
  const { maxTurns = DEFAULT_TURNS } = options
  const { task_id, prompt, available_tools, world: given } = item.task
  const world = new World(given?.seed ?? 0)
  const limit = createCallLimit(maxTurns)
  const attempts: Submitted[] = []
  const verifySubmission = (attempt: SubmittedAttempt) => verifySubmitted(item, attempt, registry, verifier)
  const submit = (attempt: SubmittedAttempt): Feedback => {
    if (attempts.at(-1)?.correct === true) throw new ToolError(409, 'the task is solved already')
    if (attempts.length >= most) throw new ToolError(409, 'no attempts are left')
    const made = summarizeSubmission(verifySubmission(attempt))
    attempts.push(made)
    return { verdict: made.correct ? 'correct' : 'wrong', attempts_left: most - attempts.length }
  }
  const submits = submitTool(submit, live && ((attempt) => live.settle(() => verifySubmission(attempt))))
  return {
    asked: {
      task_id,
      prompt: buildPrompt(prompt, maxTurns, most),
      available_tools: [...available_tools, SUBMIT],
      ...(given && { world: given }),
    },
    attempt: {
      world,
      ...limit.options,
      registry: offerTools(item.task, registry, submits, () => limit.made() >= maxTurns),
    },
    finish: ({ final_answer, failure, agent = 'agent' }) => ({
      task_id,
      difficulty: item.difficulty,
      valid: item.valid,
      agent,
      verifier,
      solved_at: findSolvedAt(item, attempts, final_answer),
      attempts,
      turns: limit.made(),
      ideal_turns: item.valid ? item.task.expected_trace.steps.length + 1 : null,
      explored_writes: world.journal.length,
      message: final_answer,
      failure,
    }),
  }
}
