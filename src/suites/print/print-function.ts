import { type From, isFrom, listStepsReadBy, readBindingKey } from '../../schema/binding.ts'
import type { Step, Task } from '../../schema/task.ts'
import { sortTopologically } from '../../shared/dag.ts'
import { groupBy } from '../../shared/group.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { plural } from '../../shared/singular.ts'
import { listLiteralLeaves } from '../audit/literal-leaves.ts'
import { listNodes } from '../load/nodes.ts'
import { type CallRun, gatherChosen, listRuns, type PlacedStep, sortByTurn } from './call-runs.ts'
import { describeLoss, type ItemRun } from './expressions.ts'
import { listItemNames } from './item-choice.ts'
import {
  buildBlock,
  buildGroup,
  buildMark,
  buildText,
  type Doc,
  flatten,
  formatProposal,
  MAX_COLUMNS,
  quoteText,
} from './layout.ts'
import { camelCase, type PrintedTools, ResultNames, readSegments } from './names.ts'
import { isAboutTask, type PrintedQuestion } from './printed-question.ts'
import { findInRows, findOnlyItems, type ItemChoice } from './rows.ts'
import { FunctionScope, type LengthOf, Level } from './scope.ts'
import type { ValuePlace } from './value-place.ts'
import { ValuePrinter } from './values.ts'

/** A longer list in front of its call gets a variable. */
const MAX_MAPPED_COLUMNS = 76

/** A shorter text is as easy to read where it stands. */
const MIN_REPEATED_LENGTH = 30

const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/

/** Steps, values that read results, tools, names that are in use, all parts of the values, steps whose results are in one list, and items that get a variable. */
export type NamedBy = [
  steps: readonly Step[],
  values: readonly Json[],
  tools: PrintedTools,
  taken: Set<string>,
  nodes: readonly Json[],
  runs: readonly (readonly Step[])[],
  items: readonly ItemChoice[],
]

/** The step whose result a value is, without a change. */
const findWhole = (value: Json): string | undefined =>
  isFrom(value) && value.at === '' && value.via === undefined ? value.$from : undefined

/** The results of calls that rows need as a whole, and the places that rules compare with. */
const listResults = ({ rows, rules }: NonNullable<PrintedQuestion['choice']>): Json => [
  ...rows.lists.map((places) =>
    places.every(({ $from, at }) => $from !== '' && at === '')
      ? places.map(({ $from }) => ({ $from, at: '' }))
      : [],
  ),
  ...rules.flatMap(({ where }) =>
    where.flatMap(({ test }) => ('place' in test && test.place ? [{ ...test.place }] : [])),
  ),
]

/** A trace with its answer as an async function of the offered tools. */
export class FunctionPrinter {
  protected readonly tools: PrintedTools
  private readonly questions: readonly PrintedQuestion[]
  protected readonly steps: readonly Step[]
  protected readonly answer: Json | undefined
  protected readonly scope: FunctionScope
  protected readonly values: ValuePrinter
  /** Names of tools in the function. */
  private readonly callees: ReadonlyMap<string, string>
  private readonly placed: readonly PlacedStep[]
  /** Calls in a row that go through a list, by the first of them. */
  private readonly runs: ReadonlyMap<string, CallRun>
  /** Items that a question is about, and all items of their lists. */
  private readonly asked: readonly ItemChoice[]
  /** Message of the user that the statements are at. */
  protected turn = 1

  /** @param helpers Gets the names of what the function imports */
  constructor(
    task: Pick<Task, 'expected_final_answer' | 'expected_trace' | 'prompt' | 'turns'>,
    tools: PrintedTools,
    helpers: Set<string> = new Set(),
    questions: readonly PrintedQuestion[] = [],
    lengthOf: LengthOf = () => undefined,
  ) {
    const { expected_trace: trace, expected_final_answer: answer } = task
    // A text is prose where a step is named that it comes from: it is not graded.
    this.answer = typeof answer === 'string' && trace.final_answer_source != null ? undefined : answer
    this.tools = tools
    this.questions = questions
    this.steps = sortTopologically(trace.steps)
    const used = [...new Set(this.steps.map(({ tool_name }) => tool_name))]
    this.callees = new Map(used.map((tool) => [tool, PLAIN_NAME.test(tool) ? tool : camelCase(tool)]))
    const whole = [...this.steps] as unknown as Json
    const taken = new Set(this.callees.values())
    const read = [
      this.answer ?? null,
      ...questions.flatMap(({ value = null, others = [], choice }) => [
        value,
        ...others,
        choice ? listResults(choice) : [],
      ]),
    ]
    const nodes = listNodes([whole, read]).map(({ value }) => value)
    this.asked = this.listAsked()
    const listRead = (step: Step): string[] => this.listRead(step)
    this.placed = gatherChosen(sortByTurn(this.steps, task, listRead), this.asked, listRead)
    const runs = this.listRuns(new Set(listStepsReadBy([whole, read])), nodes)
    this.runs = new Map(runs.map((run) => [run.steps[0]?.step_id ?? '', run]))
    const gathered = runs.filter(({ isUsed }) => isUsed).map(({ steps }) => steps)
    ;({ scope: this.scope, values: this.values } = this.createPrinters(
      [this.steps, read, tools, taken, nodes, gathered, this.listItems(runs)],
      helpers,
      lengthOf,
    ))
  }

