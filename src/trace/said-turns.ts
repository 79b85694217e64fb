import type { Call } from '../schema/trace.ts'
import { type JsonObject, stringifyStably } from '../shared/json.ts'

/** A tool call as a model asked for it. */
export interface ModelCall {
  /** Id that the model gave it; left out where its format has none. */
  id?: string
  /** Name of the tool. */
  name: string
  /** As the model gave them. */
  arguments: JsonObject
}

export function assignSaidTurns(calls: readonly Call[], turns: readonly (readonly ModelCall[])[]): Call[] {
  const left = turns.flatMap((said, turn) =>
    said.map(({ name, arguments: args }) => ({ turn, shape: buildShapeKey(name, args) })),
  )
  const take = (call: Call): number | undefined => {
    const shape = buildShapeKey(call.tool_name, call.arguments)
    const at = left.findIndex((one) => one.shape === shape && (call.turn ?? one.turn) === one.turn)
    return at < 0 ? undefined : left.splice(at, 1)[0]?.turn
  }
  return calls.map((call) => {
    const turn = take(call)
    return call.turn !== undefined || turn === undefined ? call : { ...call, turn }
  })
}

const buildShapeKey = (name: string, args: JsonObject): string => `${name} ${stringifyStably(args)}`
