import type { Json, JsonObject } from '../shared/json.ts'
import type { Message, UserTurn } from './conversation.ts'
import type { PlainTask, TaskInWorld } from './task-in-world.ts'
import type { Usage } from './trace.ts'

/** Identifies a call to the recorder; adapters that know the assistant turn pass it on. */
export interface InvokeOptions {
  /** Id that the agent's framework gave the call. */
  callId?: string
  /** Assistant turn that issued the call, from 0. */
  turn?: number
  /** Aborts the call. */
  signal?: AbortSignal
}

/** A tool for an agent: a definition to show to a model, and a function that calls it. */
export interface AgentTool {
  /** Name of the tool. */
  name: string
  /** What the tool does, for the model. */
  description: string
  /** JSON Schema of the arguments, draft 2020-12. */
  inputSchema: Record<string, unknown>
  /** Takes the arguments as JSON by POST and answers with the result as JSON. */
  url: string
  /**
   * Calls the tool and returns its output. Throws a `ToolCallError` if the tool refuses the call.
   */
  invoke(args: JsonObject, options?: InvokeOptions): Promise<Json>
}

/** A call that needs the user's approval. */
export interface ApprovalRequest {
  /** Name of the tool; left out if the agent asks for something else. */
  tool?: string
  /** Arguments of the call; left out if the agent asks for something else. */
  arguments?: JsonObject
  /** What the agent shows its user, in words or as data. */
  question?: unknown
}

/** What a user says to a request for approval. */
export interface Approval {
  /** Whether the call may be made. */
  approved: boolean
  /** Said with it: why not, or what instead. */
  say?: string
}

/** The user of a conversation, as far as an agent may turn to them while it works. */
export interface ReachableUser {
  /** Asks for approval. A scripted user gives the task's answer, else yes. */
  approve(request: ApprovalRequest): Promise<Approval>
}

/** What an agent is asked to do. */
export interface AgentRequest {
  /** What the user says now: the task's prompt or, in a conversation, their latest message. */
  prompt: string
  /** The conversation so far, in words; the last message is the prompt. */
  messages: readonly Message[]
  /** The same object in every turn of a conversation, empty at first. The agent keeps in it what later turns need. */
  thread: Record<string, unknown>
  /** Answers requests of the agent for approval. */
  user: ReachableUser
  /** The same tools, in the same world, in every turn. */
  tools: AgentTool[]
  /** Aborts when the attempt ends or runs out of time. */
  signal: AbortSignal
  /** Number of the attempt, from 0. */
  attempt: number
}

/** The result of an agent. A plain string is its final answer. */
export interface AgentReply {
  /** A text is the last reply; an object or a list is structured output, which is graded as it is. */
  answer?: string | JsonObject | Json[] | null
  /**
   * The messages since the user's, in the shape of LangChain messages; turns, usage and models are read from them. Leave
   * out earlier turns.
   */
  messages?: readonly unknown[]
  /** Ids of the calls of each assistant turn, in order, if the messages lack them. */
  turns?: readonly (readonly string[])[]
  /** Tokens and requests of the attempt. */
  usage?: Partial<Usage>
  /** Names of the models that answered, if the messages lack them. */
  models?: readonly string[]
}

/** What a user knows at their turn. */
export interface UserTurnRequest {
  /** The conversation so far, in words. */
  messages: readonly Message[]
  /** What the task has them say after its prompt, in order. */
  turns: readonly UserTurn[]
  /** Aborts when the attempt runs out of time. */
  signal: AbortSignal
}

/** A user of conversations in place of the script, such as a model. */
export interface User {
  /** What they say next; undefined ends the conversation. */
  next(request: UserTurnRequest): Promise<string | undefined>
  /** Answers a request for approval. */
  approve(request: ApprovalRequest & UserTurnRequest): Promise<Approval>
}

/** An agent under test. */
export interface Agent {
  /** Name in reports and in the baseline. */
  name: string
  /** Works on what the user says: once a task or, in a conversation, once a turn. */
  run(request: AgentRequest): Promise<AgentReply | string | undefined>
  /** A note for the report, for example that the agent works without a model. */
  note?: string
  /** Who plays the user of tasks with several turns; by default the task's script is followed. */
  user?: User
}

/** An agent that sees the whole task, with its expected trace. For calibration only. */
export interface CalibrationAgent extends Omit<Agent, 'run'> {
  /**
   * Makes one attempt.
   *
   * @param task As it is in the world of the attempt
   * @param here The same, with its tools and how it came about
   */
  run(request: AgentRequest, task: PlainTask, here: TaskInWorld): Promise<AgentReply | string | undefined>
  /** The score that it must reach. */
  calibration: true
  /** Runs it once per message of the user, like other agents. Default: one run, since the task has all messages. */
  takesTurns?: true
}
