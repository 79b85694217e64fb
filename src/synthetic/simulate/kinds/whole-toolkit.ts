import type { Json, JsonObject } from '../../../shared/json.ts'
import { nameWords } from '../../../toolkit/names.ts'
import { Population } from '../../../toolkit/simulate/population.ts'
import { madeUpObject } from '../../../toolkit/simulate/values.ts'
import { DrawMemory } from '../../../world/draw-memory.ts'
import { World } from '../../../world/world.ts'
import type { Rule } from '../../tool-spec/rule.ts'
import type { SpecParameter, ToolSpec } from '../../tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../../toolkit/toolkit.ts'
import { checkRules } from '../../validate/check-rules.ts'
import { findTool } from '../../validate/validate.ts'
import { argumentOf, saidArguments } from '../arguments.ts'
import { idPrefix } from '../made-up/id-prefix.ts'
import { fieldOf, recordsOf } from '../records.ts'
import { wireName } from '../wire-name.ts'
import { entityOf, knownThings } from './first-records.ts'
import { idNameOf } from './id-name.ts'
import { type IdsByKind, idsByKind } from './ids-by-kind.ts'
import { kindsOf, plainField, type ThingKind } from './kind.ts'
import { handlerOf } from './role-handler.ts'

/** A toolkit with all that its tools say of the things that they share. */
export interface WholeToolkit {
  /** The tools with handlers and with rules that say what has to be there; the state as it was given. */
  toolkit: SyntheticToolkit
  kinds: readonly ThingKind[]
  /** The drawn things of a world as it begins, by collection; not to be changed. */
  firstThings(world: World): JsonObject
  /** The fields of a new thing that its call does not say. */
  unsaid(kind: ThingKind, args: JsonObject, tool: ToolSpec, world: World, ids: IdsByKind): JsonObject
}

const wholes = new WeakMap<SyntheticToolkit, WholeToolkit>()

/** Rules of the form of a value, of which ids that are made up know nothing. */
const OF_FORM: ReadonlySet<Rule['kind']> = new Set([
  'one_of',
  'format',
  'layout',
  'pattern',
  'length',
  'range',
])

const idParameters = ({ parameters }: ToolSpec, kind: string): SpecParameter[] =>
  parameters.filter(({ name }) => idNameOf(name)?.kind === kind)

/** Whether all tools that take ids of the kind take these. */
const areTaken = (kind: ThingKind, ids: readonly Json[], tools: readonly ToolSpec[]): boolean =>
  tools.every((tool) => {
    const own = kind.roles.find((role) => role.tool.id === tool.id)?.parameter
    const names = new Set([
      ...idParameters(tool, kind.name).map(({ name }) => name),
      ...(own === undefined ? [] : [own]),
    ])
    const rules = tool.rules.filter(
      (rule) => OF_FORM.has(rule.kind) && 'parameter' in rule && names.has(rule.parameter),
    )
    return [...names].every((name) => {
      const parameter = tool.parameters.find((one) => one.name === name)
      const type = parameter?.items?.type ?? parameter?.type
      const fits = (kind.idSchema.type === 'string') === (type === 'string')
      return (
        fits &&
        ids.every(
          (id) =>
            checkRules({ [name]: parameter?.type === 'array' ? [id] : id }, undefined, { ...tool, rules }) ===
            undefined,
        )
      )
    })
  })

/** The common beginning of the ids of a kind. */
const prefixOf = (kind: ThingKind, ids: readonly Json[]): string => {
  const texts = ids.filter((id) => typeof id === 'string')
  const known = idPrefix(kind.idField, texts)
  return kind.isDrawn && texts.length === 0 ? `${nameWords(kind.name).at(-1)}-` : known
}

/** The ids of a kind must be there where a tool takes them: a rule that the specification does not state. */
function existenceRules(tool: ToolSpec, kinds: readonly ThingKind[], toolkit: SyntheticToolkit): Rule[] {
  return kinds.flatMap((kind) => {
    const role = kind.roles.find((one) => one.tool === tool)
    return idParameters(tool, kind.name).flatMap(({ name }): Rule[] => {
      const isRuled = tool.rules.some((rule) => rule.kind === 'exists' && rule.parameter === name)
      if (isRuled || role?.parameter === name || role?.action === 'create') return []
      const ids = new Set(recordsOf(toolkit.state, kind.collection).map(({ record }) => record[kind.idField]))
      const isTold = (id: Json): boolean => kind.isDrawn || ids.has(id)
      const calls = toolkit.known.filter((call) => findTool(call.tool, toolkit.tools) === tool)
      // A recorded call of a thing that the state does not have: it need not have all.
      if (!calls.every(({ args }) => [args[name] ?? []].flat().every(isTold))) return []
      const from = { source: 'implied' as const, text: `${name} is one of ${kind.collection}` }
      return [{ kind: 'exists', parameter: name, collection: kind.collection, key: kind.idField, from }]
    })
  })
}

/** A record whose fields that name things of other kinds name some that are there. */
function referring(
  record: JsonObject,
  { idField, name }: ThingKind,
  ids: IdsByKind,
  world: World,
): JsonObject {
  const draw = world.draw('synthetic reference', name, record[idField] ?? null)
  return Object.fromEntries(
    Object.entries(record).map(([field, value]) => {
      const said = field === idField ? undefined : idNameOf(field)
      const others = said === undefined ? [] : (ids.get(said.kind) ?? [])
      if (others.length === 0) return [field, value]
      if (!Array.isArray(value)) return [field, draw.pick(field, undefined, others)]
      return [field, value.map((_, i) => draw.pick(`${field}/${i}`, undefined, others))]
    }),
  )
}

