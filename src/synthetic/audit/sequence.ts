import { isBudgetSpent } from '../../models/limits.ts'
import { messageOf } from '../../shared/errors.ts'
import { isObject, type Json, type JsonObject, stableJson } from '../../shared/json.ts'
import { rngOf } from '../../shared/rng.ts'
import { World } from '../../world/world.ts'
import { effectOf } from '../simulate/infer-effect.ts'
import { idNameOf } from '../simulate/kinds/id-name.ts'
import { listedField, plainField, type ThingKind } from '../simulate/kinds/kind.ts'
import type { RoleAction, ToolRole } from '../simulate/kinds/tool-role.ts'
import { wholeToolkit } from '../simulate/kinds/whole-toolkit.ts'
import { groundState } from '../simulate/state.ts'
import { wireName } from '../simulate/wire-name.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'
import { type Observed, observedOf } from './observed.ts'
import type { TestedResponder } from './run-test.ts'
import { composeCall } from './stress/compose.ts'

/** What two answers of one world say that cannot both be. */
export interface Contradiction {
  tool: string
  args: JsonObject
  detail: string
}

/** What came of creating, showing, listing, changing and removing things of one kind, one after another in one world. */
export interface SequenceReport {
  kind: string
  /** Ids of the tools that took part. */
  tools: readonly string[]
  calls: number
  contradictions: readonly Contradiction[]
}

/** How many of the things that a list shows are looked up. */
const LOOKED_UP = 3
/** Asked for where a list has pages, so that it shows all. */
const WHOLE_LIST = 1_000

const OF_PAGES = /^(?:limit|max_\w+|page_size|per_page|top_\w+|num_results|results_\w+)$/

/** What a list shows, and whether that is all there is. */
interface Listed {
  args: JsonObject
  rows: readonly { id: Json; fields: ReadonlyMap<string, Json> }[]
  isAll: boolean
}

/** One world in which tools of a kind are called, with what was found. */
class Sequence {
  readonly contradictions: Contradiction[] = []
  calls = 0
  private readonly used = new Set<string>()
  private readonly world: World

  private readonly kind: ThingKind
  private readonly toolkit: SyntheticToolkit
  private readonly responder: TestedResponder
  private readonly seed: number

  constructor(kind: ThingKind, toolkit: SyntheticToolkit, responder: TestedResponder, seed: number) {
    this.kind = kind
    this.toolkit = toolkit
    this.responder = responder
    this.seed = seed
    this.world = new World(seed)
  }

  report(): SequenceReport {
    const { calls, contradictions } = this
    return { kind: this.kind.name, tools: [...this.used], calls, contradictions }
  }

  private of(action: RoleAction): readonly ToolRole[] {
    return this.kind.roles.filter((role) => role.action === action)
  }

  private async call({ tool }: Pick<ToolRole, 'tool'>, args: JsonObject): Promise<Observed> {
    this.calls++
    this.used.add(tool.id)
    const call = { tool: tool.id, args: structuredClone(args) }
    const observed = await this.answered(call)
    const effect = effectOf(tool)
    if (observed.status === 'PASS' && effect !== 'read')
      this.world.commit({ tool: wireName(tool.name), arguments: args, effect })
    return observed
  }

  /** The answer to a call; a responder that fails has refused it. */
  private async answered(call: { tool: string; args: JsonObject }): Promise<Observed> {
    try {
      return observedOf(await this.responder(call, this.toolkit, this.world, 1))
    } catch (error) {
      if (isBudgetSpent(error)) throw error
      return { status: 'FAIL', code: 500, message: messageOf(error) }
    }
  }

  /** A call that the specification admits, with these arguments in it. */
  private composed({ tool }: Pick<ToolRole, 'tool'>, given: JsonObject): JsonObject {
    const state = groundState(this.toolkit, this.world)
    return { ...composeCall({ tool, state, rng: rngOf(this.seed, 'sequence', tool.id) }), ...given }
  }

  private refute({ tool }: Pick<ToolRole, 'tool'>, args: JsonObject, detail: string): void {
    this.contradictions.push({ tool: tool.id, args, detail })
  }

