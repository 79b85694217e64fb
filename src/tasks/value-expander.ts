import {
  type All,
  bindingKey,
  type Find,
  type From,
  type Item,
  isFrom,
  type Outputs,
  sourcesOf,
} from '../schema/binding.ts'
import type { Condition } from '../schema/condition.ts'
import type { Task } from '../schema/task.ts'
import type { ListRead } from '../schema/task-in-world.ts'
import type { OpenWorld, Tools } from '../schema/tools.ts'
import { defined, type Json, type JsonObject, stableJson } from '../shared/json.ts'
import { valueAt } from '../shared/pointer.ts'
import { type OutputOf, resolve } from './bindings.ts'
import { holds, orderOf } from './conditions.ts'
import { ExpansionError } from './expansion-error.ts'
import { nameOf, showValue, showValues } from './naming.ts'
import { openWorld } from './world-state.ts'

/** The parts of a task that its expansion is a function of, beside the seed. */
export type Source = Pick<
  Task,
  'task_id' | 'expected_trace' | 'alternatives' | 'expected_final_answer' | 'world'
>

/** What a trace is expanded for: the task that it is of, and its world. */
export interface Scene {
  source: Source
  seed: number
  tools: Tools
  /** Results that stand in the place of those of the reference run, by id of the expanded step. */
  shown?: ReadonlyMap<string, Json>
}

/** An item of a list: its step, its place in the output, and its value. */
export interface ListItem {
  stepId: string
  at: string
  value: Json
}

/** A step in the expanded trace, for one item where it is repeated. */
export interface Copy {
  /** Undefined where it is gone. */
  id: string | undefined
  /** Number of the item that it is for, from 1. */
  number: number
  item: ListItem | undefined
  /** Steps that decided that it is gone. */
  decidedBy: ReadonlySet<string>
  hasFailed?: true
}

/** Where a binding stands: in which copy, and what has been read for it. */
export interface Place {
  field: string
  /** The first step with `each` in the chain that the copy is of. */
  group?: string | undefined
  number: number
  item: ListItem | undefined
  reads: Set<string>
  /** Whether a `$find` that finds none is gone, and no error. */
  mayFindNone?: true
}

/** Executes the reference run in one world as far as it is known, and writes values as they are in the expanded trace. */
export class ValueExpander {
  readonly lists = new Map<string, ListRead>()
  readonly deciding = new Set<string>()
  readonly conditionReads: { field: string; value: Json }[] = []
  protected readonly copies = new Map<string, { group?: string; made: Copy[]; decidedBy: Set<string> }>()
  protected readonly outputs = new Map<string, Json>()
  protected readonly outputOf: OutputOf = (id) => this.outputs.get(id)
  readonly world: OpenWorld
  protected readonly scene: Scene

  constructor(scene: Scene) {
    this.scene = scene
    this.world = openWorld(scene.source, scene.seed, scene.tools)
  }

  protected fail(field: string, reason: string, cause?: unknown): ExpansionError {
    const { unreadState, readStores } = this.world
    const { source, seed } = this.scene
    // A step that finds nothing may miss the records of a store whose name is wrong.
    const isMisnamed = unreadState.length > 0 && readStores.length > 0
    const stores = isMisnamed
      ? `; world.state gives ${showValues(unreadState)}, and the steps so far read ${showValues(readStores)}`
      : ''
    return new ExpansionError(source.task_id, seed, field, `${reason}${stores}`, cause)
  }

  /** Takes note that a step is read; gives its copy where it is not repeated, or repeated for the same items. */
  protected read(stepId: string, place: Place): Copy | undefined {
    const entry = this.copies.get(stepId)
    if (entry === undefined) throw this.fail(place.field, `unknown earlier step "${stepId}"`)
    const { group, made, decidedBy } = entry
    const isOwn = group === undefined || group === place.group
    const copies = isOwn ? made.filter(({ number }) => group === undefined || number === place.number) : made
    for (const copy of copies)
      for (const id of copy.id === undefined ? copy.decidedBy : [copy.id]) place.reads.add(id)
    if (copies.length === 0) for (const id of decidedBy) place.reads.add(id)
    return isOwn ? copies[0] : undefined
  }

  /** @param operands Told the operands, each with its value */
  protected holds(condition: Condition, place: Place, operands?: string[]): boolean | undefined {
    const valueAs = (operand: Json, at: Place): Json | undefined => {
      const plain = this.plain(operand, at)
      if (plain !== undefined && sourcesOf(plain).length > 0)
        this.conditionReads.push({ field: place.field, value: plain })
      const value = plain === undefined ? undefined : (resolve(plain, this.outputOf) ?? null)
      operands?.push(
        [...(isFrom(plain ?? null) ? [nameOf((plain as From).at)] : []), showValue(value)].join(' '),
      )
      return value
    }
    try {
      const verdict = holds(condition, {
        valueOf: (operand) => valueAs(operand, place),
        valueIfAny: (operand) => valueAs(operand, { ...place, mayFindNone: true }),
        hasFailed: (stepId) => {
          const copy = this.read(stepId, place)
          return copy?.hasFailed ?? (copy?.id === undefined ? undefined : false)
        },
      })
      for (const read of place.reads) this.deciding.add(read)
      return verdict
    } catch (error) {
      if (error instanceof RangeError) throw this.fail(place.field, error.message)
      throw error
    }
  }

