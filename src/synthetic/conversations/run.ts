import { runAttempt } from '../../run/attempt/run-attempt.ts'
import type { Agent, User } from '../../schema/agent.ts'
import type { Task } from '../../schema/task.ts'
import type { Trace } from '../../schema/trace.ts'
import { messageOf, TracewrightError } from '../../shared/errors.ts'
import { textsMasked } from '../../shared/redact/texts-masked.ts'
import type { Registry } from '../../tools/registry.ts'
import { redactorOf, redactTrace } from '../../trace/redact-trace.ts'
import type { LiveSimulation } from '../simulate/live/live-simulation.ts'
import { watched } from '../simulate/simulators.ts'
import { type ConversationGrade, gradeConversation } from './grade.ts'

/** Calls of tools after which a conversation is ended. */
export const DEFAULT_CALLS = 100
/** Milliseconds after which a conversation is ended. */
export const DEFAULT_TIMEOUT = 300_000

export interface ConversationOptions {
  /** Simulators of the tools that tasks offer. */
  registry: Registry
  /** A model that answers for the tools: it is asked for what grading finds unanswered. */
  live?: Pick<LiveSimulation, 'settle'>
  /** Who plays the user, in place of the task's turns and of a user that the agent brings. */
  user?: User
  /** Calls that the agent may make in a conversation, refused ones included; default 100. */
  maxTurns?: number
  /** Milliseconds for a conversation whose task sets none; default 300,000. */
  timeout?: number
}

/** What became of a task with an agent and a user. Plain JSON. */
export interface ConversationResult extends ConversationGrade {
  task_id: string
  /** `multi_turn`: the user has something to say after their prompt; `multi_step`: the prompt says it all. */
  kind: ConversationKind
  /** Messages of the user, the prompt among them. */
  said: number
  /** Calls that the agent made. */
  calls: number
  /** Why the agent stopped before it was done. */
  failure?: string
}
export const CONVERSATION_KINDS = ['multi_turn', 'multi_step'] as const
export type ConversationKind = (typeof CONVERSATION_KINDS)[number]

/** The agent with another user. */
const withUser = (agent: Agent, user: User): Agent => ({
  name: agent.name,
  run: (request) => agent.run(request),
  user,
})

/**
 * Lets an agent and a user talk about a task in one world, and grades what came of it.
 *
 * @throws TracewrightError where who plays the user failed, or a call got no answer: then there is nothing to grade
 */
export async function runConversation(
  agent: Agent,
  task: Task,
  { user, live, maxTurns = DEFAULT_CALLS, timeout = DEFAULT_TIMEOUT, ...options }: ConversationOptions,
): Promise<{ result: ConversationResult; trace: Trace }> {
  let unanswered: string | undefined
  const registry = watched(options.registry, (why) => {
    unanswered ??= why
  })
  const checkAnswers = (): void => {
    if (unanswered !== undefined) throw new TracewrightError(`Failed to simulate a tool: ${unanswered}`)
  }
  const over = new AbortController()
  let calls = 0
  const player = user === undefined ? undefined : watchedUser(user)
  const { trace } = await runAttempt(player === undefined ? agent : withUser(agent, player.user), task, {
    registry,
    wire: 'direct',
    timeout: task.timeout ?? timeout,
    signal: over.signal,
    // A call that comes after the end has nobody to be told to.
    onLate: () => {},
    traffic: {
      exchange: async () => undefined,
      callEnded() {
        if (++calls > maxTurns) over.abort(new Error(`more than ${maxTurns} calls`))
      },
    },
  })
  const problem = player?.problem()
  if (problem !== undefined) throw new TracewrightError(`Failed to play the user: ${problem}`)
  checkAnswers()
  const grading = () => gradeConversation(task, trace, registry)
  const grade = live === undefined ? grading() : await live.settle(grading)
  checkAnswers()
  const { failure, conversation = [] } = trace
  const result: ConversationResult = {
    task_id: task.task_id,
    kind: task.turns === undefined ? 'multi_step' : 'multi_turn',
    ...grade,
    said: Math.max(1, conversation.filter(({ role }) => role === 'user').length),
    calls: trace.calls.length,
    ...(failure === undefined ? {} : { failure }),
  }
  const redactor = redactorOf(trace, task.prompt)
  return { result: textsMasked(result, redactor), trace: redactTrace(trace, redactor) }
}

/** The user of one conversation, of whom it is known whether they failed: an agent is not to be blamed for that. */
interface WatchedUser {
  user: User
  /** What went wrong with them; undefined where nothing did. */
  problem(): string | undefined
}

/** Watches who plays the user: for what they throw, and whether they are still thinking when the time is over. */
function watchedUser(user: User): WatchedUser {
  let thrown: string | undefined
  let thinking = 0
  const watch = async <T>(act: () => Promise<T>): Promise<T> => {
    thinking++
    try {
      return await act()
    } catch (error) {
      thrown ??= messageOf(error)
      throw error
    } finally {
      thinking--
    }
  }
  return {
    user: {
      next: (request) => watch(() => user.next(request)),
      approve: (request) => watch(() => user.approve(request)),
    },
    problem: () => (thinking > 0 ? 'there was no answer when the time was over' : thrown),
  }
}
