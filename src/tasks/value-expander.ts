import {
  type All,
  type Find,
  type From,
  type Item,
  isFrom,
  listSources,
  type Outputs,
  readBindingKey,
} from '../schema/binding.ts'
import type { Condition } from '../schema/condition.ts'
import type { Task } from '../schema/task.ts'
import type { ListRead } from '../schema/task-in-world.ts'
import type { OpenWorld, Tools } from '../schema/tools.ts'
import { dropUndefinedFields, type Json, type JsonObject, stringifyStably } from '../shared/json.ts'
import { readValueAt } from '../shared/pointer.ts'
import { type OutputOf, resolve } from './bindings.ts'
import { compareValues, holds } from './conditions.ts'
import { ExpansionError } from './expansion-error.ts'
import { formatPointerName, showValue, showValues } from './naming.ts'
import { openWorld } from './world-state.ts'

/** The parts of a task that its expansion is a function of, beside the seed. */
export type ExpansionSource = Pick<
  Task,
  'task_id' | 'expected_trace' | 'alternatives' | 'expected_final_answer' | 'world'
>

/** What a trace is expanded for: the task that it is of, and its world. */
export interface Scene {
  source: ExpansionSource
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
  /** Steps that decided that it is gone or, where it is there and may come before them, that it is made. */
  decidedBy: ReadonlySet<string>
  hasFailed?: true
}

/** Where a binding stands: in which copy, and what has been read for it. */
export interface ExpansionPlace {
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
  protected readonly readOutput: OutputOf = (id) => this.outputs.get(id)
  readonly world: OpenWorld
  protected readonly scene: Scene

  constructor(scene: Scene) {
    this.scene = scene
    this.world = openWorld(scene.source, scene.seed, scene.tools)
  }