  protected itemsOf(list: Json, place: Place): ListItem[] | undefined {
    const plain = this.plain(list, place)
    if (plain === undefined) return undefined
    const isPlace = (value: Json): value is From => isFrom(value) && value.via === undefined
    const resolved = (value: Json): Json => resolve(value, this.outputOf) ?? null
    if (Array.isArray(plain) && plain.every(isPlace)) {
      for (const { $from } of plain) this.deciding.add($from)
      return plain.map((from) => ({ stepId: from.$from, at: from.at, value: resolved(from) }))
    }
    if (!isPlace(plain))
      throw this.fail(place.field, `${stableJson(list)} does not name a list in the output of a step`)
    const value = resolved(plain)
    if (value !== null && !Array.isArray(value))
      throw this.fail(place.field, `${plain.at || 'the output'} of ${plain.$from} is not a list`)
    const { $from: stepId, at } = plain
    this.deciding.add(stepId)
    this.lists.set(`${stepId} ${at}`, { stepId, at, length: value?.length ?? 0 })
    return (value ?? []).map((item, i) => ({ stepId, at: `${at}/${i}`, value: item }))
  }

  /** The items that a `$find` or a `$all` is about; undefined where the step that gives the list is gone. */
  protected passing(list: Json, where: unknown, place: Place): ListItem[] | undefined {
    return this.itemsOf(list, place)?.filter(
      (item) => where === undefined || this.holds(where as Condition, { ...place, item }) === true,
    )
  }

  protected found({ $find: list, where, least, greatest }: Find, place: Place): ListItem | undefined {
    const passing = this.passing(list, where, place)
    if (passing === undefined) return undefined
    const pointer = least ?? greatest
    let best = passing
    if (pointer !== undefined) {
      const sign = least === undefined ? -1 : 1
      for (const { stepId, at } of passing)
        this.conditionReads.push({ field: place.field, value: { $from: stepId, at: at + pointer } })
      const by = (item: ListItem): Json => valueAt(item.value, pointer) ?? null
      const known = passing.filter((item) => by(item) !== null)
      try {
        best = known.filter((item) => known.every((other) => sign * orderOf(by(item), by(other)) <= 0))
      } catch (error) {
        throw this.fail(place.field, (error as Error).message)
      }
    }
    if (best.length === 1 || (best.length === 0 && place.mayFindNone)) return best[0]
    throw this.fail(place.field, `$find finds ${best.length || 'no'} items; it must find one`)
  }

  /**
   * A value with its bindings as they are in the expanded trace; undefined where it takes from a step that is gone.
   *
   * @param lost Stands for a field of an object that is gone, and items that are gone are left out; by default the whole
   * is gone
   */
  plain(value: Json, place: Place, lost?: Json): Json | undefined {
    const from = (
      { stepId, at }: Omit<ListItem, 'value'>,
      pointer: string,
      { via, digits }: JsonObject,
    ): From => ({ $from: stepId, at: at + pointer, ...defined({ via, digits }) }) as From
    const key = bindingKey(value)
    switch (key) {
      case '$literal':
      case '$any':
        return value
      case '$from': {
        const { $from: stepId } = value as From
        const group = this.copies.get(stepId)?.group
        if (group !== undefined && group !== place.group)
          throw this.fail(
            place.field,
            `${stepId} has a copy for each item; take their outputs by {"$each": "${stepId}", "at": ...}`,
          )
        const id = this.read(stepId, place)?.id
        return id === undefined ? undefined : { ...(value as From), $from: id }
      }
      case '$item': {
        const { item } = place
        if (item === undefined) throw this.fail(place.field, '$item stands outside of "each" and "where"')
        place.reads.add(item.stepId)
        return from(item, (value as Item).$item, value as Item)
      }
      case '$each': {
        const { $each, at } = value as Outputs
        this.read($each, { ...place, group: undefined })
        const ids = this.copies.get($each)?.made.flatMap(({ id }) => id ?? []) ?? []
        return [...new Set(ids)].map((stepId) => from({ stepId, at }, '', value as Outputs))
      }
      case '$all': {
        const { $all, where, give } = value as All
        return this.passing($all, where, place)?.map((item) => from(item, give, value as All))
      }
      case '$find': {
        const item = this.found(value as Find, place)
        return item && from(item, (value as Find).give, value as Find)
      }
      case '$first': {
        for (const option of (value as { $first: Json[] }).$first) {
          const plain = this.plain(option, { ...place, mayFindNone: true }, lost)
          if (plain !== undefined && (resolve(plain, this.outputOf) ?? null) !== null) return plain
        }
        return undefined
      }
      case '$calc': {
        const of = this.plain((value as { of: Json }).of, place)
        if (of === undefined) return undefined
        const calc = { ...(value as JsonObject), of }
        if (sourcesOf(of).length > 0) return calc
        // Without a source it is a plain number: how many of none.
        const result = resolve(calc, this.outputOf)
        if (result === undefined && !place.mayFindNone)
          throw this.fail(place.field, `${(calc as JsonObject).$calc} of an empty list is undefined`)
        return result
      }
      case '$oneOf': {
        const options = (value as { $oneOf: Json[] }).$oneOf.flatMap((one) => this.plain(one, place) ?? [])
        return options.length === 0 ? undefined : { $oneOf: options }
      }
    }
    if (typeof value !== 'object' || value === null) return value
    const parts: [string, Json][] = []
    for (const [name, item] of Object.entries(value)) {
      const isOptional = bindingKey(item) === '$optional'
      const part = this.plain(item, isOptional ? { ...place, mayFindNone: true } : place, lost)
      if (part !== undefined) parts.push([name, part])
      else if (lost !== undefined && key === undefined) {
        if (!Array.isArray(value)) parts.push([name, lost])
      } else if (!isOptional) return undefined
    }
    return Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts)
  }
}
