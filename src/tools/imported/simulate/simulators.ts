import { z } from 'zod'
import { SEMANTIC_KEY } from '../../../schema/semantic.ts'
import type { Category } from '../../../schema/tool.ts'
import { ToolError } from '../../../schema/tool-error.ts'
import { nameWords } from '../../../shared/english.ts'
import {
  copyJson,
  isObject,
  type Json,
  type JsonObject,
  mapChildren,
  readObject,
  stringifyStably,
} from '../../../shared/json.ts'
import { readSchemaType } from '../../../shared/schema-value.ts'
import type { CallContext } from '../../call.ts'
import type { Simulator } from '../../define-simulator.ts'
import type { Draw } from '../../world/draw.ts'
import type { World } from '../../world/world.ts'
import { inferTypes } from '../infer-types.ts'
import type { RecordStore } from '../store/records.ts'
import type { Entity, ImportedTool, Toolkit } from '../toolkit.ts'
import { mergeChoiceFields } from './choice-fields.ts'
import { EntityStore, pickGivenFields, recordWith } from './entity-store.ts'
import { findWrongFormat } from './formats.ts'
import { buildSinglePage, cutPage, fillPaging, isSelecting, type ListPage, selectListed } from './pages.ts'
import { formatKey, nameScope, type ParentKeys, placeRecord } from './population.ts'
import { makeUpObject } from './values.ts'

const CATEGORY: Category = 'external_services'

/** Greatest integer id that a call makes, where the schema of the ids knows no smaller one. */
const MAX_ID = 999_999_999
/** Draws of an id that may hit one that is taken. */
const MAX_ATTEMPTS = 100

const describeJsonType = (value: Json): string =>
  Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value

/** A call of a tool that is about a kind of thing. */
interface CallOnThings {
  args: JsonObject
  world: World
  recordId: CallContext['recordId']
  /** Name of the kind. */
  kind: string
  entity: Entity
  scope: ParentKeys
  records: RecordStore
}

type CallInWorld = Pick<CallOnThings, 'args' | 'world'>

/** A tool of a toolkit, at work on the things of the toolkit. */
class ToolAtWork {
  private readonly tool: ImportedTool
  private readonly store: EntityStore
  constructor(tool: ImportedTool, store: EntityStore) {
    this.tool = tool
    this.store = store
  }

  run(args: JsonObject, world: World, { recordId }: CallContext): JsonObject {
    const problem = findWrongFormat(args, this.tool.input)
    if (problem !== undefined) throw new ToolError(400, problem.message, problem.parameter)
    const { kind: action, entity: kind, id } = this.tool
    if (kind === undefined || (action === 'opaque' && id === undefined))
      return this.answerOpaquely(this.tool.output, { args, world })
    const scope = this.store.readScope(world, kind, args)
    const records = this.store.openRecords(world, kind, scope)
    const call = { args, world, recordId, kind, entity: this.store.findEntity(kind), scope, records }
    if (action === 'opaque' && id !== undefined) {
      recordWith(records, kind, id, args[id] ?? null)
      return this.answerOpaquely(this.tool.output, call)
    }
    if (action === 'list') return this.list(call)
    return action === 'create' ? this.create(call) : this.handleOne(call)
  }

  private list(call: CallOnThings): JsonObject {
    const { args, entity, records } = call
    const all = records.listAll().map(({ record }) => record)
    const page = cutPage(selectListed(all, args, this.tool, entity), args, this.tool, entity)
    const at = (this.tool.at ?? '/items').slice(1)
    return this.answerAround(call, { [at]: page.records.map(copyJson) }, page)
  }

