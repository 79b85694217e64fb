import { isBudgetSpent } from '../../models/limits.ts'
import { messageOf } from '../../shared/errors.ts'
import { isObject, type Json, type JsonObject, stableJson } from '../../shared/json.ts'
import { rngOf } from '../../shared/rng.ts'
import type { Handler } from '../../tools/imported/handlers/handler.ts'
import { World } from '../../tools/world/world.ts'
import { effectOf, wireName } from '../simulate/effect.ts'
import { stateOf } from '../simulate/state.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'
import type { TestedResponder } from './audit-test.ts'
import { type Observed, observedOf } from './judgment.ts'
import { knownCallsOf } from './known-calls.ts'
import { composeCall } from './stress/compose.ts'

/** The field that tells records of a collection apart: what creations give, or else what tools name one record by. */
function idFieldOf(handlers: readonly Handler[]): string | undefined {
  const made = handlers.flatMap(({ action, set }) =>
    action === 'create'
      ? set.flatMap(({ field, to, of }) => ('id' in to && of === undefined ? [field] : []))
      : [],
  )
  return made[0] ?? handlers.find(({ one, match }) => one && match.length === 1)?.match[0]?.field
}

const outputOf = ({ outputs }: Handler, isIt: (from: Handler['outputs'][number]['from']) => boolean) =>
  outputs.find(({ from }) => isIt(from))?.output

/** The tools of a collection, with the parameter and the output that show the id of the one record, or of each. */
function recordTools(toolkit: SyntheticToolkit, collection: string) {
  const handled = toolkit.tools.flatMap((tool) =>
    tool.handler?.collection === collection ? [{ tool, handler: tool.handler }] : [],
  )
  const idField = idFieldOf(handled.map(({ handler }) => handler)) ?? ''
  const tools = handled.map(({ tool, handler }) => {
    const match = handler.one && handler.match.length === 1 ? handler.match[0] : undefined
    const idOutput = outputOf(
      handler,
      (from) =>
        ('field' in from && from.field === idField) ||
        ('values' in from && from.values === idField) ||
        ('records' in from && Object.values(from.records).includes(idField)),
    )
    return { tool, handler, parameter: match?.field === idField ? match.parameter : undefined, idOutput }
  })
  return { idField, tools }
}
type RecordTool = ReturnType<typeof recordTools>['tools'][number]

interface Contradiction {
  readonly tool: string
  readonly args: JsonObject
  readonly detail: string
}

/** The most that a page may hold, so that it shows all. */
function widestPage({ parameters, rules }: ToolSpec, name: string): number {
  const ranges = rules.flatMap((rule) =>
    rule.kind === 'range' && rule.parameter === name && rule.maximum !== undefined ? [rule.maximum] : [],
  )
  const declared =
    parameters.find((parameter) => parameter.name === name)?.maximum ?? Number.POSITIVE_INFINITY
  return Math.min(1_000, declared, ...ranges)
}

/** What a call has written into fields of the record: arguments and constants. */
const writtenBy = ({ handler: { set } }: RecordTool, args: JsonObject): Map<string, Json> =>
  new Map(
    set.flatMap(({ field, to, of }): [string, Json][] => {
      const value = 'parameter' in to ? args[to.parameter] : 'value' in to ? to.value : undefined
      return value === undefined || value === null || of !== undefined ? [] : [[field, value]]
    }),
  )

