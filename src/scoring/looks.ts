import { collectConsumed } from '../schema/binding.ts'
import type { TaskInWorld } from '../schema/task-in-world.ts'
import { narrowToTools, type Tools, type ToolTable } from '../schema/tools.ts'
import { type Call, hasSucceeded, type Trace } from '../schema/trace.ts'
import type { Store } from '../schema/world.ts'
import { isObject, type Json, type JsonObject, mapChildren, stringifyStably } from '../shared/json.ts'
import { readValueAt, replaceAt } from '../shared/pointer.ts'
import { resolve } from '../tasks/bindings.ts'
import type { StandIns } from './equivalent-reads.ts'
import { leavesOf } from './evidence.ts'
import type { JudgedStep } from './judge-trace.ts'
import type { Judging } from './judging.ts'
import { openWorldBefore } from './world-before.ts'

/** Changes of records that are tried for one look. */
const MAX_CHANGES = 200

/** A store with one record otherwise: changed, added, or gone where the value is undefined. */
interface Change {
  store: string
  key: string
  value: Json | undefined
}

/** A store that notes the keys that are asked for; who goes through it asks for all that it has. */
class AskedStore extends Map<string, Json> {
  readonly asked = new Set<string>()

  override get(key: string): Json | undefined {
    this.asked.add(key)
    return super.get(key)
  }

  override has(key: string): boolean {
    this.asked.add(key)
    return super.has(key)
  }
}

/** A record as it would be under another key. */
const moveRecord = (value: Json, from: string, to: string): Json =>
  value === from ? to : mapChildren(value, (item) => moveRecord(item, from, to))

function changeLeaf(leaf: Json): Json {
  if (typeof leaf === 'number') return leaf + 1
  return typeof leaf === 'boolean' ? !leaf : `${leaf}~`
}

/** What a record that was asked for may be otherwise: gone or changed in one field; there, where it is not. */
function listChanges(name: string, store: Store, key: string): Change[] {
  const record = store.get(key)
  if (record !== undefined)
    return [
      { store: name, key, value: undefined },
      ...leavesOf(record)
        .filter(({ value }) => value !== key)
        .map(({ pointer, value }) => ({
          store: name,
          key,
          value: replaceAt(record, pointer, changeLeaf(value)),
        })),
    ]
  const [like] = store
  return like === undefined ? [] : [{ store: name, key, value: moveRecord(like[1], like[0], key) }]
}

/** Reads made again in the world of a trace, as it was when a call was made, with some records otherwise. */
class Looker {
  private readonly trace: Trace
  private readonly tools: Tools
  private readonly seed: number

  constructor(trace: Trace, tools: Tools, seed: number) {
    this.trace = trace
    this.tools = tools
    this.seed = seed
  }

  /** What a read shows just before a call; undefined where it is refused. */
  look(
    { tool_name, arguments: args }: Pick<Call, 'tool_name' | 'arguments'>,
    before: Call,
    view?: (name: string, store: Store) => Store,
  ): Json | undefined {
    let current: typeof view
    const show = (name: string, store: Store): Store => current?.(name, store) ?? store
    const world = openWorldBefore(before, this.trace, this.tools, this.seed, { view: show })
    current = view
    const result = this.tools.execute(tool_name, args, world)
    return result.ok ? result.output : undefined
  }

  /** What may be otherwise of the records that a read asks for. */
  listChanges(read: Pick<Call, 'tool_name' | 'arguments'>, before: Call): Change[] {
    const stores = new Map<string, AskedStore>()
    this.look(read, before, (name, store) => {
      const known = stores.get(name) ?? new AskedStore(store)
      stores.set(name, known)
      return known
    })
    return [...stores].flatMap(([name, store]) => {
      const keys = store.asked.size > 0 ? [...store.asked] : [...store.keys()]
      return keys.flatMap((key) => listChanges(name, store, key))
    })
  }

  lookWith(change: Change, read: Pick<Call, 'tool_name' | 'arguments'>, before: Call): Json | undefined {
    return this.look(read, before, (name, store) => {
      if (name !== change.store) return store
      const changed = new Map(store)
      if (change.value === undefined) changed.delete(change.key)
      else changed.set(change.key, change.value)
      return changed
    })
  }
}

/**
 * For steps whose output only decides, reads of any tool that looked at the same records. Whichever record is otherwise,
 * so that the step's own call shows another value where it decides, the read then shows something else too. None where
 * the tools cannot be called.
 */
export function findLooks(
  { expansion, tools: table, seed }: TaskInWorld<ToolTable>,
  judged: readonly JudgedStep[],
  { answer, trace }: Judging,
): StandIns {
  const standIns = new Map<string, Call>()
  const tools = narrowToTools(table)
  if (tools === undefined || expansion === undefined) return standIns
  const consumed = collectConsumed(
    judged.map(({ step }) => step),
    answer,
  )
  const isFulfilled = ({ matched, credit }: JudgedStep): boolean => matched === 'in-order' && credit === 1
  const used = new Set(judged.filter(isFulfilled).map(({ call }) => call))
  const isRead = (name: string): boolean => tools.get(name)?.effect === 'read'
  const looker = new Looker(trace, tools, seed)
  const showsTheSame = (
    read: Call,
    asked: Pick<Call, 'tool_name' | 'arguments'>,
    pointers: readonly string[],
  ): boolean => {
    const format = (output: Json | undefined): string =>
      output === undefined
        ? ''
        : stringifyStably(pointers.map((pointer) => readValueAt(output, pointer) ?? null))
    const changes = looker.listChanges(asked, read)
    if (changes.length > MAX_CHANGES) return false
    const shown = format(looker.look(asked, read))
    const telling = changes.filter((change) => format(looker.lookWith(change, asked, read)) !== shown)
    const seen = stringifyStably(looker.look(read, read) ?? null)
    return (
      telling.length > 0 &&
      telling.every((change) => stringifyStably(looker.lookWith(change, read, read) ?? null) !== seen)
    )
  }

  for (const item of judged) {
    const { step } = item
    const { step_id: id, tool_name } = step
    if (isFulfilled(item) || !isRead(tool_name) || consumed.has(id) || !expansion.deciding.has(id)) continue
    const args = resolve(
      step.arguments,
      (other) => judged.find((one) => one.step.step_id === other)?.call?.result,
    )
    if (!isObject(args)) continue
    const asked = { tool_name, arguments: args as JsonObject }
    const pointers = expansion.decidingLeaves.get(id) ?? ['']
    const read = trace.calls.find(
      (call) =>
        hasSucceeded(call) &&
        isRead(call.tool_name) &&
        !used.has(call) &&
        showsTheSame(call, asked, pointers),
    )
    const output = read && looker.look(asked, read)
    if (read === undefined || output === undefined) continue
    used.add(read)
    standIns.set(id, { ...read, ...asked, result: output })
  }
  return standIns
}
