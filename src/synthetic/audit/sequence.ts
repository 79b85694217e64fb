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
import { composeCall } from './stress/admissible.ts'

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
  const own = toolkit.tools.flatMap((tool) =>
    tool.handler?.collection === collection ? [{ tool, handler: tool.handler }] : [],
  )
  const idField = idFieldOf(own.map(({ handler }) => handler)) ?? ''
  const tools = own.map(({ tool, handler }) => {
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

/** One world in which the tools of a collection are called, with what was found. */
class Sequence {
  /** What two answers of one world say that cannot both be. */
  readonly contradictions: { tool: string; args: JsonObject; detail: string }[] = []
  calls = 0
  readonly used = new Set<string>()
  private readonly world: World
  private readonly idField: string
  private readonly tools: readonly RecordTool[]
  private readonly bench: { toolkit: SyntheticToolkit; responder: TestedResponder; seed: number }

  constructor(bench: Sequence['bench'], collection: string) {
    this.bench = bench
    this.world = new World(bench.seed)
    const { idField, tools } = recordTools(bench.toolkit, collection)
    this.idField = idField
    this.tools = tools
  }

  private named(action: Handler['action']): readonly RecordTool[] {
    return this.tools.filter(({ handler, parameter }) => handler.action === action && parameter !== undefined)
  }

  private get lists(): readonly RecordTool[] {
    return this.tools.filter(
      ({ handler, idOutput }) => handler.action === 'read' && !handler.one && idOutput !== undefined,
    )
  }

  private refute({ tool }: RecordTool, args: JsonObject, detail: string): void {
    this.contradictions.push({ tool: tool.id, args, detail })
  }

  /** Makes a call with arguments of a known one, or of one that the specification admits, and these in it. */
  private async call(
    { tool }: RecordTool,
    given: JsonObject,
  ): Promise<{ args: JsonObject; observed: Observed }> {
    const [known] = knownCallsOf(tool, this.bench.toolkit)
    const state = stateOf(this.world, this.bench.toolkit)
    const base = known?.args ?? composeCall({ tool, state, rng: rngOf(this.bench.seed, 'sequence', tool.id) })
    const args = { ...base, ...given }
    this.calls++
    this.used.add(tool.id)
    const observed = await this.answered({ tool: tool.id, args: structuredClone(args) })
    const effect = effectOf(tool)
    if (observed.status === 'PASS' && effect !== 'read')
      this.world.commit({ tool: wireName(tool.name), arguments: args, effect })
    return { args, observed }
  }

  /** The answer to a call; a responder that fails has refused it. */
  private async answered(call: { tool: string; args: JsonObject }): Promise<Observed> {
    try {
      return observedOf(await this.bench.responder(call, this.bench.toolkit, this.world, 1))
    } catch (error) {
      if (isBudgetSpent(error)) throw error
      return { status: 'FAIL', code: 500, message: messageOf(error) }
    }
  }

  /** The ids that a list shows; undefined where it is refused. */
  private async listed(list: RecordTool): Promise<{ args: JsonObject; ids: readonly Json[] } | undefined> {
    const { handler, tool } = list
    const wide =
      handler.page === undefined ? {} : { [handler.page.limit]: this.widest(tool, handler.page.limit) }
    const { args, observed } = await this.call(list, wide)
    const shown = isObject(observed.output) ? observed.output[list.idOutput ?? ''] : undefined
    if (observed.status === 'FAIL' || !Array.isArray(shown)) return undefined
    const view = handler.outputs.find(({ output }) => output === list.idOutput)?.from
    const property =
      view !== undefined && 'records' in view
        ? Object.keys(view.records).find((name) => view.records[name] === this.idField)
        : undefined
    return {
      args,
      ids: shown.flatMap((one) =>
        property === undefined ? one : isObject(one) ? (one[property] ?? []) : [],
      ),
    }
  }

  /** The most that a page may hold, so that it shows all. */
  private widest({ parameters, rules }: ToolSpec, name: string): number {
    const ranges = rules.flatMap((rule) =>
      rule.kind === 'range' && rule.parameter === name && rule.maximum !== undefined ? [rule.maximum] : [],
    )
    const own = parameters.find((parameter) => parameter.name === name)?.maximum
    return Math.min(1_000, ...ranges, ...(own === undefined ? [] : [own]))
  }

  /** Every tool that shows one record shows this one, with these values where it shows them. */
  private async isShown(id: Json, fields: ReadonlyMap<string, Json>, since: string): Promise<void> {
    for (const reader of this.named('read')) {
      const { args, observed } = await this.call(reader, { [reader.parameter ?? '']: id })
      const { output } = observed
      if (observed.status === 'FAIL' || !isObject(output)) {
        this.refute(reader, args, `${JSON.stringify(id)} is refused (${observed.message}) after ${since}`)
        continue
      }
      for (const { output: name, from } of reader.handler.outputs) {
        const wanted = 'field' in from ? fields.get(from.field) : undefined
        if (wanted === undefined || stableJson(wanted) === stableJson(output[name])) continue
        this.refute(
          reader,
          args,
          `${name} is ${JSON.stringify(output[name])} after ${since} gave ${JSON.stringify(wanted)}`,
        )
      }
    }
  }

  /** Whether lists show the record; one that filters by arguments need not show it. */
  private async isListed(id: Json, wanted: boolean, since: string): Promise<void> {
    for (const list of this.lists) {
      const found = await this.listed(list)
      const isFiltered = list.handler.match.some(({ parameter }) => found?.args[parameter] != null)
      if (found === undefined || (wanted && isFiltered)) continue
      if (found.ids.includes(id) !== wanted)
        this.refute(list, found.args, `${JSON.stringify(id)} is ${wanted ? 'not ' : ''}listed after ${since}`)
    }
  }

  /** What a call has written into fields of the record: arguments and constants. */
  private static written({ handler: { set } }: RecordTool, args: JsonObject): Map<string, Json> {
    return new Map(
      set.flatMap(({ field, to, of }): [string, Json][] => {
        const value = 'parameter' in to ? args[to.parameter] : 'value' in to ? to.value : undefined
        return value === undefined || value === null || of !== undefined ? [] : [[field, value]]
      }),
    )
  }

  /** A new record by its id; undefined where the call was refused or shows no id. */
  private async create(tool: RecordTool): Promise<{ id: Json; fields: Map<string, Json> } | undefined> {
    const { args, observed } = await this.call(tool, {})
    if (observed.code === 500) this.refute(tool, args, observed.message ?? 'nothing answers')
    const id = isObject(observed.output) ? observed.output[tool.idOutput ?? ''] : undefined
    if (observed.status === 'FAIL' || id === undefined || id === null) return undefined
    return { id, fields: Sequence.written(tool, args) }
  }

  /** Changes a record. A refusal is not a contradiction unless the record is said to be missing, or nothing answers. */
  private async does(tool: RecordTool, id: Json): Promise<JsonObject | undefined> {
    const { args, observed } = await this.call(tool, { [tool.parameter ?? '']: id })
    if (observed.status === 'PASS') return args
    if (observed.code === 404 || observed.code === 500)
      this.refute(tool, args, `${JSON.stringify(id)} is refused (${observed.message})`)
    return undefined
  }

  private async remove(tool: RecordTool, id: Json): Promise<void> {
    if ((await this.does(tool, id)) === undefined) return
    await this.isListed(id, false, tool.tool.name)
    for (const other of [...this.named('read'), ...this.named('update'), tool]) {
      const again = await this.call(other, { [other.parameter ?? '']: id })
      if (again.observed.status === 'PASS')
        this.refute(other, again.args, `${JSON.stringify(id)} still exists after ${tool.tool.name}`)
    }
  }

  async run(): Promise<void> {
    let own: Json[] = []
    const seen = new Set<Json>()
    for (const list of this.lists) for (const id of (await this.listed(list))?.ids ?? []) seen.add(id)
    for (const creator of this.tools.filter(({ handler }) => handler.action === 'create')) {
      const made = await this.create(creator)
      if (made === undefined) continue
      if (seen.has(made.id)) this.refute(creator, {}, `the new id ${JSON.stringify(made.id)} existed before`)
      await this.isShown(made.id, made.fields, creator.tool.name)
      await this.isListed(made.id, true, creator.tool.name)
      const other = await this.create(creator)
      if (other?.id === made.id)
        this.refute(creator, {}, `two creations gave the id ${JSON.stringify(made.id)}`)
      own = [made.id, ...(other === undefined ? [] : [other.id]), ...own]
    }
    own.push(...seen)
    const [first] = own
    if (first === undefined) return
    for (const tool of this.named('update')) {
      const args = await this.does(tool, first)
      if (args !== undefined) await this.isShown(first, Sequence.written(tool, args), tool.tool.name)
    }
    for (const tool of this.named('delete')) {
      const id = own.shift()
      if (id !== undefined) await this.remove(tool, id)
    }
  }
}

/** Creates, shows, lists, changes and removes records of each collection, one after another in one world. */
export async function auditSequences(toolkit: SyntheticToolkit, responder: TestedResponder, seed: number) {
  const collections = new Set(toolkit.tools.flatMap(({ handler }) => handler?.collection ?? []))
  const reports = []
  for (const collection of collections) {
    const sequence = new Sequence({ toolkit, responder, seed }, collection)
    await sequence.run()
    const { calls, contradictions, used } = sequence
    if (calls > 0) reports.push({ collection, tools: [...used], calls, contradictions })
  }
  return reports
}
export type SequenceReport = Awaited<ReturnType<typeof auditSequences>>[number]
