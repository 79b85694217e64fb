import { listStepsReadBy, readBindingKey } from '../../../schema/binding.ts'
import { isObject, type Json, stringifyStably } from '../../../shared/json.ts'
import { singular } from '../../../shared/singular.ts'
import { listNodes } from '../../load/nodes.ts'
import type { CallRun } from '../call-runs.ts'
import { listItemNames } from '../item-choice.ts'
import { buildChain, type Doc } from '../layout.ts'
import { camelCase, ResultNames } from '../names.ts'
import { FunctionPrinter, type NamedBy } from '../print-function.ts'
import { type LengthOf, Level } from '../scope.ts'
import type { ValuePlace } from '../value-place.ts'
import {
  type Branch,
  type Condition,
  findOperator,
  isBranches,
  listNamed,
  type OldStep,
  readOldKey,
} from './old-task.ts'
import { listOpenBlocks, type OldBlock, OldScope } from './scope.ts'
import { OldValuePrinter } from './values.ts'

const FREE_KEYS: readonly (string | undefined)[] = '$first $optional $exists $failed $or $literal'.split(' ')

/** Steps without which a value or condition has no meaning; not those that it asks about, or may do without. */
function listNeeded(value: Json): string[] {
  const key = readOldKey(value) ?? readBindingKey(value) ?? findOperator(value)
  if (typeof value !== 'object' || value === null || FREE_KEYS.includes(key)) return []
  const source = isObject(value) && typeof value.$from === 'string' ? [value.$from] : []
  return [...source, ...Object.values(value).flatMap(listNeeded)]
}

/** What the items of a list are called that a loop or a choice names. */
function nameItems(list: Json): string[] {
  const key = isObject(list) && typeof list.at === 'string' ? camelCase(list.at.split('/').at(-1) ?? '') : ''
  return singular(key) === key ? [] : [singular(key)]
}

const readFields = ({ arguments: args, when, each }: OldStep): Json[] => [
  args,
  when ?? null,
  (each ?? null) as Json,
]

/** Names results: that of a repeated step goes by its noun, since it is not a single field. */
class OldResultNames extends ResultNames {
  protected override readOnlyField(step: OldStep): string | undefined {
    return step.each === undefined ? super.readOnlyField(step) : undefined
  }
}

/** A trace of the old JSON, with its conditions, as an async function of the offered tools. */
export class OldFunctionPrinter extends FunctionPrinter {
  declare protected readonly scope: OldScope
  declare protected readonly values: OldValuePrinter
  /** Steps that a condition asks about, whether their tool refused them. */
  private readonly failable = new Set(
    listNamed([...this.steps.flatMap(readFields), this.answer ?? null], '$failed'),
  )

  protected override createPrinters(
    [steps, read, tools, taken, nodes, gathered, items]: NamedBy,
    helpers: Set<string>,
    lengthOf: LengthOf,
  ): { scope: OldScope; values: OldValuePrinter } {
    // A result that is gone through, or asked about, is read as a whole.
    const whole = listNamed([...nodes], '$each', '$failed').map(($from): Json => ({ $from, at: '' }))
    const named = this.decides() ? [] : items
    const avoided = new Set([
      ...nodes.flatMap((node) => (isObject(node) ? nameItems(node.$find ?? node.list ?? null) : [])),
      ...listItemNames(named),
    ])
    const results = new OldResultNames(steps, [...read, ...whole], tools, taken, gathered, avoided)
    const scope = new OldScope(steps, results, helpers, lengthOf)
    return { scope, values: new OldValuePrinter(scope, nodes, named) }
  }

  /** Only where no condition decides on calls. */
  protected override listRuns(used: ReadonlySet<string>, nodes: readonly Json[]): CallRun[] {
    return this.decides() ? [] : super.listRuns(used, nodes)
  }

  private decides(): boolean {
    return (this.steps as OldStep[]).some(
      ({ when, each, arguments: args }) =>
        when !== undefined ||
        each !== undefined ||
        listNodes(args).some(({ value }) => readOldKey(value) !== undefined),
    )
  }

  protected override listRead(step: OldStep): string[] {
    const fields = readFields(step)
    return [...fields.flatMap(listStepsReadBy), ...listNamed(fields, '$each', '$failed')]
  }

  private pushBlock(level: Level, block: OldBlock): void {
    level.statements.push(block)
  }

