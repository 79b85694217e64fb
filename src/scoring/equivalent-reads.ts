import { collectConsumed, listSources, readBindingKey } from '../schema/binding.ts'
import type { LeafScore } from '../schema/score.ts'
import type { Step } from '../schema/task.ts'
import { narrowToTools } from '../schema/tools.ts'
import type { Call, Trace } from '../schema/trace.ts'
import { sortTopologically } from '../shared/dag.ts'
import { type Json, type JsonObject, stringifyStably } from '../shared/json.ts'
import { readValueAt } from '../shared/pointer.ts'
import { type OutputOf, resolve } from '../tasks/bindings.ts'
import type { LeafSchema } from '../tasks/equality.ts'
import { computeEntropyBits, MIN_ENTROPY_BITS } from './bits.ts'
import { leavesOf } from './evidence.ts'
import type { JudgedStep } from './judge-trace.ts'
import type { Judging } from './judging.ts'
import { schemaAt } from './provenance.ts'
import { carries } from './tokens.ts'
import { openWorldBefore } from './world-before.ts'

/** Calls as their steps ask for them, by step: what the agent called instead keeps its id, and proves nothing. */
export type StandIns = ReadonlyMap<string, Call>

/** A trace in which some reads stand as their steps ask for them. */
export function replaceByStandIns(trace: Trace, standIns: StandIns): Trace {
  const byId = new Map([...standIns.values()].map((call) => [call.id, call]))
  return { ...trace, calls: trace.calls.map((call) => byId.get(call.id) ?? call) }
}

/** The arguments that a step asks for; where it asks for nothing in particular, those of the call. */
function resolveAsked(step: Step, call: Call, outputOf: OutputOf): JsonObject | undefined {
  const args = Object.entries(step.arguments).flatMap(([name, value]): [string, Json | undefined][] => {
    if (readBindingKey(value) !== '$any') return [[name, resolve(value, outputOf)]]
    return Object.hasOwn(call.arguments, name) ? [[name, call.arguments[name]]] : []
  })
  const known = args.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  return known.length === args.length ? Object.fromEntries(known) : undefined
}

const sortItems = (list: Json): string =>
  Array.isArray(list)
    ? stringifyStably(list.map((item) => stringifyStably(item)).sort())
    : stringifyStably(list)

/** Whether every bound argument is right, but for the order of a list. */
const keepsBound = (step: Step, call: Call, args: JsonObject, leaves: readonly LeafScore[]): boolean =>
  Object.entries(step.arguments).every(([name, value]) => {
    if (listSources(value).length === 0) return true
    const fieldLeaves = leaves.filter(
      ({ pointer }) => pointer === `/${name}` || pointer.startsWith(`/${name}/`),
    )
    if (fieldLeaves.every(({ right }) => right)) return true
    const [given, wanted] = [call.arguments[name], args[name]]
    return (
      Array.isArray(given) &&
      Array.isArray(wanted) &&
      wanted.length > 1 &&
      sortItems(given) === sortItems(wanted)
    )
  })

function standsIn(result: Json, value: Json): boolean {
  if (stringifyStably(result) === stringifyStably(value)) return true
  if (typeof result !== 'object' || result === null) return false
  return Object.values(result).some((item) => standsIn(item, value))
}

/** Whether a result shows a value at its pointer or, where that leads nowhere in it, at another. */
function shows(result: Json, pointer: string, value: Json): boolean {
  const present = readValueAt(result, pointer)
  return present === undefined ? standsIn(result, value) : stringifyStably(present) === stringifyStably(value)
}

/**
 * For matched reads with other arguments the call of their step, if that call gives every used value in the same world.
 * Examples are 66 hours as two days and eighteen, and a summary instead of the mean. At least 10 bits of those values
 * must not stand in the prompt. None where the tools cannot be called.
 */
export function findEquivalentReads(
  judged: readonly JudgedStep[],
  { answer, prompt, trace, tools: table, seed }: Judging,
): StandIns {
  const tools = narrowToTools(table)
  if (tools === undefined) return new Map()
  const steps = judged.map(({ step }) => step)
  const consumed = collectConsumed(steps, answer)
  const byId = new Map(judged.map((item) => [item.step.step_id, item]))
  const standIns = new Map<string, Call>()
  const outputOf: OutputOf = (id) => (standIns.get(id) ?? byId.get(id)?.call)?.result

  const performAsAsked = ({ step, call, leaves }: JudgedStep): Call | undefined => {
    const pointers = consumed.get(step.step_id)
    const tool = call === undefined ? undefined : tools.get(call.tool_name)
    if (pointers === undefined || call?.result === undefined || tool?.effect !== 'read') return undefined
    if (leaves.every(({ right }) => right)) return undefined
    const args = resolveAsked(step, call, outputOf)
    if (args === undefined || !keepsBound(step, call, args, leaves)) return undefined
    const result = tools.execute(tool.name, args, openWorldBefore(call, trace, tools, seed))
    if (!result.ok) return undefined
    let entropyBits = 0
    for (const pointer of pointers) {
      const value = readValueAt(result.output, pointer)
      if (value === undefined || !shows(call.result, pointer, value)) return undefined
      const schema = schemaAt(tool.outputSchema as LeafSchema, pointer)
      for (const leaf of leavesOf(value)) {
        if (!carries(prompt, leaf.value))
          entropyBits += computeEntropyBits(schemaAt(schema, leaf.pointer), leaf.value)
      }
    }
    return entropyBits < MIN_ENTROPY_BITS ? undefined : { ...call, arguments: args, result: result.output }
  }

  for (const { step_id } of sortTopologically(steps)) {
    const item = byId.get(step_id)
    const call = item === undefined ? undefined : performAsAsked(item)
    if (call !== undefined) standIns.set(step_id, call)
  }
  return standIns
}
