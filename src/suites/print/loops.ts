import type { Step } from '../../schema/task.ts'
import { plural } from '../../shared/singular.ts'
import { buildGroup, buildMark, type Doc, flatten } from './layout.ts'
import type { CallRun, ItemRun, RunCalls } from './runs.ts'
import { type FunctionScope, Level, type Line } from './scope.ts'
import type { ValuePlace } from './value-place.ts'
import type { ValuePrinter } from './values.ts'

/** A longer list in front of its call gets a variable. */
const MAX_MAPPED_COLUMNS = 76

/** The item of a loop, and what belongs to it. */
type Around = Pick<ValuePlace, 'item' | 'choice' | 'inner'>

/** What prints the parts of a loop. */
interface CallPrinter {
  isRead(tool: string): boolean
  printCall(step: Step, steps: readonly Step[], around: Around): Doc
  listNotes(step: Step): string[]
}

/** Prints calls that go through a list: reads as a map, others as a loop. */
export class LoopPrinter {
  private readonly scope: FunctionScope
  private readonly values: ValuePrinter
  private readonly functions: CallPrinter

  constructor(scope: FunctionScope, values: ValuePrinter, functions: CallPrinter) {
    this.scope = scope
    this.values = values
    this.functions = functions
  }

  place({ calls, run }: CallRun, turn: number): void {
    const { root, results } = this.scope
    const [{ steps, isUsed }] = calls as [RunCalls]
    this.scope.here = root
    const { list, item } = this.values.printRun(run, steps.length)
    const around = { item, choice: run.choice }
    const isRead = this.functions.isRead((steps[0] as Step).tool_name)
    if (calls.length === 1 && isUsed && isRead) {
      this.placeMapped(calls[0] as RunCalls, run, { list, around })
      return
    }
    // Writes go one after another, since their order may count.
    const body = new Level(root, { item, turn })
    this.scope.here = body
    const lists: Line[] = []
    const inner: string[] = []
    for (const one of calls) {
      const { call, notes, mark } = this.printEach(one, { ...around, inner })
      const { list: name = '', item: result = '' } =
        results.findRun(one.steps.map(({ step_id }) => step_id)) ?? {}
      const variable = one.isInner ? results.findFree(result) : ''
      inner.push(variable)
      if (one.isUsed) lists.push({ doc: `const ${name} = []` })
      const pushed: Doc = [`${name}.push(`, one.isInner ? variable : call, ')']
      body.statements.push({
        doc: mark(one.isInner ? [`const ${variable} = `, call] : one.isUsed ? pushed : call),
        notes,
      })
      if (one.isInner && one.isUsed) body.statements.push({ doc: pushed })
    }
    const head: Doc = [`for (const ${item} of `, list, ')']
    const last = root.statements.at(-1)
    // Calls that go through the same items share a loop.
    const isShared = last !== undefined && 'body' in last && flatten(last.head) === flatten(head)
    root.statements.splice(isShared ? -1 : root.statements.length, 0, ...lists)
    if (isShared) last.body.statements.push(...body.statements)
    else root.statements.push({ head, body })
  }

  /** Calls that read for each item, all at once. */
  private placeMapped(
    calls: RunCalls,
    { list: items }: ItemRun,
    { list, around }: { list: Doc; around: Around },
  ): void {
    const { root, results } = this.scope
    const { item = 'item' } = around
    const { call, notes, mark } = this.printEach(calls, around)
    const name = results.findRun(calls.steps.map(({ step_id }) => step_id))?.list
    const isLong = (flatten(list) + flatten(call)).length > MAX_MAPPED_COLUMNS
    const through = isLong && Array.isArray(items) ? this.scope.declareValue([plural(item)], list) : list
    const [, ...sent] = call as Doc[]
    const source = [through, `.map((${item}) => `]
    const all = buildGroup('Promise.all(', [[source, ...sent, ')']], ')')
    root.statements.push({ doc: mark([`const ${name} = await `, all]), notes })
  }

  /** The call for each item, with the questions about all of them. */
  private printEach({ steps, each }: RunCalls, around: Around) {
    const call = this.functions.printCall({ ...(steps[0] as Step), arguments: each }, steps, around)
    const notes = [...new Set(steps.flatMap((step) => this.functions.listNotes(step)))]
    const mark = (doc: Doc): Doc => steps.reduce((all, { step_id }) => buildMark(step_id, all), doc)
    for (const { step_id } of steps) {
      this.scope.places.set(step_id, this.scope.root)
      this.scope.root.present.add(step_id)
    }
    return { call, notes, mark }
  }
}
