import { isBudgetSpent } from '../../models/limits.ts'
import { describeThrown } from '../../shared/errors.ts'
import { isObject, type Json, type JsonObject, stringifyStably } from '../../shared/json.ts'
import { createRng } from '../../shared/rng.ts'
import type { Handler } from '../../tools/imported/handlers/handler.ts'
import { World } from '../../tools/world/world.ts'
import { buildWireName, readEffect } from '../simulate/effect.ts'
import { readState } from '../simulate/state.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'
import type { TestedResponder } from './audit-test.ts'
import { type Observed, readObserved } from './judgment.ts'
import { selectKnownCalls } from './known-calls.ts'
import { composeCall } from './stress/compose.ts'

/** The field that tells records of a collection apart: what creations give, or else what tools name one record by. */
function findIdField(handlers: readonly Handler[]): string | undefined {
  const made = handlers.flatMap(({ action, set }) =>
    action === 'create'
      ? set.flatMap(({ field, to, of }) => ('id' in to && of === undefined ? [field] : []))
      : [],
  )
  return made[0] ?? handlers.find(({ one, match }) => one && match.length === 1)?.match[0]?.field
}

const findOutputName = ({ outputs }: Handler, isIt: (from: Handler['outputs'][number]['from']) => boolean) =>
  outputs.find(({ from }) => isIt(from))?.output