  print(): Doc {
    this.declareRepeated()
    const inRuns = new Set([...this.runs.values()].flatMap(({ steps }) => steps.slice(1)))
    for (const { step, said } of this.placed) {
      if (inRuns.has(step)) continue
      if (said > this.turn) {
        this.turn = said
        this.scope.root.statements.push({ doc: `await ${this.scope.use('turn')}(${said})` })
      }
      const run = this.runs.get(step.step_id)
      if (run === undefined) this.placeStep(step)
      else this.placeRun(run)
    }
    const notes = this.listNotes(undefined)
    if (this.answer !== undefined) this.placeAnswer(this.answer)
    else if (notes.length > 0) this.scope.root.statements.push({ notes })
    const names = [...this.callees].map(([tool, name]) =>
      tool === name ? tool : `${quoteText(tool)}: ${name}`,
    )
    const parameters = names.length === 0 ? '' : buildGroup('{ ', names, ' }')
    const flat = flatten(parameters)
    const start = ['async (', flat.length <= MAX_COLUMNS - 20 ? flat : parameters, ') => ']
    const [only, ...others] = this.scope.root.statements
    const lines = this.scope.buildLines()
    if (only === undefined && this.answer === undefined) return this.scope.use('nothing')
    const [returned] = lines
    const isShort =
      others.length === 0 &&
      only !== undefined &&
      !('body' in only) &&
      only.step === null &&
      only.notes?.length === 0
    const code = isShort ? flatten(returned as Doc) : ''
    return isShort && code.length < MAX_COLUMNS / 2 && !code.includes('return {')
      ? [...start, (returned as Doc[])[1] as Doc]
      : [...start, buildBlock(lines)]
  }

  /** Declares texts that are written more than once. */
  private declareRepeated(): void {
    const values = [...this.steps.map((step) => step.arguments as Json), this.answer ?? null]
    const leaves = values
      .flatMap((value) => listLiteralLeaves(value))
      .filter(({ value }) => typeof value === 'string' && value.length >= MIN_REPEATED_LENGTH)
    for (const [first, ...others] of groupBy(leaves, ({ value }) => value).values()) {
      if (first === undefined || others.length === 0) continue
      const keys = [first, ...others].map(({ pointer }) =>
        camelCase(readSegments(pointer).findLast((one) => /\D/.test(one)) ?? 'text'),
      )
      const { results } = this.scope
      const name = results.nameInput(keys.find((key) => results.isFree(key)) ?? (keys[0] as string))
      const declared = this.scope.declareValue([name], buildText(first.value as string, true))
      this.scope.literals.set(first.value as string, declared)
    }
  }

  /** See {@link listRuns}. */
  protected listRuns(used: ReadonlySet<string>, nodes: readonly Json[]): CallRun[] {
    return listRuns({ placed: this.placed, asked: this.asked, questions: this.questions }, used, nodes)
  }