  private handleOne(call: CallOnThings): JsonObject {
    const { args, kind, entity, records } = call
    const { id: parameter = '', kind: action, upsert } = this.tool
    const id = args[parameter] ?? null
    const record =
      upsert === true && !records.has(formatKey(id))
        ? { ...this.makeRecord(call), [entity.id]: id }
        : recordWith(records, kind, parameter, id)
    if (action === 'delete') records.remove(formatKey(id))
    if (action === 'read' || action === 'delete') return this.answerWithRecord(record, call)
    const changed = { ...record, ...pickGivenFields(args, this.tool, entity) }
    if (stringifyStably(changed) !== stringifyStably(record))
      records.put(formatKey(changed[entity.id] as Json), changed)
    return this.answerWithRecord(changed, call)
  }

  /** A draw for a call that writes: another one for each equal call before. */
  private drawFor(label: string, { args, world }: CallInWorld): Draw {
    const { name } = this.tool
    return world.draw(label, name, args, world.countEqualWrites(name, args))
  }

  /** A thing of the kind with every field made up. */
  private makeRecord(call: CallOnThings): JsonObject {
    const { world, kind, entity, scope } = call
    const draw = this.drawFor('toolkit create', call)
    const making = this.store.population.createMaking(world, draw, kind, 0, nameScope(entity.scope, scope))
    return makeUpObject(entity.schema, '', making)
  }

  private create(call: CallOnThings): JsonObject {
    const { args, kind, entity, scope, records } = call
    const given = pickGivenFields(args, this.tool, entity)
    // An id that the client chooses, such as a user name.
    const chosenId = given[entity.id]
    if (chosenId !== undefined && records.has(formatKey(chosenId)))
      throw new ToolError(
        409,
        `there is a ${kind} with ${entity.id} ${JSON.stringify(chosenId)} already`,
        entity.id,
      )
    const made = this.makeRecord(call)
    const record = placeRecord({ ...made, ...given }, chosenId ?? this.drawNewId(call), entity, scope)
    records.put(formatKey(record[entity.id] as Json), record)
    return this.answerWithRecord(record, call)
  }

  /** An id that nothing has yet. */
  private drawNewId(call: CallOnThings): Json {
    const { kind, entity, records } = call
    const { idSchema } = entity
    const draw = this.drawFor('toolkit new id', call)
    if (readSchemaType(idSchema) === 'integer') {
      const max = Math.min(Number(idSchema.maximum ?? MAX_ID), MAX_ID)
      const min = Math.min(Math.max(Number(idSchema.minimum ?? 1), 10_000), max)
      const range = { min: max < 100_000 ? Number(idSchema.minimum ?? 1) : min, max, decimals: 0 }
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const id = draw.number(`id ${attempt}`, undefined, range)
        if (!records.has(formatKey(id))) return id
      }
      throw new ToolError(409, `every id of a ${kind} is taken`)
    }
    if (idSchema.format === 'uuid') return this.store.population.drawTextId(draw, kind, 0, false)
    return call.recordId(`${nameWords(kind).at(-1) ?? 'record'}_`)
  }

  /** The result that shows a thing where the tool shows it. */
  private answerWithRecord(record: JsonObject, call: CallInWorld): JsonObject {
    const { at } = this.tool
    if (at === '') return this.showRecord(record)
    const part: JsonObject = at === undefined ? {} : { [at.slice(1)]: this.showRecord(record) }
    return this.answerAround(call, part, buildSinglePage(record))
  }

  /** A record as the tool's result shows it: without fields that the schema does not have. */
  private showRecord(record: JsonObject): JsonObject {
    const { at = '', output } = this.tool
    const schema = at === '' ? output : readObject(readObject(output.properties)[at.slice(1)])
    const { properties } = schema
    const shownFields = Object.entries(record).filter(([name]) => !isObject(properties) || name in properties)
    return copyJson(Object.fromEntries(shownFields))
  }

  /** What a result holds beside the thing itself: counts, ways to other pages, and otherwise what its schema says. */
  private answerAround(call: CallInWorld, part: JsonObject, page: ListPage): JsonObject {
    const { output } = this.tool
    const rest = Object.entries(readObject(output.properties)).filter(([name]) => !(name in part))
    const made = this.answerOpaquely({ ...output, properties: Object.fromEntries(rest) }, call)
    // What is gone is gone, whichever word says so.
    const [flag, ...others] = Object.keys(made).filter((name) => typeof made[name] === 'boolean')
    if (this.tool.kind === 'delete' && flag !== undefined && others.length === 0) made[flag] = true
    return { ...fillPaging(made, output, page), ...part }
  }

  /** A result made up by its schema, which depends on the call; fields of a parameter's name and type show what was sent. */
  private answerOpaquely(schema: JsonObject, { args, world }: CallInWorld): JsonObject {
    const { name, effect, kind } = this.tool
    const entity = kind === 'opaque' ? undefined : this.tool.entity
    const repeats = effect === 'read' ? 0 : world.countEqualWrites(name, args)
    const draw = world.draw('toolkit answer', name, args, repeats)
    const owner = entity ?? nameWords(name).at(-1) ?? 'thing'
    const made = makeUpObject(schema, '', this.store.population.createMaking(world, draw, owner, 0, args))
    return Object.fromEntries(
      Object.entries(made).map(([field, value]): [string, Json] => {
        const sent = args[field]
        return [
          field,
          sent !== undefined && describeJsonType(sent) === describeJsonType(value) ? sent : value,
        ]
      }),
    )
  }
}

