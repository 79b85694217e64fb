import type { Json, JsonObject } from '../shared/json.ts'
import type { Task } from './task.ts'
import type { Usage } from './trace.ts'

/** Identifies a call to the recorder; adapters that know the assistant turn pass it on. */
export interface InvokeOptions {
  /** Id that the agent's framework gave the call. */
  callId?: string
  /** Assistant turn that issued the call, from 0. */
  turn?: number
  signal?: AbortSignal
}

/** A tool as an agent is handed it: a definition to show to a model, and a way to call it. */
export interface AgentTool {
  name: string
  description: string
  /** JSON Schema of the arguments, draft 2020-12. */
  inputSchema: Record<string, unknown>
  /** Takes the arguments as JSON by POST and answers with the result as JSON. */
  url: string
  /**
   * Calls the tool over the wire and gives its output. Throws a `ToolCallError` where the tool refused the call.
   */
  invoke(args: JsonObject, options?: InvokeOptions): Promise<Json>
}

/** What an agent is asked to do. */
export interface AgentRequest {
  prompt: string
  tools: AgentTool[]
  /** Aborted when the time for the case is over. */
  signal: AbortSignal
  /** Number of the attempt, from 0. */
  attempt: number
}

/** What an agent gives back. A plain string is its final answer. */
export interface AgentReply {
  answer?: string | null
  /** The conversation, in the shape of LangChain messages; turns, usage and models are read from it. */
  messages?: readonly unknown[]
  /** Ids of the calls that each assistant turn made, in order, where the messages do not say. */
  turns?: readonly (readonly string[])[]
  usage?: Partial<Usage>
  /** Names of the models that answered, where the messages do not say. */
  models?: readonly string[]
}

/** An agent under test. */
export interface Agent {
  name: string
  run(request: AgentRequest): Promise<AgentReply | string | undefined>
  /** Said in the report, for example that the agent is a baseline and no model. */
  note?: string
}

/** An agent that is shown the whole task, the expected trace included: for calibration, never for a real agent. */
export interface CalibrationAgent extends Omit<Agent, 'run'> {
  run(request: AgentRequest, task: Task): Promise<AgentReply | string | undefined>
  calibration: true
}
