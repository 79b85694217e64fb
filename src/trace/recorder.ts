import type { CallFault } from '../schema/fault.ts'
import type { ToolErrorBody } from '../schema/tool.ts'
import type { Call, Exception } from '../schema/trace.ts'
import type { Json, JsonObject } from '../shared/json.ts'

export interface CallOutcome {
  status: number
  result?: Json
  error?: ToolErrorBody
  /** Undefined where nobody knows. */
  committed: boolean | undefined
  exceptions?: Exception[]
  fault?: CallFault
}

interface RecordedOpenCall {
  id: string
  tool_name: string
  arguments: JsonObject
  turn: number | undefined
  userTurn: number | undefined
  /** Id that the agent's framework gave the call. */
  frameworkId: string | undefined
  started: number
  ended: number | undefined
  outcome: CallOutcome | undefined
}

/**
 * Records the tool calls of one attempt in one logical order: every start and every end takes the next
 * position, so that a call which ended before another started could have fed it.
 */
export class Recorder {
  private readonly calls = new Map<string, RecordedOpenCall>()
  private position = 0
  private count = 0
  /** The latest message of the user, from 1; unset where nobody knows. */
  userTurn: number | undefined
  private readonly onEnd: ((id: string) => void) | undefined

  /** @param onEnd Told when the caller of a tool has its answer */
  constructor(onEnd?: (id: string) => void) {
    this.onEnd = onEnd
  }

  /** Notes that a call was issued; the id it returns names the call from here on. */
  begin(tool: string, args: JsonObject, options: { turn?: number; frameworkId?: string } = {}): string {
    const id = `call_${++this.count}`
    this.calls.set(id, {
      id,
      tool_name: tool,
      arguments: args,
      turn: options.turn,
      userTurn: this.userTurn,
      frameworkId: options.frameworkId,
      started: this.position++,
      ended: undefined,
      outcome: undefined,
    })
    return id
  }

  get begun(): number {
    return this.calls.size
  }

  get isOpen(): boolean {
    return [...this.calls.values()].some(({ ended }) => ended === undefined)
  }

  /** Notes how the tool answered. Arguments are those that arrived at the tool. */
  settle(id: string, args: JsonObject, outcome: CallOutcome): void {
    const call = this.calls.get(id)
    if (call === undefined) return
    call.arguments = args
    call.outcome = outcome
  }

  /** Forgets a call that is made anew, or is none of a tool. */
  drop(id: string): void {
    this.calls.delete(id)
  }

  findOutcome(id: string): CallOutcome | undefined {
    return this.calls.get(id)?.outcome
  }

  /** Notes that the caller has its answer; the first end counts. */
  end(id: string): void {
    const call = this.calls.get(id)
    if (call !== undefined) call.ended ??= this.position++
    this.onEnd?.(id)
  }

  /** The calls so far, in the order of their starts. A call without an answer has status 0. */
  finish(turns: ReadonlyMap<string, number> = new Map()): Call[] {
    return [...this.calls.values()].map((call) => {
      call.ended ??= this.position++
      const turn = call.turn ?? (call.frameworkId === undefined ? undefined : turns.get(call.frameworkId))
      const outcome = call.outcome ?? { status: 0, committed: false }
      return {
        id: call.id,
        tool_name: call.tool_name,
        arguments: call.arguments,
        status: outcome.status,
        ...(outcome.result === undefined ? {} : { result: outcome.result }),
        ...(outcome.error === undefined ? {} : { error: outcome.error }),
        ...(turn === undefined ? {} : { turn }),
        ...(call.userTurn === undefined ? {} : { user_turn: call.userTurn }),
        started: call.started,
        ended: call.ended,
        ...(outcome.committed === undefined ? {} : { committed: outcome.committed }),
        ...(outcome.exceptions === undefined ? {} : { exceptions: outcome.exceptions }),
        ...(outcome.fault === undefined ? {} : { fault: outcome.fault }),
      }
    })
  }
}
