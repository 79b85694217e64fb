import type { z } from 'zod'
import { isObject, type JsonObject } from '../shared/json.ts'
import { messageSchema } from './conversation.ts'
import { callFaultSchema } from './fault.ts'
import { placedAttackSchema } from './injection.ts'
import { declareLazily, declareLazyObject } from './lazily.ts'
import { toolErrorSchema } from './tool.ts'

const position = declareLazily((z) => z.int().min(0))

/** One error of a chain of causes. */
export const exceptionSchema = declareLazyObject((z) => ({
  /** Its name, or the type of what was thrown and is not an error. */
  name: z.string(),
  message: z.string(),
  code: z.union([z.string(), z.number()]).optional(),
  /** Frames of the stack, innermost first, without paths of the machine. */
  frames: z.array(z.string()),
}))
export type Exception = z.infer<ReturnType<typeof exceptionSchema>>

/** One tool call that an agent made. */
export const callSchema = declareLazyObject((z) => ({
  id: z.string().min(1),
  tool_name: z.string(),
  arguments: z.custom<JsonObject>(isObject, 'expected an object'),
  /** HTTP status of the answer; 0 where none came that can be read. */
  status: z.int().min(0).max(599),
  /** Output of a successful call. Left out where it was not recorded. */
  result: z.json().optional(),
  error: toolErrorSchema().nullish(),
  /** Assistant turn that issued the call, from 0; left out where it is not known. */
  turn: position().optional(),
  /** The latest message of the user when the call began, from 1; left out where it is not known. */
  user_turn: z.int().min(1).optional(),
  /** Position in the logical order of all starts and ends of the trace. */
  started: position(),
  ended: position(),
  /** Whether the world kept an effect of the call. */
  committed: z.boolean().optional(),
  /** What the simulator threw other than a refusal, then what caused that. */
  exceptions: z.array(exceptionSchema()).optional(),
  /** What went wrong with it on purpose. */
  fault: callFaultSchema().optional(),
}))
/** One tool call that an agent made. */
export type Call = z.infer<ReturnType<typeof callSchema>>

/** What an attempt took of models: tokens in and out, and calls. */
export const usageSchema = declareLazyObject((z) => ({
  input_tokens: z.int().min(0).default(0),
  output_tokens: z.int().min(0).default(0),
  model_calls: z.int().min(0).default(0),
}))
/** Tokens in and out, and calls of models. */
export type Usage = z.infer<ReturnType<typeof usageSchema>>

/** What an agent did on one attempt at a task. Plain JSON: an old file can be graded again. */
export const traceSchema = declareLazyObject((z) => ({
  task_id: z.string().min(1),
  calls: z.array(callSchema()),
  final_answer: z.string().nullable().default(null),
  /** The object or list that the agent gave as its answer: structured output, which is graded in place of the reply. */
  structured_answer: z.union([z.record(z.string(), z.json()), z.array(z.json())]).optional(),
  /** What user and agent said to each other, of a task with several turns. */
  conversation: z.array(messageSchema()).optional(),
  usage: usageSchema().optional(),
  /** Wall time of the attempt in milliseconds. */
  duration_ms: z.number().min(0).optional(),
  agent: z.string().optional(),
  /** Names of the models that answered. */
  models: z.array(z.string().min(1)).optional(),
  seed: z.int().min(0).optional(),
  /** The branches that the task takes in this world, where it depends on it: attempts of one branch compare. */
  branch: z.string().optional(),
  /** What a task whose expected trace is a function comes to in this world: a task as a suite has it. */
  expected: z.record(z.string(), z.json()).optional(),
  /** Number of the attempt, from 0. */
  attempt: z.int().min(0).default(0),
  /** Why the attempt ended before the agent was done. */
  failure: z.string().optional(),
  /** What the agent threw, then what caused that, and so on. */
  exceptions: z.array(exceptionSchema()).optional(),
  /** Addresses outside the machine that were refused while the agent ran. */
  refused: z.array(z.string()).optional(),
  /** Tools that were called after the attempt was over; every such call was refused. */
  late: z.array(z.string()).optional(),
  /** Tools of the agent itself that it called beside those of the task, where its messages show them. */
  own_tools: z.array(z.string()).optional(),
  /** Attacks that the agent was shown. */
  attacks: z.array(placedAttackSchema()).optional(),
  /** Suite file that the task comes from, where a run has more than one. */
  suite: z.string().optional(),
  /** Vitest project that it was made in, where it has a name. */
  project: z.string().optional(),
}))
/** What an agent did on one attempt at a task. Plain JSON: an old file can be graded again. */
export type Trace = z.infer<ReturnType<typeof traceSchema>>

/** True where the call was answered with a result. */
export const hasSucceeded = ({ status }: Pick<Call, 'status'>): boolean => status >= 200 && status < 300

/** True where the call was answered with an error, or not at all, although the world kept its effect. */
export const hasLostReply = (call: Pick<Call, 'status' | 'committed'>): boolean =>
  call.committed === true && !hasSucceeded(call)

/** True where the call did what it was made for: it was answered with a result, or its effect was kept. */
export const hasTakenEffect = (call: Pick<Call, 'status' | 'committed'>): boolean =>
  hasSucceeded(call) || hasLostReply(call)

/** Whether one call was over before another was issued, so that their order is the agent's doing. */
export const precedes = (one: Call, other: Call): boolean =>
  one.ended < other.started && (one.turn === undefined || other.turn === undefined || one.turn < other.turn)

/** Says of a tool in {@link Trace.late} what became of its call. */
export const describeLateCall = (tool: string): string =>
  `${tool} was called after the attempt was over; the call was refused`

const UNKNOWN_EFFECT = 'was called beyond what is expected, and nobody says whether it writes'

/** Warns of a call that nobody asked for, of a tool whose effect is unknown. */
export const describeUnclearCall = ({ tool_name }: Pick<Call, 'tool_name'>): string =>
  `${tool_name} ${UNKNOWN_EFFECT}: set \`effects: { ${tool_name}: 'read' }\` or 'write' in tracewright(), give its MCP tool a readOnlyHint, or define a simulator of its name`

/** Whether a warning is of a call that may have written: no verdict can know, so a run says it aloud. */
export const isOfUnknownEffect = (warning: string): boolean => warning.includes(UNKNOWN_EFFECT)