  private async show(role: ToolRole, id: Json): Promise<{ args: JsonObject; observed: Observed }> {
    const args = this.composed(role, { [role.parameter ?? '']: id })
    return { args, observed: await this.call(role, args) }
  }

  /** Every tool that shows one thing shows this one, with these values where it shows them. */
  private async isShown(id: Json, fields: ReadonlyMap<string, Json>, since: string): Promise<void> {
    for (const role of this.of('read')) {
      const { args, observed } = await this.show(role, id)
      if (observed.status === 'FAIL') {
        this.refute(role, args, `${JSON.stringify(id)} is refused (${observed.message}) after ${since}`)
        continue
      }
      if (!isObject(observed.output)) continue
      for (const [name, value] of Object.entries(observed.output)) {
        const wanted = fields.get(plainField(name, this.kind.name))
        if (
          wanted === undefined ||
          typeof wanted !== typeof value ||
          stableJson(wanted) === stableJson(value)
        )
          continue
        this.refute(
          role,
          args,
          `${name} is ${JSON.stringify(value)} after ${since} gave ${JSON.stringify(wanted)}`,
        )
      }
    }
  }

  /** What a list shows of its things, by place. */
  private rowsOf({ output, items }: ToolRole, result: JsonObject): { id: Json; fields: Map<string, Json> }[] {
    const list = result[items?.output ?? output ?? '']
    if (!Array.isArray(list)) return []
    if (items !== undefined)
      return list.flatMap((one) => {
        const id = isObject(one) ? one[items.id] : undefined
        return isObject(one) && id !== undefined ? [{ id, fields: this.fieldsOf(one, items.id) }] : []
      })
    const columns = Object.entries(result).filter(
      ([name, column]) => name !== output && Array.isArray(column) && column.length === list.length,
    )
    return list.map((id, i) => ({
      id,
      fields: new Map(
        columns.flatMap(([name, column]): [string, Json][] => {
          const value = Array.isArray(column) ? column[i] : undefined
          return value === undefined ? [] : [[listedField(name, this.kind.name), value]]
        }),
      ),
    }))
  }

  /** What a list shows; undefined where it is refused. */
  private async listed(role: ToolRole): Promise<Listed | undefined> {
    const limit = role.tool.parameters.find(({ name, type }) => type === 'integer' && OF_PAGES.test(name))
    const wide = limit === undefined ? {} : { [limit.name]: WHOLE_LIST }
    let args = this.composed(role, wide)
    let observed = await this.call(role, args)
    const isPart = observed.status === 'FAIL'
    if (isPart) {
      args = this.composed(role, {})
      observed = await this.call(role, args)
    }
    if (observed.status === 'FAIL' || !isObject(observed.output)) return undefined
    const rows = this.rowsOf(role, observed.output)
    const isFiltered = role.tool.parameters.some(({ name, required }) => required && name !== limit?.name)
    return { args, rows, isAll: !isPart && !isFiltered }
  }

  /** Whether lists that show all show this one. */
  private async isListed(id: Json, wanted: boolean, since: string): Promise<void> {
    for (const role of this.of('list')) {
      const list = await this.listed(role)
      if (list === undefined || (wanted && !list.isAll)) continue
      if (list.rows.some((row) => row.id === id) !== wanted)
        this.refute(role, list.args, `${JSON.stringify(id)} is ${wanted ? 'not ' : ''}listed after ${since}`)
    }
  }

  private fieldsOf(values: JsonObject, except: string | undefined): Map<string, Json> {
    const own = Object.entries(values).filter(([name]) => name !== except)
    return new Map(own.map(([name, value]) => [plainField(name, this.kind.name), value]))
  }

  /** A new thing; undefined where the call was refused or gave no id. */
  private async create(role: ToolRole): Promise<{ id: Json; fields: Map<string, Json> } | undefined> {
    const args = this.composed(role, {})
    const { status, output } = await this.call(role, args)
    const id = isObject(output) ? output[role.output ?? ''] : undefined
    if (status === 'FAIL' || id === undefined || id === null || !isObject(output)) return undefined
    return { id, fields: new Map([...this.fieldsOf(output, role.output), ...this.fieldsOf(args, undefined)]) }
  }