  protected createExpansionError(field: string, reason: string, cause?: unknown): ExpansionError {
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
  protected read(stepId: string, place: ExpansionPlace): Copy | undefined {
    const entry = this.copies.get(stepId)
    if (entry === undefined) throw this.createExpansionError(place.field, `unknown earlier step "${stepId}"`)
    const { group, made, decidedBy } = entry
    const isOwn = group === undefined || group === place.group
    const copies = isOwn ? made.filter(({ number }) => group === undefined || number === place.number) : made
    for (const copy of copies)
      for (const id of [...(copy.id === undefined ? [] : [copy.id]), ...copy.decidedBy]) place.reads.add(id)
    if (copies.length === 0) for (const id of decidedBy) place.reads.add(id)
    return isOwn ? copies[0] : undefined
  }

  /** @param operands Told the operands, each with its value */
  protected holds(condition: Condition, place: ExpansionPlace, operands?: string[]): boolean | undefined {
    const expandOperand = (operand: Json, at: ExpansionPlace): Json | undefined => {
      const plain = this.expandPlain(operand, at)
      if (plain !== undefined && listSources(plain).length > 0)
        this.conditionReads.push({ field: place.field, value: plain })
      const value = plain === undefined ? undefined : (resolve(plain, this.readOutput) ?? null)
      operands?.push(
        [...(isFrom(plain ?? null) ? [formatPointerName((plain as From).at)] : []), showValue(value)].join(
          ' ',
        ),
      )
      return value
    }
    try {
      const verdict = holds(condition, {
        valueOf: (operand) => expandOperand(operand, place),
        valueIfAny: (operand) => expandOperand(operand, { ...place, mayFindNone: true }),
        hasFailed: (stepId) => {
          const copy = this.read(stepId, place)
          return copy?.hasFailed ?? (copy?.id === undefined ? undefined : false)
        },
      })
      for (const read of place.reads) this.deciding.add(read)
      return verdict
    } catch (error) {
      if (error instanceof RangeError) throw this.createExpansionError(place.field, error.message)
      throw error
    }
  }

  protected listItems(list: Json, place: ExpansionPlace): ListItem[] | undefined {
    const plain = this.expandPlain(list, place)
    if (plain === undefined) return undefined
    const isPlace = (value: Json): value is From => isFrom(value) && value.via === undefined
    const resolveValue = (value: Json): Json => resolve(value, this.readOutput) ?? null
    if (Array.isArray(plain) && plain.every(isPlace)) {
      for (const { $from } of plain) this.deciding.add($from)
      return plain.map((from) => ({ stepId: from.$from, at: from.at, value: resolveValue(from) }))
    }
    if (!isPlace(plain))
      throw this.createExpansionError(
        place.field,
        `${stringifyStably(list)} does not name a list in the output of a step`,
      )
    const value = resolveValue(plain)
    if (value !== null && !Array.isArray(value))
      throw this.createExpansionError(
        place.field,
        `${plain.at || 'the output'} of ${plain.$from} is not a list`,
      )
    const { $from: stepId, at } = plain
    this.deciding.add(stepId)
    this.lists.set(`${stepId} ${at}`, { stepId, at, length: value?.length ?? 0 })
    return (value ?? []).map((item, i) => ({ stepId, at: `${at}/${i}`, value: item }))
  }

  /** The items that a `$find` or a `$all` is about; undefined where the step that gives the list is gone. */
  protected selectPassing(list: Json, where: unknown, place: ExpansionPlace): ListItem[] | undefined {
    return this.listItems(list, place)?.filter(
      (item) => where === undefined || this.holds(where as Condition, { ...place, item }) === true,
    )
  }

  protected findItem(
    { $find: list, where, least, greatest }: Find,
    place: ExpansionPlace,
  ): ListItem | undefined {
    const passing = this.selectPassing(list, where, place)
    if (passing === undefined) return undefined
    const pointer = least ?? greatest
    let best = passing
    if (pointer !== undefined) {
      const sign = least === undefined ? -1 : 1
      for (const { stepId, at } of passing)
        this.conditionReads.push({ field: place.field, value: { $from: stepId, at: at + pointer } })
      const readSortValue = (item: ListItem): Json => readValueAt(item.value, pointer) ?? null
      const known = passing.filter((item) => readSortValue(item) !== null)
      try {
        best = known.filter((item) =>
          known.every((other) => sign * compareValues(readSortValue(item), readSortValue(other)) <= 0),
        )
      } catch (error) {
        throw this.createExpansionError(place.field, (error as Error).message)
      }
    }
    if (best.length === 1 || (best.length === 0 && place.mayFindNone)) return best[0]
    throw this.createExpansionError(place.field, `$find finds ${best.length || 'no'} items; it must find one`)
  }

  /**
   * A value with its bindings as they are in the expanded trace; undefined where it takes from a step that is gone.
   *
   * @param lost Stands for a field of an object that is gone, and items that are gone are left out; by default the whole
   * is gone
   */
  expandPlain(value: Json, place: ExpansionPlace, lost?: Json): Json | undefined {
    const buildFrom = (
      { stepId, at }: Omit<ListItem, 'value'>,
      pointer: string,
      { via, digits }: JsonObject,
    ): From => ({ $from: stepId, at: at + pointer, ...dropUndefinedFields({ via, digits }) }) as From
    const key = readBindingKey(value)
    switch (key) {
      case '$literal':
      case '$any':
        return value
      case '$from': {
        const { $from: stepId } = value as From
        const group = this.copies.get(stepId)?.group
        if (group !== undefined && group !== place.group)
          throw this.createExpansionError(
            place.field,
            `${stepId} has a copy for each item; take their outputs by {"$each": "${stepId}", "at": ...}`,
          )
        const id = this.read(stepId, place)?.id
        return id === undefined ? undefined : { ...(value as From), $from: id }
      }
      case '$item': {
        const { item } = place
        if (item === undefined)
          throw this.createExpansionError(place.field, '$item is outside of "each" and "where"')
        place.reads.add(item.stepId)
        return buildFrom(item, (value as Item).$item, value as Item)
      }
      case '$each': {
        const { $each, at } = value as Outputs
        this.read($each, { ...place, group: undefined })
        const ids = this.copies.get($each)?.made.flatMap(({ id }) => id ?? []) ?? []
        return [...new Set(ids)].map((stepId) => buildFrom({ stepId, at }, '', value as Outputs))
      }
      case '$all': {
        const { $all, where, give } = value as All
        return this.selectPassing($all, where, place)?.map((item) => buildFrom(item, give, value as All))
      }
      case '$find': {
        const item = this.findItem(value as Find, place)
        return item && buildFrom(item, (value as Find).give, value as Find)
      }
      case '$first': {
        for (const option of (value as { $first: Json[] }).$first) {
          const plain = this.expandPlain(option, { ...place, mayFindNone: true }, lost)
          if (plain !== undefined && (resolve(plain, this.readOutput) ?? null) !== null) return plain
        }
        return undefined
      }
      case '$calc': {
        const of = this.expandPlain((value as { of: Json }).of, place)
        if (of === undefined) return undefined
        const calc = { ...(value as JsonObject), of }
        if (listSources(of).length > 0) return calc
        // Without a source it is a plain number: how many of none.
        const result = resolve(calc, this.readOutput)
        if (result === undefined && !place.mayFindNone)
          throw this.createExpansionError(
            place.field,
            `${(calc as JsonObject).$calc} of an empty list is undefined`,
          )
        return result
      }
      case '$oneOf': {
        const options = (value as { $oneOf: Json[] }).$oneOf.flatMap(
          (one) => this.expandPlain(one, place) ?? [],
        )
        return options.length === 0 ? undefined : { $oneOf: options }
      }
    }
    if (typeof value !== 'object' || value === null) return value
    const parts: [string, Json][] = []
    for (const [name, item] of Object.entries(value)) {
      const isOptional = readBindingKey(item) === '$optional'
      const part = this.expandPlain(item, isOptional ? { ...place, mayFindNone: true } : place, lost)
      if (part !== undefined) parts.push([name, part])
      else if (lost !== undefined && key === undefined) {
        if (!Array.isArray(value)) parts.push([name, lost])
      } else if (!isOptional) return undefined
    }
    return Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts)
  }
}
