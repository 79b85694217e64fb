import { z } from 'zod'
import { INFEASIBLE } from '../../schema/environment-result.ts'
import { counted } from '../../shared/english.ts'
import { defineSimulator, type Simulator } from '../../tools/define-simulator.ts'
import { attemptCallSchema, type SubmittedAttempt } from './execute-attempt.ts'

/** Name of the tool that takes attempts. */
export const SUBMIT = 'submit_attempt'

/** All that an agent is told of an attempt. */
export interface Feedback {
  verdict: 'correct' | 'wrong'
  attempts_left: number
}

/**
 * The tool by which an agent submits an attempt: an ordinary simulator, so that whatever serves and records the other
 * tools serves and records it.
 *
 * @param submit Verifies the attempt; throws a `ToolError` to refuse it
 * @param prepare Gets ready to verify it, where that takes time
 */
export const submitTool = (
  submit: (attempt: SubmittedAttempt) => Feedback,
  prepare?: (attempt: SubmittedAttempt) => Promise<unknown> | undefined,
): Simulator => ({
  ...submitSimulator(submit),
  ...(prepare === undefined
    ? {}
    : {
        async prepare(args) {
          const { data } = submissionSchema.safeParse(args)
          // What is wrong with a submission that does not fit is said when it is made.
          if (data !== undefined) await prepare({ calls: data.calls, message: data.message ?? null })
        },
      }),
})

const submissionSchema = z.strictObject({
  calls: z.array(attemptCallSchema).describe('Calls in order, each {"tool": name, "args": {...}}.'),
  message: z.string().optional().describe('Answer to the user, where the task asks for one.'),
})

const submitSimulator = (submit: (attempt: SubmittedAttempt) => Feedback): Simulator =>
  defineSimulator({
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
  })

/** What an agent is asked for: the task, and how its environment works. */
export const promptOf = (task: string, maxTurns: number, attempts: number): string => `${task}

You work on this in two steps. First explore: call the tools as you like, on a copy of the data, to learn what they need
and what they answer. What you do there does not count as done. Then call ${SUBMIT} with the complete list of calls that
do the task, in order; it runs them on the untouched data. Leave out whatever the task does not need. You have at most
${counted(attempts, 'attempt')} and ${maxTurns} calls in all, ${SUBMIT} included.
If the task cannot be done with these tools and data, submit nothing; end with a message that says "${INFEASIBLE}" and
why.`