  private async change(role: ToolRole, id: Json): Promise<void> {
    const { args, observed } = await this.show(role, id)
    if (observed.status === 'FAIL') {
      if (observed.code === 404)
        this.refute(role, args, `${JSON.stringify(id)} is refused (${observed.message})`)
      return
    }
    await this.isShown(id, this.fieldsOf(args, role.parameter), role.tool.name)
  }

  private async remove(role: ToolRole, id: Json): Promise<void> {
    const { args, observed } = await this.show(role, id)
    if (observed.status === 'FAIL') {
      if (observed.code === 404)
        this.refute(role, args, `${JSON.stringify(id)} is refused (${observed.message})`)
      return
    }
    await this.isListed(id, false, role.tool.name)
    for (const other of [...this.of('read'), ...this.of('update'), role]) {
      const again = await this.show(other, id)
      if (again.observed.status === 'PASS')
        this.refute(other, again.args, `${JSON.stringify(id)} is still there after ${role.tool.name}`)
    }
  }

  /** Tools that take the id of such a thing and do something else with it. */
  private users(): { tool: ToolSpec; parameter: string; isList: boolean }[] {
    const { roles, name: kind } = this.kind
    return this.toolkit.tools.flatMap((tool) => {
      if (roles.some((role) => role.tool.id === tool.id)) return []
      const parameter = tool.parameters.find(({ name }) => idNameOf(name)?.kind === kind)
      if (parameter === undefined) return []
      return [{ tool, parameter: parameter.name, isList: parameter.type === 'array' }]
    })
  }

  /** No tool calls unknown what another handed out. */
  private async isUsable(id: Json, since: string): Promise<void> {
    for (const { tool, parameter, isList } of this.users()) {
      const args = this.composed({ tool }, { [parameter]: isList ? [id] : id })
      const { code, message } = await this.call({ tool }, args)
      if (code === 404)
        this.refute({ tool }, args, `${JSON.stringify(id)} is refused (${message}) after ${since}`)
    }
  }

  async run(): Promise<void> {
    const seen = new Set<Json>()
    for (const role of this.of('list')) {
      const { rows = [] } = (await this.listed(role)) ?? {}
      for (const { id, fields } of rows.slice(0, LOOKED_UP)) await this.isShown(id, fields, role.tool.name)
      for (const { id } of rows) seen.add(id)
      const [first] = rows
      if (first !== undefined) await this.isUsable(first.id, role.tool.name)
    }
    let own: Json[] = [...seen]
    for (const role of this.of('create')) {
      const made = await this.create(role)
      if (made === undefined) continue
      if (seen.has(made.id)) this.refute(role, {}, `the new id ${JSON.stringify(made.id)} was there before`)
      await this.isShown(made.id, made.fields, role.tool.name)
      await this.isListed(made.id, true, role.tool.name)
      await this.isUsable(made.id, role.tool.name)
      const other = await this.create(role)
      if (other?.id === made.id) this.refute(role, {}, `two creations gave the id ${JSON.stringify(made.id)}`)
      own = [made.id, ...(other === undefined ? [] : [other.id]), ...own]
    }
    const [first] = own
    if (first === undefined) return
    for (const role of this.of('update')) await this.change(role, first)
    for (const role of this.of('delete')) {
      const id = own.shift()
      if (id !== undefined) await this.remove(role, id)
    }
  }
}

/**
 * Tries the tools of each kind of thing one after another: what is listed can be shown; what is created is new, can be
 * shown as it was given and is listed; what is changed shows the change; what is removed is gone.
 */
export async function auditSequences(
  toolkit: SyntheticToolkit,
  responder: TestedResponder,
  seed: number,
): Promise<SequenceReport[]> {
  const { toolkit: whole, kinds } = wholeToolkit(toolkit)
  const reports: SequenceReport[] = []
  for (const kind of kinds) {
    const roles = kind.roles.map((role) => ({
      ...role,
      tool: whole.tools.find(({ id }) => id === role.tool.id) ?? role.tool,
    }))
    const sequence = new Sequence({ ...kind, roles }, whole, responder, seed)
    await sequence.run()
    const report = sequence.report()
    if (report.calls > 0) reports.push(report)
  }
  return reports
}