function addIdRanges(schema: JsonObject, { entities }: Toolkit): JsonObject {
  const addRanges = (node: Json): Json => {
    const children = mapChildren(node, addRanges)
    if (!isObject(children)) return children
    const meaning = children[SEMANTIC_KEY]
    if (
      typeof meaning !== 'string' ||
      !meaning.startsWith('id:') ||
      !stringifyStably(children.type ?? null).includes('integer')
    )
      return children
    const { minimum = 1, maximum = MAX_ID } = entities[meaning.slice(3)]?.idSchema ?? {}
    return { ...children, minimum: children.minimum ?? minimum, maximum: children.maximum ?? maximum }
  }
  return addRanges(schema) as JsonObject
}

/** Optional parameters without a say in which things a tool shows or deletes: they change made-up values alone. */
function listIdleParameters(tool: ImportedTool, store: EntityStore): string[] {
  const { kind, id, input } = tool
  if (tool.entity === undefined || !['list', 'read', 'delete'].includes(kind)) return []
  const entity = store.findEntity(tool.entity)
  const kept = [id, ...entity.scope, ...(Array.isArray(input.required) ? input.required : [])]
  return Object.keys(isObject(input.properties) ? input.properties : {}).filter(
    (name) => !kept.includes(name) && (kind !== 'list' || !isSelecting(tool, name, entity)),
  )
}

function createSimulator(tool: ImportedTool, toolkit: Toolkit, store: EntityStore): Simulator {
  const { name, effect, kind, entity, description, summary, input, output } = tool
  const work = new ToolAtWork(tool, store)
  const typed = inferTypes({
    name,
    category: CATEGORY,
    effect,
    description,
    inputSchema: mergeChoiceFields(input),
    outputSchema: addIdRanges(output, toolkit),
  })
  return {
    name,
    category: CATEGORY,
    effect,
    // Most tools show the thing that they are about, so that one can stand in for another.
    capability: entity === undefined || kind === 'opaque' ? `call-${name}` : `about-${entity}`,
    description: description || summary || nameWords(name).join(' '),
    inputSchema: typed.inputSchema,
    outputSchema: typed.outputSchema,
    input: z.looseObject({}),
    output: z.looseObject({}),
    hasUnrelatedResults: kind === 'opaque' || entity === undefined,
    idleParameters: listIdleParameters(tool, store),
    run: (args, world, call) => work.run(args, world, call),
  }
}

/**
 * The tools of a toolkit as simulators with state. They change nothing but their world: the same seed and calls give the same
 * bytes.
 */
export function simulatorsOfToolkit(toolkit: Toolkit): Simulator[] {
  const store = new EntityStore(toolkit)
  return toolkit.tools.map((tool) => createSimulator(tool, toolkit, store))
}