  protected override placeStep(step: OldStep): void {
    const { step_id, each, when = null } = step
    const needed = [step.arguments, when, (each ?? null) as Json].flatMap((value) =>
      listNeeded(value as Json),
    )
    let level = this.findLevel(needed, listNamed(when, '$failed'))
    if (each !== undefined) level = this.enterLoop(level, each)
    if (when !== null) level = this.enterIf(level, when)
    this.scope.here = level
    const doc = this.printCall(step)
    const line = { doc, notes: this.listNotes(step), step: step_id }
    const isFailable = this.failable.has(step_id)
    const body = isFailable ? new Level(level) : level
    this.scope.places.set(step_id, body)
    body.statements.push(line)
    if (!isFailable) level.present.add(step_id)
    else {
      this.scope.use('Refused')
      this.pushBlock(level, {
        kind: 'try',
        head: '',
        body,
        key: `tried ${step_id}`,
        otherKey: `failed ${step_id}`,
      })
    }
  }

  /** The narrowest level at which results are there; a condition on those that are not. */
  private findLevel(needed: readonly string[], failed: readonly string[] = []): Level {
    let level = this.scope.root
    for (;;) {
      const missing = needed.filter((id) => !level.has(id) && this.scope.places.has(id))
      const goal = [
        ...missing,
        ...failed.filter((id) => !level.chain.includes(this.scope.places.get(id)?.chain[1] ?? level)),
      ]
      const inner = listOpenBlocks(level)
        .flatMap(({ kind, body, other }) => (kind === 'try' ? [] : [body, other ?? body]))
        .find((one) => goal.some((id) => this.scope.places.get(id)?.chain.includes(one)))
      if (inner !== undefined) level = inner
      else if (missing.length === 0) return level
      else {
        this.scope.here = level
        const names = [...new Set(missing)].map((id) => {
          const { name, field } = this.scope.read(id)
          return field === undefined ? name : `${name} !== undefined`
        })
        const body = new Level(level)
        for (const id of missing) body.present.add(id)
        this.pushBlock(level, {
          kind: 'if',
          head: buildChain('&&', names),
          body,
          key: names.join(),
          otherKey: '',
        })
        return body
      }
    }
  }

  private enterIf(level: Level, condition: Condition): Level {
    const key = stringifyStably(condition)
    this.scope.here = level
    const inverse = stringifyStably(condition.$not ?? { $not: condition })
    const last = level.statements.at(-1) as OldBlock | undefined
    if (last !== undefined && 'kind' in last) {
      if (last.key === key && last.kind === 'if') return last.body
      const failed = typeof condition.$failed === 'string' ? `failed ${condition.$failed}` : inverse
      if ((last.kind === 'if' && last.key === inverse) || (last.kind === 'try' && last.otherKey === failed)) {
        last.other ??= new Level(level)
        return last.other
      }
    }
    const head = this.values.printCondition(condition, { item: level.item })
    const body = new Level(level)
    this.pushBlock(level, { kind: 'if', head, body, key, otherKey: inverse })
    return body
  }

  private enterLoop(level: Level, { list, where }: NonNullable<OldStep['each']>): Level {
    const inner =
      typeof list === 'string' ? (this.scope.places.get(list) ?? level) : this.openLoop(level, list as Json)
    return where === undefined ? inner : this.enterIf(inner, where)
  }

  private openLoop(level: Level, list: Json): Level {
    this.scope.here = level
    const item = this.scope.results.findFree(this.values.nameItem(list, level.item))
    const body = new Level(level, item, this.turn)
    const head: Doc = [`for (const ${item} of `, this.values.print(list), ')']
    this.pushBlock(level, { kind: 'for', head, body, key: '', otherKey: '' })
    return body
  }

  protected override placeAnswer(answer: Json): void {
    const branches: readonly (Branch | { is: Json; when?: undefined })[] = isBranches(answer)
      ? answer
      : [{ is: answer }]
    for (const [i, { when, is }] of branches.entries()) {
      const isLast = i === branches.length - 1
      const isPlain = isObject(is) && readBindingKey(is) === undefined && readOldKey(is) === undefined
      const isThere = (isPlain ? [] : listNeeded(is)).every(
        (id) => this.scope.root.has(id) || !this.scope.places.has(id),
      )
      const isOpen = when === undefined || (isLast && isThere)
      this.scope.here = isOpen ? this.scope.root : this.enterIf(this.findLevel(listNeeded(when)), when)
      this.returnAnswer(is)
    }
  }

  /** What comes from a step that is absent may be left out, or null. */
  protected override placeFields(): ValuePlace {
    const mark = (value: Json, doc: Doc): Doc =>
      listNeeded(value).every((id) => this.scope.here.has(id))
        ? doc
        : buildChain('??', [doc, `${this.scope.use('optional')}(null)`])
    return { ...super.placeFields(), mark }
  }
}