  private placeRun({ steps, isUsed, run }: CallRun): void {
    const [first] = steps as [Step]
    const { root, results } = this.scope
    this.scope.here = root
    const { list, item } = this.values.printRun(run, steps.length)
    const body = new Level(root, item, this.turn)
    const isMapped = isUsed && this.tools.get(first.tool_name)?.effect === 'read'
    this.scope.here = isMapped ? root : body
    const call = this.printCall({ ...first, arguments: run.each as JsonObject }, steps, {
      item,
      choice: run.choice,
    })
    const notes = [...new Set(steps.flatMap((step) => this.listNotes(step)))]
    const mark = (doc: Doc): Doc => steps.reduce((all, { step_id }) => buildMark(step_id, all), doc)
    for (const { step_id } of steps) {
      this.scope.places.set(step_id, root)
      root.present.add(step_id)
    }
    const name = results.findRun(steps.map(({ step_id: $from }) => ({ $from, at: '' })))?.list
    const isEqual = run.list.length === 0 && run.choice === undefined
    const through = this.nameWords(run, list, item, first, isMapped ? flatten(call) : '')
    if (isMapped) {
      const [, ...sent] = call as Doc[]
      const source = isEqual
        ? `Array.from({ length: ${steps.length} }, () => `
        : [through, `.map((${item}) => `]
      const calls = buildGroup('Promise.all(', [[source, ...sent, ')']], ')')
      root.statements.push({ doc: mark([`const ${name} = await `, calls]), notes })
      return
    }
    // Writes go one after another, since their order may count.
    if (isUsed) root.statements.push({ doc: `const ${name} = []` })
    body.statements.push({ doc: mark(isUsed ? [`${name}.push(`, call, ')'] : call), notes })
    const head: Doc = isEqual
      ? `for (let i = 0; i < ${steps.length}; i++)`
      : [`for (const ${item} of `, through, ')']
    const last = root.statements.at(-1)
    // Calls that go through the same items share a loop.
    if (last !== undefined && 'body' in last && !isEqual && flatten(last.head) === flatten(head))
      last.body.statements.push(...body.statements)
    else root.statements.push({ head, body })
  }

  /** The list that a run goes through: a variable if it is long in front of its call, or if its words are read with the results. */
  private nameWords(
    { list: words, isWordRead }: ItemRun,
    list: Doc,
    item: string,
    first: Step,
    call: string,
  ): Doc {
    const isLong = call !== '' && (flatten(list) + call).length > MAX_MAPPED_COLUMNS
    if (!Array.isArray(words) || !(isLong || isWordRead)) return list
    this.scope.here = this.scope.root
    const name = this.scope.declareValue([plural(item)], list)
    this.scope.words.set(first.step_id, { name, words })
    return name
  }

  protected placeStep(step: Step): void {
    const { root, places } = this.scope
    this.scope.here = root
    const doc = this.printCall(step)
    root.statements.push({ doc, notes: this.listNotes(step), step: step.step_id })
    places.set(step.step_id, root)
    root.present.add(step.step_id)
  }

  /** @param steps Steps that are printed as this one */
  protected printCall(
    step: Step,
    steps: readonly Step[] = [step],
    around: Pick<ValuePlace, 'item' | 'choice'> = { item: this.scope.here.item },
  ): Doc {
    const { tool_name, arguments: args } = step
    const ids = steps.map(({ step_id }) => step_id)
    const place: ValuePlace = {
      notes: new Map(ids.flatMap((id) => [...this.readNotes(id)])),
      readExample: (at) =>
        this.questions.find((one) => ids.includes(one.step_id ?? '') && one.pointer === at)?.recorded,
      schema: (this.tools.get(tool_name)?.inputSchema ?? {}) as JsonObject,
      ...around,
    }
    const sent = Object.keys(args).length === 0 ? '' : this.values.print(args, place)
    return ['await ', this.callees.get(tool_name) ?? tool_name, '(', sent, ')']
  }

  protected placeAnswer(answer: Json): void {
    this.scope.here = this.scope.root
    this.returnAnswer(answer)
  }

  /** Returns an answer at the level of the scope. */
  protected returnAnswer(is: Json): void {
    const notes = [...this.listNotes(undefined), ...[describeLoss(is) ?? []].flat()]
    const { statements } = this.scope.here
    const last = statements.at(-1)
    const isLast = last !== undefined && !('body' in last) && last.step === findWhole(is)
    // The result of the last call needs no variable.
    if (isLast && is === this.answer && last.step && !this.scope.isRead(last.step)) {
      const [, ...call] = last.doc as Doc[]
      const doc = buildMark(last.step, call)
      statements.splice(-1, 1, { doc, notes: [...(last.notes ?? []), ...notes], step: null })
    } else statements.push({ doc: this.printAnswer(is), notes, step: null })
  }

  /** Questions about values of a step, or of the answer, by pointer. */
  protected readNotes(stepId: string | undefined): Map<string, string> {
    const asked = this.questions.filter(
      ({ step_id, pointer, text, choice }) => step_id === stepId && pointer && text !== '' && !choice,
    )
    return new Map(asked.map((one) => [one.pointer as string, this.printQuestion(one)]))
  }