/** The tools of a collection, with the parameter and the output that show the id of the one record, or of each. */
function recordTools(toolkit: SyntheticToolkit, collection: string) {
  const handled = toolkit.tools.flatMap((tool) =>
    tool.handler?.collection === collection ? [{ tool, handler: tool.handler }] : [],
  )
  const idField = findIdField(handled.map(({ handler }) => handler)) ?? ''
  const tools = handled.map(({ tool, handler }) => {
    const match = handler.one && handler.match.length === 1 ? handler.match[0] : undefined
    const idOutput = findOutputName(
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
function findWidestPage({ parameters, rules }: ToolSpec, name: string): number {
  const ranges = rules.flatMap((rule) =>
    rule.kind === 'range' && rule.parameter === name && rule.maximum !== undefined ? [rule.maximum] : [],
  )
  const declared =
    parameters.find((parameter) => parameter.name === name)?.maximum ?? Number.POSITIVE_INFINITY
  return Math.min(1_000, declared, ...ranges)
}

/** What a call has written into fields of the record: arguments and constants. */
const mapWritten = ({ handler: { set } }: RecordTool, args: JsonObject): Map<string, Json> =>
  new Map(
    set.flatMap(({ field, to, of }): [string, Json][] => {
      const value = 'parameter' in to ? args[to.parameter] : 'value' in to ? to.value : undefined
      return value === undefined || value === null || of !== undefined ? [] : [[field, value]]
    }),
  )

/** Calls the tools of a collection in one world, and finds what two of their answers say that cannot both be. */
class SequenceAudit {
  private readonly toolkit: SyntheticToolkit
  private readonly responder: TestedResponder
  private readonly seed: number
  private readonly world: World
  private readonly idField: string
  private readonly tools: readonly RecordTool[]
  /** Tools that show the ids of several records. */
  private readonly lists: readonly RecordTool[]
  readonly contradictions: Contradiction[] = []
  readonly used = new Set<string>()
  calls = 0

  constructor(toolkit: SyntheticToolkit, responder: TestedResponder, seed: number, collection: string) {
    this.toolkit = toolkit
    this.responder = responder
    this.seed = seed
    this.world = new World(seed)
    const { idField, tools } = recordTools(toolkit, collection)
    this.idField = idField
    this.tools = tools
    this.lists = tools.filter(
      ({ handler, idOutput }) => handler.action === 'read' && !handler.one && idOutput !== undefined,
    )
  }

  async run(): Promise<void> {
    const before = await this.listIds()
    const created = await this.createRecords(before)
    const ids = [...created, ...before]
    await this.updateRecord(ids[0])
    for (const tool of this.selectTools('delete')) {
      const id = ids.shift()
      if (id !== undefined) await this.remove(tool, id)
    }
  }

  private async listIds(): Promise<ReadonlySet<Json>> {
    const ids = new Set<Json>()
    for (const list of this.lists) for (const id of (await this.listRecords(list))?.ids ?? []) ids.add(id)
    return ids
  }

  /** Creates two records by each tool that can, the latest first. */
  private async createRecords(before: ReadonlySet<Json>): Promise<Json[]> {
    let ids: Json[] = []
    for (const creator of this.tools.filter(({ handler }) => handler.action === 'create')) {
      const made = await this.create(creator)
      if (made === undefined) continue
      if (before.has(made.id))
        this.refute(creator, {}, `the new id ${JSON.stringify(made.id)} existed before`)
      await this.isShown(made.id, made.fields, creator.tool.name)
      await this.isListed(made.id, true, creator.tool.name)
      const other = await this.create(creator)
      if (other?.id === made.id)
        this.refute(creator, {}, `two creations gave the id ${JSON.stringify(made.id)}`)
      ids = [made.id, ...(other === undefined ? [] : [other.id]), ...ids]
    }
    return ids
  }

  private async updateRecord(id: Json | undefined): Promise<void> {
    if (id === undefined) return
    for (const tool of this.selectTools('update')) {
      const args = await this.change(tool, id)
      if (args !== undefined) await this.isShown(id, mapWritten(tool, args), tool.tool.name)
    }
  }

  private selectTools(action: Handler['action']): readonly RecordTool[] {
    return this.tools.filter(({ handler, parameter }) => handler.action === action && parameter !== undefined)
  }

  private refute({ tool }: RecordTool, args: JsonObject, detail: string): void {
    this.contradictions.push({ tool: tool.id, args, detail })
  }

  /** The answer to a call; a responder that fails has refused it. */
  private async answerCall(call: { tool: string; args: JsonObject }): Promise<Observed> {
    try {
      return readObserved(await this.responder(call, this.toolkit, this.world, 1))
    } catch (error) {
      if (isBudgetSpent(error)) throw error
      return { status: 'FAIL', code: 500, message: describeThrown(error) }
    }
  }

  /** Makes a call with arguments of a known one, or of one that the specification admits, and these in it. */
  private async callTool({ tool }: RecordTool, given: JsonObject) {
    const [known] = selectKnownCalls(tool, this.toolkit)
    const state = readState(this.world, this.toolkit)
    const base =
      known?.args ?? composeCall({ tool, state, rng: createRng(this.seed, 'sequence', tool.id) }) ?? {}
    const args: JsonObject = { ...base, ...given }
    this.calls++
    this.used.add(tool.id)
    const observed = await this.answerCall({ tool: tool.id, args: structuredClone(args) })
    const effect = readEffect(tool)
    if (observed.status === 'PASS' && effect !== 'read')
      this.world.commit({ tool: buildWireName(tool.name), arguments: args, effect })
    return { args, observed }
  }

  private callWithId(tool: RecordTool, id: Json) {
    return this.callTool(tool, { [tool.parameter ?? '']: id })
  }

  /** The ids that a list shows; undefined where it is refused. */
  private async listRecords(
    list: RecordTool,
  ): Promise<{ args: JsonObject; ids: readonly Json[] } | undefined> {
    const { page, outputs } = list.handler
    const wide = page === undefined ? {} : { [page.limit]: findWidestPage(list.tool, page.limit) }
    const { args, observed } = await this.callTool(list, wide)
    const shown = isObject(observed.output) ? observed.output[list.idOutput ?? ''] : undefined
    if (observed.status === 'FAIL' || !Array.isArray(shown)) return undefined
    const view = outputs.find(({ output }) => output === list.idOutput)?.from
    const property =
      view !== undefined && 'records' in view
        ? Object.keys(view.records).find((name) => view.records[name] === this.idField)
        : undefined
    const readId = (one: Json): Json =>
      property === undefined ? one : isObject(one) ? (one[property] ?? []) : []
    return { args, ids: shown.flatMap(readId) }
  }

  /** Every tool that shows one record shows this one, with these values where it shows them. */
  private async isShown(id: Json, fields: ReadonlyMap<string, Json>, since: string): Promise<void> {
    for (const reader of this.selectTools('read')) {
      const { args, observed } = await this.callWithId(reader, id)
      const { output } = observed
      if (observed.status === 'FAIL' || !isObject(output)) {
        this.refute(reader, args, `${JSON.stringify(id)} is refused (${observed.message}) after ${since}`)
        continue
      }
      for (const { output: name, from } of reader.handler.outputs) {
        const wanted = 'field' in from ? fields.get(from.field) : undefined
        if (wanted === undefined || stringifyStably(wanted) === stringifyStably(output[name])) continue
        const shown = JSON.stringify(output[name])
        this.refute(reader, args, `${name} is ${shown} after ${since} gave ${JSON.stringify(wanted)}`)
      }
    }
  }

  /** Whether lists show the record; one that filters by arguments need not show it. */
  private async isListed(id: Json, wanted: boolean, since: string): Promise<void> {
    for (const list of this.lists) {
      const found = await this.listRecords(list)
      const isFiltered = list.handler.match.some(({ parameter }) => found?.args[parameter] != null)
      if (found === undefined || (wanted && isFiltered)) continue
      if (found.ids.includes(id) !== wanted)
        this.refute(list, found.args, `${JSON.stringify(id)} is ${wanted ? 'not ' : ''}listed after ${since}`)
    }
  }

  /** A new record by its id; undefined where the call was refused or shows no id. */
  private async create(tool: RecordTool): Promise<{ id: Json; fields: Map<string, Json> } | undefined> {
    const { args, observed } = await this.callTool(tool, {})
    if (observed.code === 500) this.refute(tool, args, observed.message ?? 'nothing answers')
    const id = isObject(observed.output) ? observed.output[tool.idOutput ?? ''] : undefined
    if (observed.status === 'FAIL' || id === undefined || id === null) return undefined
    return { id, fields: mapWritten(tool, args) }
  }

  /** Changes a record. A refusal is not a contradiction unless the record is said to be missing, or nothing answers. */
  private async change(tool: RecordTool, id: Json): Promise<JsonObject | undefined> {
    const { args, observed } = await this.callWithId(tool, id)
    if (observed.status === 'PASS') return args
    if (observed.code === 404 || observed.code === 500)
      this.refute(tool, args, `${JSON.stringify(id)} is refused (${observed.message})`)
    return undefined
  }

  private async remove(tool: RecordTool, id: Json): Promise<void> {
    if ((await this.change(tool, id)) === undefined) return
    await this.isListed(id, false, tool.tool.name)
    for (const other of [...this.selectTools('read'), ...this.selectTools('update'), tool]) {
      const { args, observed } = await this.callWithId(other, id)
      if (observed.status === 'PASS')
        this.refute(other, args, `${JSON.stringify(id)} still exists after ${tool.tool.name}`)
    }
  }
}

/** Creates, shows, lists, changes and removes records of each collection, one after another in one world. */
export async function auditSequences(toolkit: SyntheticToolkit, responder: TestedResponder, seed: number) {
  const collections = new Set(toolkit.tools.flatMap(({ handler }) => handler?.collection ?? []))
  const reports = []
  for (const collection of collections) {
    const audit = new SequenceAudit(toolkit, responder, seed, collection)
    await audit.run()
    const { calls, contradictions } = audit
    if (calls > 0) reports.push({ collection, tools: [...audit.used], calls, contradictions })
  }
  return reports
}
export type SequenceReport = Awaited<ReturnType<typeof auditSequences>>[number]
