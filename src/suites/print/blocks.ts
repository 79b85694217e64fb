import { readBindingKey } from '../../schema/binding.ts'
import { isObject, type Json, stringifyStably } from '../../shared/json.ts'
import type { ChoicePrinter } from './choices.ts'
import { buildChain, type Doc } from './layout.ts'
import { type Condition, findOperator, listNamed, type OldStep, readOldKey } from './old-task.ts'
import { type Block, type FunctionScope, Level } from './scope.ts'
import type { ValuePrinter } from './values.ts'

const FREE_KEYS: readonly (string | undefined)[] = '$first $optional $exists $failed $or $literal'.split(' ')

/** Steps without which a value or condition has no meaning; not those that it asks about, or may do without. */
export function listNeeded(value: Json): string[] {
  const key = readOldKey(value) ?? readBindingKey(value) ?? findOperator(value)
  if (typeof value !== 'object' || value === null || FREE_KEYS.includes(key)) return []
  const source = isObject(value) && typeof value.$from === 'string' ? [value.$from] : []
  return [...source, ...Object.values(value).flatMap(listNeeded)]
}

/** Blocks of a level that stand last, from it on inwards; a loop may stand anywhere. */
const listOpenBlocks = ({ statements }: Level): Block[] =>
  statements.filter(
    (one, i): one is Block => 'kind' in one && (i === statements.length - 1 || one.kind === 'for'),
  )

/** Finds and opens the blocks of a function: loops and conditions of the old JSON. */
export class Blocks {
  private readonly scope: FunctionScope
  private readonly values: ValuePrinter
  private readonly choices: ChoicePrinter

  constructor(scope: FunctionScope, values: ValuePrinter) {
    this.scope = scope
    this.values = values
    this.choices = values.choices
  }

  /** The level of a step, whose loop begins at a message of the user. */
  enterStep({ arguments: args, each, when }: OldStep, turn: number): Level {
    const needed = [args, when ?? null, (each ?? null) as Json].flatMap(listNeeded)
    const level = this.findLevel(needed, listNamed(when ?? null, '$failed'))
    const looped = each === undefined ? level : this.enterLoop(level, each, turn)
    return when === undefined ? looped : this.enterIf(looped, when)
  }

  /** The narrowest level at which results are there; a condition on those that are not. */
  findLevel(needed: readonly string[], failed: readonly string[] = []): Level {
    const { places, root } = this.scope
    let level = root
    for (;;) {
      const missing = needed.filter((id) => !level.has(id) && places.has(id))
      const goal = [
        ...missing,
        ...failed.filter((id) => !level.chain.includes(places.get(id)?.chain[1] ?? level)),
      ]
      const inner = listOpenBlocks(level)
        .flatMap(({ kind, body, other }) => (kind === 'try' ? [] : [body, other ?? body]))
        .find((one) => goal.some((id) => places.get(id)?.chain.includes(one)))
      if (inner === undefined) return missing.length === 0 ? level : this.enterPresent(level, missing)
      level = inner
    }
  }

  /** A condition on results that may be absent. */
  private enterPresent(level: Level, ids: readonly string[]): Level {
    this.scope.here = level
    const names = [...new Set(ids)].map((id) => {
      const { name, field } = this.scope.read(id)
      return field === undefined ? name : `${name} !== undefined`
    })
    const body = new Level(level)
    for (const id of ids) body.present.add(id)
    level.statements.push({ kind: 'if', head: buildChain('&&', names), body, key: names.join() })
    return body
  }

  /** The statements under a condition: those of the block before it, or of its `else`, if that has the same condition. */
  enterIf(level: Level, condition: Condition): Level {
    const key = stringifyStably(condition)
    const otherKey = stringifyStably(condition.$not ?? { $not: condition })
    const last = level.statements.at(-1)
    if (last !== undefined && 'kind' in last) {
      if (last.key === key) return last.body
      if (last.otherKey === otherKey || last.otherKey === key) {
        last.other ??= new Level(level)
        return last.other
      }
    }
    this.scope.here = level
    const head = this.choices.printCondition(condition, { item: level.item })
    const body = new Level(level)
    level.statements.push({ kind: 'if', head, body, key, otherKey })
    return body
  }

  /** Where a call stands that a tool may refuse. */
  enterTry(level: Level, stepId: string): Level {
    this.scope.use('Refused')
    const body = new Level(level)
    level.statements.push({ kind: 'try', head: '', body, otherKey: stringifyStably({ $failed: stepId }) })
    return body
  }

  private enterLoop(level: Level, { list, where }: NonNullable<OldStep['each']>, turn: number): Level {
    const inner =
      typeof list === 'string' ? (this.scope.places.get(list) ?? level) : this.openLoop(level, list, turn)
    return where === undefined ? inner : this.enterIf(inner, where)
  }

  private openLoop(level: Level, list: Json, turn: number): Level {
    this.scope.here = level
    const item = this.scope.results.findFree(this.values.nameItem(list, level.item))
    const body = new Level(level, item, turn)
    const head: Doc = [`for (const ${item} of `, this.values.print(list), ')']
    level.statements.push({ kind: 'for', head, body })
    return body
  }
}
