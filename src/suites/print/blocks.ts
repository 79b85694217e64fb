import { readBindingKey } from '../../schema/binding.ts'
import { isObject, type Json, stringifyStably } from '../../shared/json.ts'
import { buildChain, type Doc } from './layout.ts'
import { type Condition, findOperator, listNamed, type OldStep, readOldKey } from './old-task.ts'
import { type FunctionScope, Level } from './scope.ts'
import type { ValuePrinter } from './values.ts'

const FREE_KEYS: readonly (string | undefined)[] = '$first $optional $exists $failed $or $literal'.split(' ')

/** Steps without which a value or condition has no meaning; not those that it asks about, or may do without. */
export function listNeeded(value: Json): string[] {
  const key = readOldKey(value) ?? readBindingKey(value) ?? findOperator(value)
  if (typeof value !== 'object' || value === null || FREE_KEYS.includes(key)) return []
  const source = isObject(value) && typeof value.$from === 'string' ? [value.$from] : []
  return [...source, ...Object.values(value).flatMap(listNeeded)]
}

/** What has to hold for a statement, and the level at which it holds. */
export interface Guarded {
  level: Level
  guard?: Doc
}

/** Finds where statements of the old JSON stand: in loops, and under conditions. */
export class Blocks {
  private readonly scope: FunctionScope
  private readonly values: ValuePrinter
  /** Conditions of steps. */
  private readonly conditions = new Map<string, string>()

  constructor(scope: FunctionScope, values: ValuePrinter) {
    this.scope = scope
    this.values = values
  }

  /** Where a step stands, and what has to hold there; its loop begins at a message of the user. */
  place({ step_id, arguments: args, each, when }: OldStep, turn: number): Guarded & { around: Level } {
    const { places, root } = this.scope
    const { list = null, where } = each ?? {}
    const conditions = [where, when].filter((one) => one !== undefined)
    const condition = conditions.length > 1 ? { $and: conditions } : conditions[0]
    const needed = [args, condition ?? null, list].flatMap(listNeeded)
    const read = [...needed, ...listNamed(condition ?? null, '$failed')]
    const innermost = read
      .map((id) => places.get(id) ?? root)
      .reduce((a, b) => (b.chain.length > a.chain.length ? b : a), root)
    const isOfStep = typeof list === 'string'
    const around = isOfStep
      ? (places.get(list) ?? root)
      : each
        ? this.openLoop(innermost, list, turn)
        : innermost
    if (condition !== undefined) this.conditions.set(step_id, stringifyStably(condition))
    return { around, ...this.guard(around, isOfStep ? [list, ...needed] : needed, condition) }
  }

  /** The condition on a statement: the results that it needs are there, and what it asks for holds. */
  guard(level: Level, needed: readonly string[], condition?: Condition): Guarded {
    const missing = [...new Set(needed)].filter((id) => !level.has(id) && this.scope.places.has(id))
    this.scope.here = level
    const docs: Doc[] = missing.map((id) => {
      const { name, field } = this.scope.read(id)
      return field === undefined ? name : `${name} !== undefined`
    })
    const inner =
      missing.length > 0 || condition !== undefined ? new Level(level, { isGuarded: true }) : level
    for (const id of missing) inner.present.add(id)
    const key = stringifyStably(condition ?? null)
    if (condition !== undefined && missing.every((id) => this.conditions.get(id) !== key)) {
      if (missing.length > 0) this.scope.here = inner
      const doc = this.values.choices.printCondition(condition, { item: level.item })
      docs.push(findOperator(condition) === '$or' && missing.length > 0 ? ['(', doc, ')'] : doc)
    }
    return docs.length === 0 ? { level } : { level: inner, guard: buildChain('&&', docs) }
  }

  private openLoop(level: Level, list: Json, turn: number): Level {
    this.scope.here = level
    const item = this.scope.results.findFree(this.values.nameItem(list, level.item))
    const body = new Level(level, { item, turn })
    const head: Doc = [`for (const ${item} of `, this.values.print(list), ')']
    level.statements.push({ head, body })
    return body
  }
}
