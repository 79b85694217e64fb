import type { Call } from '../../schema/trace.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { ImportReading } from './format.ts'
import type { ImportedOutcome } from './outcome.ts'

/** A call as far as it is known; without an outcome where none was stored. */
export interface DraftCall {
  id: string | undefined
  tool_name: string
  arguments: JsonObject
  outcome?: ImportedOutcome
  turn?: number | undefined
  started?: number
  ended?: number
}

/** Names for the calls that have none, which no other call has. */
function namesFor(drafts: readonly DraftCall[]): string[] {
  const taken = new Set(drafts.map(({ id }) => id))
  return drafts.map(({ id }, i) => {
    if (id !== undefined) return id
    let name = `call_${i + 1}`
    while (taken.has(name)) name = `${name}_`
    taken.add(name)
    return name
  })
}

/** Whole calls of drafts, and which of them have no stored outcome. */
export function finishCalls(drafts: readonly DraftCall[]): Pick<ImportReading, 'calls' | 'unknown'> {
  const names = namesFor(drafts)
  const calls = drafts.map(
    ({ tool_name, arguments: args, outcome, turn, started = 0, ended = 0 }, i): Call => ({
      id: names[i] as string,
      tool_name,
      arguments: args,
      ...(outcome ?? { status: 200 }),
      ...(turn === undefined ? {} : { turn }),
      started,
      ended,
    }),
  )
  return { calls, unknown: names.filter((_, i) => drafts[i]?.outcome === undefined) }
}