  /** Questions about a step or the answer as a whole, and what a function cannot say of the step. */
  protected listNotes(step: Step | undefined): string[] {
    const asked = this.questions
      .filter((one) => one.step_id === step?.step_id && !one.pointer && !one.choice && !isAboutTask(one))
      // What to choose from comes before what is there.
      .sort((one, other) => Number(other.value !== undefined) - Number(one.value !== undefined))
      .map((one) => this.printQuestion(one))
    if (step === undefined) return asked
    asked.unshift(...this.listScattered(step).flatMap((choice) => this.values.printAskedItems(choice)))
    const { order, depends_on, after_turn = 1 } = step
    const read = new Set(this.listRead(step))
    const lost = this.steps.filter(
      ({ step_id }) => order && depends_on.includes(step_id) && !read.has(step_id),
    )
    const tools = lost.map(({ tool_name }) => tool_name).join(' and ')
    return [
      ...asked,
      ...(tools === '' ? [] : [`May come before ${tools}, unless the order matters.`]),
      ...(after_turn <= this.scope.here.turn
        ? []
        : [`May come before message ${after_turn}, as its loop does.`]),
    ]
  }

  /** Items that this step is the first to take, and that no loop goes through. */
  private listScattered(step: Step): ItemChoice[] {
    return this.questions.flatMap(({ step_id, text, choice }) => {
      if (choice === undefined || text === '' || step_id !== step.step_id || choice.indices.length < 2)
        return []
      const isLooped = [...this.runs.values()].some(
        ({ run }) => run.choice && isSameChoice(run.choice, choice),
      )
      return isLooped ? [] : [{ ...choice, text }]
    })
  }

  /** Steps that a step reads. */
  protected listRead(step: Step): string[] {
    return listStepsReadBy(step.arguments)
  }

  private printQuestion({ step_id, text, value, others = [] }: PrintedQuestion): string {
    const start = step_id === undefined ? 'return ' : ''
    const proposed = value === undefined ? [] : [value, ...others]
    const codes = proposed.map((one) => this.values.printProposal(one, start))
    return `TODO: ${text}${formatProposal(codes.join('\n'))}`
  }

  protected printAnswer(is: Json): Doc {
    // What a function returns is graded, as its only option is in the plain form.
    const [only, ...others] = isObject(is) && Array.isArray(is.$oneOf) ? is.$oneOf : []
    if (others.length === 0 && isObject(only) && only.$literal !== undefined) return this.values.print(only)
    const isPlain = isObject(is) && readBindingKey(is) === undefined
    return this.values.print(is, isPlain ? this.placeFields() : {})
  }

  /** Where the fields of an answer are printed. */
  protected placeFields(): ValuePlace {
    return { notes: this.readNotes(undefined) }
  }

  /** @param names What results are named by; see {@link ResultNames} */
  protected createPrinters(
    [steps, read, tools, taken, nodes, gathered, items]: NamedBy,
    helpers: Set<string>,
    lengthOf: LengthOf,
  ): { scope: FunctionScope; values: ValuePrinter } {
    const results = new ResultNames(steps, read, tools, taken, gathered, listItemNames(items))
    const scope = new FunctionScope(steps, results, helpers, lengthOf)
    return { scope, values: new ValuePrinter(scope, nodes, items) }
  }

  /** Items that questions are about, and all items of their lists. */
  private listAsked(): ItemChoice[] {
    const asked = this.questions.flatMap(({ choice, text }): ItemChoice[] =>
      choice ? [{ ...choice, ...(text !== '' && { text }) }] : [],
    )
    const wholes = asked.map(({ rows }): ItemChoice => {
      return { rows, indices: [...(rows.lists[0] ?? []).keys()], rules: [] }
    })
    return [...asked, ...wholes]
  }

  /** Items of lists that get a variable: those that are asked about, and those of which several parts are read. */
  private listItems(runs: readonly CallRun[]): ItemChoice[] {
    const values = [...this.steps.map((step) => step.arguments as Json), this.answer ?? null]
    const isAsked = ({ rows, indices }: ItemChoice): boolean =>
      this.asked.some(
        (one) => one.indices.join() === indices.join() && findInRows(one.rows, rows.lists[0]?.at(-1) as From),
      )
    return [
      ...this.asked,
      ...findOnlyItems(values).filter((one) => !isAsked(one)),
      ...runs.flatMap(({ run }) => (run.choice && !this.asked.includes(run.choice) ? [run.choice] : [])),
    ]
  }
}

const isSameChoice = (
  one: Pick<ItemChoice, 'rows' | 'indices'>,
  other: Pick<ItemChoice, 'rows' | 'indices'>,
): boolean => one.rows === other.rows && one.indices === other.indices