/** Fields that an optional argument would have filled: a thing of which nothing was said has nothing there. */
function leftOut(kind: ThingKind, args: JsonObject, tool: ToolSpec): JsonObject {
  const fields = tool.parameters.flatMap(({ name, required }): [string, Json][] => {
    const found = kind.fields.get(plainField(name, kind.name))
    if (required || found === undefined || argumentOf(args, name, tool) !== undefined) return []
    const { type, enum: options } = found.schema
    if (type === 'array') return [[found.field, []]]
    return type === 'string' && options === undefined ? [[found.field, '']] : []
  })
  return Object.fromEntries(fields)
}

const withHandler = (tool: ToolSpec, kinds: readonly ThingKind[], toolkit: SyntheticToolkit): ToolSpec => {
  if (tool.handler !== undefined) return tool
  const kind = kinds.find(({ roles }) => roles.some((role) => role.tool === tool))
  const role = kind?.roles.find((one) => one.tool === tool)
  const handler = kind && role && handlerOf(role, kind, prefixOf(kind, knownIds(kind, toolkit)))
  const rules = existenceRules(tool, kinds, toolkit)
  if (handler === undefined && rules.length === 0) return tool
  return { ...tool, ...(handler === undefined ? {} : { handler }), rules: [...tool.rules, ...rules] }
}

/** The ids that recorded calls and the given state speak of. */
const knownIds = (kind: ThingKind, toolkit: SyntheticToolkit): Json[] => [
  ...knownThings(kind, toolkit).keys(),
  ...recordsOf(toolkit.state, kind.collection).flatMap((record) => fieldOf(record, kind.idField) ?? []),
]

function build(toolkit: SyntheticToolkit): WholeToolkit {
  const found = kindsOf(toolkit)
  if (found.length === 0) return { toolkit, kinds: [], firstThings: () => ({}), unsaid: () => ({}) }
  const population = new Population({
    version: 2,
    name: toolkit.name,
    source: { kind: 'zod', from: toolkit.name },
    entities: Object.fromEntries(found.map((kind) => [kind.name, entityOf(kind)])),
    tools: [],
  })
  const drawnIds = ({ name }: ThingKind, world: World): Json[] =>
    Array.from({ length: population.size(name) }, (_, place) => population.idAt(world, name, [], place))
  const kinds = found.filter((kind) =>
    areTaken(
      kind,
      [...knownIds(kind, toolkit), ...(kind.isDrawn ? drawnIds(kind, new World(1)) : [])],
      toolkit.tools,
    ),
  )
  const drawn = kinds.filter(({ isDrawn }) => isDrawn)
  const told = new Map(drawn.map((kind) => [kind, knownThings(kind, toolkit)]))

  /** A thing that a recorded call speaks of: what the call does not say is drawn. */
  const toldThing = (kind: ThingKind, id: Json, fields: JsonObject, world: World): JsonObject => {
    const making = population.making(world, world.draw('synthetic told', kind.name, id), kind.name, 0, [])
    return { ...madeUpObject(entityOf(kind).schema, '', making), ...fields, [kind.idField]: id }
  }
  const drawThings = (world: World): JsonObject => {
    const first = Object.fromEntries(
      drawn.map((kind) => {
        const known = [...(told.get(kind) ?? [])].map(([id, fields]) => toldThing(kind, id, fields, world))
        const ids = new Set(known.map((record) => record[kind.idField]))
        const others = drawnIds(kind, world).map((_, place) =>
          population.recordAt(world, kind.name, [], place),
        )
        return [kind.collection, [...known, ...others.filter((record) => !ids.has(record[kind.idField]))]]
      }),
    )
    const ids = idsByKind(kinds, { ...toolkit.state, ...first })
    return Object.fromEntries(
      drawn.map((kind) => [
        kind.collection,
        recordsOf(first, kind.collection).map(({ record }) => {
          const own = told.get(kind)?.get(record[kind.idField] ?? null)
          return { ...referring(record, kind, ids, world), ...own }
        }),
      ]),
    )
  }
  const memory = new DrawMemory<JsonObject>(MOST_WORLDS)
  return {
    toolkit: { ...toolkit, tools: toolkit.tools.map((tool) => withHandler(tool, kinds, toolkit)) },
    kinds,
    firstThings: (world) => world.remember(memory, '', () => drawThings(world)),
    unsaid(kind, args, tool, world, ids) {
      if (!kind.isDrawn) return {}
      const repeats = world.equalWrites(wireName(tool.name), args)
      const draw = world.draw('synthetic new', tool.name, saidArguments(args, tool), repeats)
      const making = population.making(world, draw, kind.name, 0, [])
      const made = madeUpObject(entityOf(kind).schema, '', making)
      return { ...referring(made, kind, ids, world), ...leftOut(kind, args, tool) }
    },
  }
}

/** Worlds whose first things are remembered. */
const MOST_WORLDS = 64

/**
 * The toolkit with what its tools say of their things together: a tool whose specification does not say how it acts on
 * records gets a handler where its name, parameters and outputs tell, and ids have to be there wherever they are taken.
 */
export function wholeToolkit(toolkit: SyntheticToolkit): WholeToolkit {
  let whole = wholes.get(toolkit)
  if (whole === undefined) {
    whole = build(toolkit)
    wholes.set(toolkit, whole)
    // It is whole: nothing more is to be added to it.
    wholes.set(whole.toolkit, whole)
  }
  return whole
}