/** Calls the tools of a collection in one world, and finds what two of their answers say that cannot both be. */
async function runSequence(
  { toolkit, responder, seed }: { toolkit: SyntheticToolkit; responder: TestedResponder; seed: number },
  collection: string,
) {
  const world = new World(seed)
  const { idField, tools } = recordTools(toolkit, collection)
  const contradictions: Contradiction[] = []
  const used = new Set<string>()
  let calls = 0
  const named = (action: Handler['action']): readonly RecordTool[] =>
    tools.filter(({ handler, parameter }) => handler.action === action && parameter !== undefined)
  const lists = tools.filter(
    ({ handler, idOutput }) => handler.action === 'read' && !handler.one && idOutput !== undefined,
  )
  const refute = ({ tool }: RecordTool, args: JsonObject, detail: string): void => {
    contradictions.push({ tool: tool.id, args, detail })
  }

  /** The answer to a call; a responder that fails has refused it. */
  async function answered(call: { tool: string; args: JsonObject }): Promise<Observed> {
    try {
      return observedOf(await responder(call, toolkit, world, 1))
    } catch (error) {
      if (isBudgetSpent(error)) throw error
      return { status: 'FAIL', code: 500, message: messageOf(error) }
    }
  }

  /** Makes a call with arguments of a known one, or of one that the specification admits, and these in it. */
  async function call({ tool }: RecordTool, given: JsonObject) {
    const [known] = knownCallsOf(tool, toolkit)
    const state = stateOf(world, toolkit)
    const base = known?.args ?? composeCall({ tool, state, rng: rngOf(seed, 'sequence', tool.id) }) ?? {}
    const args: JsonObject = { ...base, ...given }
    calls++
    used.add(tool.id)
    const observed = await answered({ tool: tool.id, args: structuredClone(args) })
    const effect = effectOf(tool)
    if (observed.status === 'PASS' && effect !== 'read')
      world.commit({ tool: wireName(tool.name), arguments: args, effect })
    return { args, observed }
  }
  const callOn = (tool: RecordTool, id: Json) => call(tool, { [tool.parameter ?? '']: id })

  /** The ids that a list shows; undefined where it is refused. */
  async function listed(list: RecordTool): Promise<{ args: JsonObject; ids: readonly Json[] } | undefined> {
    const { page, outputs } = list.handler
    const wide = page === undefined ? {} : { [page.limit]: widestPage(list.tool, page.limit) }
    const { args, observed } = await call(list, wide)
    const shown = isObject(observed.output) ? observed.output[list.idOutput ?? ''] : undefined
    if (observed.status === 'FAIL' || !Array.isArray(shown)) return undefined
    const view = outputs.find(({ output }) => output === list.idOutput)?.from
    const property =
      view !== undefined && 'records' in view
        ? Object.keys(view.records).find((name) => view.records[name] === idField)
        : undefined
    const idOf = (one: Json): Json =>
      property === undefined ? one : isObject(one) ? (one[property] ?? []) : []
    return { args, ids: shown.flatMap(idOf) }
  }

  /** Every tool that shows one record shows this one, with these values where it shows them. */
  async function isShown(id: Json, fields: ReadonlyMap<string, Json>, since: string): Promise<void> {
    for (const reader of named('read')) {
      const { args, observed } = await callOn(reader, id)
      const { output } = observed
      if (observed.status === 'FAIL' || !isObject(output)) {
        refute(reader, args, `${JSON.stringify(id)} is refused (${observed.message}) after ${since}`)
        continue
      }
      for (const { output: name, from } of reader.handler.outputs) {
        const wanted = 'field' in from ? fields.get(from.field) : undefined
        if (wanted === undefined || stableJson(wanted) === stableJson(output[name])) continue
        const shown = JSON.stringify(output[name])
        refute(reader, args, `${name} is ${shown} after ${since} gave ${JSON.stringify(wanted)}`)
      }
    }
  }

  /** Whether lists show the record; one that filters by arguments need not show it. */
  async function isListed(id: Json, wanted: boolean, since: string): Promise<void> {
    for (const list of lists) {
      const found = await listed(list)
      const isFiltered = list.handler.match.some(({ parameter }) => found?.args[parameter] != null)
      if (found === undefined || (wanted && isFiltered)) continue
      if (found.ids.includes(id) !== wanted)
        refute(list, found.args, `${JSON.stringify(id)} is ${wanted ? 'not ' : ''}listed after ${since}`)
    }
  }

  /** A new record by its id; undefined where the call was refused or shows no id. */
  async function create(tool: RecordTool): Promise<{ id: Json; fields: Map<string, Json> } | undefined> {
    const { args, observed } = await call(tool, {})
    if (observed.code === 500) refute(tool, args, observed.message ?? 'nothing answers')
    const id = isObject(observed.output) ? observed.output[tool.idOutput ?? ''] : undefined
    if (observed.status === 'FAIL' || id === undefined || id === null) return undefined
    return { id, fields: writtenBy(tool, args) }
  }

  /** Changes a record. A refusal is not a contradiction unless the record is said to be missing, or nothing answers. */
  async function change(tool: RecordTool, id: Json): Promise<JsonObject | undefined> {
    const { args, observed } = await callOn(tool, id)
    if (observed.status === 'PASS') return args
    if (observed.code === 404 || observed.code === 500)
      refute(tool, args, `${JSON.stringify(id)} is refused (${observed.message})`)
    return undefined
  }

  async function remove(tool: RecordTool, id: Json): Promise<void> {
    if ((await change(tool, id)) === undefined) return
    await isListed(id, false, tool.tool.name)
    for (const other of [...named('read'), ...named('update'), tool]) {
      const { args, observed } = await callOn(other, id)
      if (observed.status === 'PASS')
        refute(other, args, `${JSON.stringify(id)} still exists after ${tool.tool.name}`)
    }
  }

  let recordIds: Json[] = []
  const seen = new Set<Json>()
  for (const list of lists) for (const id of (await listed(list))?.ids ?? []) seen.add(id)
  for (const creator of tools.filter(({ handler }) => handler.action === 'create')) {
    const made = await create(creator)
    if (made === undefined) continue
    if (seen.has(made.id)) refute(creator, {}, `the new id ${JSON.stringify(made.id)} existed before`)
    await isShown(made.id, made.fields, creator.tool.name)
    await isListed(made.id, true, creator.tool.name)
    const other = await create(creator)
    if (other?.id === made.id) refute(creator, {}, `two creations gave the id ${JSON.stringify(made.id)}`)
    recordIds = [made.id, ...(other === undefined ? [] : [other.id]), ...recordIds]
  }
  recordIds.push(...seen)
  for (const tool of named('update')) {
    const [first] = recordIds
    const args = first === undefined ? undefined : await change(tool, first)
    if (first !== undefined && args !== undefined) await isShown(first, writtenBy(tool, args), tool.tool.name)
  }
  for (const tool of named('delete')) {
    const id = recordIds.shift()
    if (id !== undefined) await remove(tool, id)
  }
  return { collection, tools: [...used], calls, contradictions }
}

/** Creates, shows, lists, changes and removes records of each collection, one after another in one world. */
export async function auditSequences(toolkit: SyntheticToolkit, responder: TestedResponder, seed: number) {
  const collections = new Set(toolkit.tools.flatMap(({ handler }) => handler?.collection ?? []))
  const reports = []
  for (const collection of collections) {
    const report = await runSequence({ toolkit, responder, seed }, collection)
    if (report.calls > 0) reports.push(report)
  }
  return reports
}
export type SequenceReport = Awaited<ReturnType<typeof auditSequences>>[number]
