import { listStepsReadBy, readBindingKey } from '../../schema/binding.ts'
import type { Step, Task } from '../../schema/task.ts'
import { sortTopologically } from '../../shared/dag.ts'
import { groupBy } from '../../shared/group.ts'
import { isObject, type Json, type JsonObject, readObject } from '../../shared/json.ts'
import { singular } from '../../shared/singular.ts'
import { listLiteralLeaves } from '../audit/literal-leaves.ts'
import { listNodes } from '../load/nodes.ts'
import { Blocks, type Guarded, listNeeded } from './blocks.ts'
import { describeLoss } from './expressions.ts'
import { listItemNames } from './item-choice.ts'
import {
  buildBlock,
  buildChain,
  buildGroup,
  buildText,
  type Doc,
  flatten,
  formatProposal,
  MAX_COLUMNS,
  quoteText,
  readSegments,
} from './layout.ts'
import { LoopPrinter } from './loops.ts'
import { FIRST, ResultNames } from './names.ts'
import { type Branch, type Condition, isBranches, listNamed, type OldStep, readOldKey } from './old-task.ts'
import { isAboutTask, type PrintedQuestion } from './printed-question.ts'
import { findOnlyItems, type ItemChoice, readFields as readStepFields } from './rows.ts'
import { type CallRun, gatherChosen, listRuns, type PlacedStep, sortByTurn } from './runs.ts'
import { FunctionScope, type LengthOf } from './scope.ts'
import type { ValuePlace } from './value-place.ts'
import { ValuePrinter } from './values.ts'
import { camelCase, type PrintedTools } from './words.ts'

/** A shorter text is as easy to read where it stands. */
const MIN_REPEATED_LENGTH = 30

const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/

/** The fields of a step that hold values. */
const readFields = ({ arguments: args, when, each }: OldStep): Json[] => [
  args,
  when ?? null,
  (each ?? null) as Json,
]

/** Whether a value is an object, and not a binding: a function returns its fields. */
const isPlainObject = (value: Json): boolean =>
  isObject(value) && (readBindingKey(value) ?? readOldKey(value)) === undefined

/** What the items of a list are called that a loop or a choice of the old JSON names. */
function nameOldItems(node: Json): string[] {
  const { at } = readObject(isObject(node) ? (node.$find ?? node.list) : undefined)
  const key = typeof at === 'string' ? camelCase(at.split('/').at(-1) ?? '') : ''
  return singular(key) === key ? [] : [singular(key)]
}

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
  private readonly tools: PrintedTools
  private readonly questions: readonly PrintedQuestion[]
  private readonly steps: readonly OldStep[]
  private readonly answer: Json | undefined
  private readonly scope: FunctionScope
  private readonly values: ValuePrinter
  private readonly blocks: Blocks
  private readonly loops: LoopPrinter
  /** Names of tools in the function. */
  private readonly callees: ReadonlyMap<string, string>
  private readonly placed: readonly PlacedStep[]
  /** Calls in a row that go through a list, by the first of them. */
  private readonly runs: ReadonlyMap<string, CallRun>
  /** Items that a question is about, and all items of their lists. */
  private readonly asked: readonly ItemChoice[]
  /** Message of the user that the statements are at. */
  private turn = 1

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
      ...questions.flatMap(({ value = null, others = [], choice, condition = null }) => [
        value,
        condition,
        ...others,
        choice ? listResults(choice) : [],
      ]),
    ]
    const nodes = listNodes([whole, read]).map(({ value }) => value)
    this.asked = this.listAsked()
    const listRead = (step: Step): string[] => this.listRead(step)
    this.placed = gatherChosen(sortByTurn(this.steps, task, listRead), this.asked, listRead)
    const given = { placed: this.placed, asked: this.asked, questions }
    const isList = ({ step_id, tool_name }: Step): boolean =>
      lengthOf({ $from: step_id, at: '' }) !== undefined ||
      tools.get(tool_name)?.outputSchema?.type === 'array'
    const runs = this.decides() ? [] : listRuns(given, this.steps, read, nodes)
    this.runs = new Map(runs.map((run) => [run.calls[0]?.steps[0]?.step_id ?? '', run]))
    const calls = runs.flatMap((run) => run.calls)
    const gathered = calls.filter(({ isUsed, isInner }) => isUsed || isInner).map(({ steps }) => steps)
    const items = this.decides() ? [] : this.listItems(isList)
    // A result that is gone through, asked about or compared is read as a whole.
    const compared = nodes.flatMap((node) =>
      isObject(node) && node.$pick ? listStepsReadBy(node.of ?? []) : [],
    )
    const gone = [...listNamed([...nodes], '$each', '$failed'), ...compared].map(
      ($from): Json => ({ $from, at: '' }),
    )
    const avoided = new Set([...nodes.flatMap(nameOldItems), ...listItemNames(items)])
    const results = new ResultNames(this.steps, [...read, ...gone], tools, taken, gathered, avoided, isList)
    this.scope = new FunctionScope(this.steps, results, helpers, lengthOf)
    // What a proposal chooses gets no variable: only one proposal of several is taken.
    const written = listNodes([whole, this.answer ?? null]).map(({ value }) => value)
    this.values = new ValuePrinter(this.scope, written, items)
    this.blocks = new Blocks(this.scope, this.values)
    this.loops = new LoopPrinter(this.scope, this.values, {
      isRead: (tool) => tools.get(tool)?.effect === 'read',
      printCall: (step, steps, around) => this.printCall(step, steps, around),
      listNotes: (step) => this.listNotes(step),
    })
  }

  /** Whether something decides on calls, or chooses what they take. */
  private decides(): boolean {
    return this.steps.some(
      ({ when, each, arguments: args }) =>
        (when ?? each) !== undefined || listNodes(args).some(({ value }) => readOldKey(value) !== undefined),
    )
  }

  print(): Doc {
    this.declareRepeated()
    const inRuns = new Set(
      [...this.runs.values()].flatMap(({ calls }) => calls.flatMap(({ steps }) => steps)),
    )
    for (const { step, said } of this.placed) {
      const run = this.runs.get(step.step_id)
      if (run === undefined && inRuns.has(step)) continue
      if (said > this.turn) {
        this.turn = said
        this.scope.root.statements.push({ doc: `await ${this.scope.use('turn')}(${said})` })
      }
      this.placeConditions(step)
      if (run === undefined) this.placeStep(step)
      else this.loops.place(run, this.turn)
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
    const isEmpty = this.scope.root.statements.length === 0 && this.answer === undefined
    return isEmpty ? this.scope.use('nothing') : [...start, buildBlock(this.scope.buildLines())]
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

  /** Returns where what held in the run does not hold. */
  private placeConditions({ step_id }: Step): void {
    const { root } = this.scope
    for (const { condition, text, ...one } of this.questions) {
      if (condition === undefined || one.step_id !== step_id) continue
      this.scope.here = root
      const doc = this.values.choices.printCondition(condition as Condition, {}, true)
      root.statements.push({ doc: ['if (', doc, ') return'], notes: [`TODO: ${text}`] })
    }
  }

  private placeStep(step: OldStep): void {
    const { step_id } = step
    const { around, level, guard } = this.blocks.place(step, this.turn)
    this.scope.here = level
    const values = [...this.steps.flatMap(readFields), this.answer ?? null]
    const isTried = listNamed(values, '$failed').includes(step_id)
    if (isTried) this.scope.use('Refused')
    around.statements.push({
      doc: this.printCall(step),
      notes: this.listNotes(step),
      step: step_id,
      guard,
      isTried,
    })
    if (guard === undefined && !isTried) around.present.add(step_id)
    this.scope.places.set(step_id, around)
  }

  /** @param steps Steps that are printed as this one */
  private printCall(
    step: Step,
    steps: readonly Step[] = [step],
    around: Pick<ValuePlace, 'item' | 'choice' | 'inner'> = { item: this.scope.here.item },
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

  private placeAnswer(answer: Json): void {
    const branches: readonly (Branch | { is: Json; when?: undefined })[] = isBranches(answer)
      ? answer
      : [{ is: answer }]
    for (const [i, { when, is }] of branches.entries()) {
      const { root, places } = this.scope
      const isThere = (isPlainObject(is) ? [] : listNeeded(is)).every((id) => root.has(id) || !places.has(id))
      const isOpen = when === undefined || (i === branches.length - 1 && isThere)
      const needed = [when ?? null, isPlainObject(is) ? null : is].flatMap(listNeeded)
      const { level, guard }: Guarded = isOpen ? { level: root } : this.blocks.guard(root, needed, when)
      this.scope.here = level
      const notes = [...this.listNotes(undefined), ...[describeLoss(is) ?? []].flat()]
      root.statements.push({ doc: this.printAnswer(is), notes, step: null, guard })
    }
  }

  /** Questions about values of a step, or of the answer, by pointer. */
  private readNotes(stepId: string | undefined): Map<string, string> {
    const asked = this.questions.filter(
      ({ step_id, pointer, text, choice }) => step_id === stepId && pointer && text !== '' && !choice,
    )
    return new Map(asked.map((one) => [one.pointer as string, this.printQuestion(one)]))
  }

  /** Questions about a step or the answer as a whole, and what a function cannot say of the step. */
  private listNotes(step: Step | undefined): string[] {
    const asked = this.questions
      .filter(
        (one) =>
          one.step_id === step?.step_id && !one.pointer && !one.choice && !one.condition && !isAboutTask(one),
      )
      // What to choose from comes before what is there.
      .sort((one, other) => Number(other.value !== undefined) - Number(one.value !== undefined))
      .map((one) => this.printQuestion(one))
    if (step === undefined) return asked
    asked.unshift(...this.askScattered(step))
    const { order, depends_on, after_turn = 1 } = step
    const read = new Set(this.listRead(step))
    const lost = this.steps.filter(
      ({ step_id }) => order && depends_on.includes(step_id) && !read.has(step_id),
    )
    const tools = lost.map(({ tool_name }) => tool_name).join(' and ')
    return [
      ...asked,
      ...(tools === '' ? [] : [`May come before ${tools} if that changes nothing.`]),
      ...(after_turn <= this.scope.here.turn
        ? []
        : [`May come before message ${after_turn}, as its loop does.`]),
    ]
  }

  /** Questions about items that this step is the first to take, and that no loop goes through. */
  private askScattered({ step_id }: Step): string[] {
    const looped = [...this.runs.values()].map(({ run }) => run.choice?.indices)
    return this.questions.flatMap(({ text, choice, ...one }) => {
      if (choice === undefined || text === '' || one.step_id !== step_id) return []
      const isScattered = choice.indices.length > 1 && !choice.isInForce && !looped.includes(choice.indices)
      return isScattered ? this.values.printAskedItems({ ...choice, text }) : []
    })
  }

  /** Steps that a step reads. */
  private listRead(step: OldStep): string[] {
    const fields = readFields(step)
    return [...fields.flatMap(listStepsReadBy), ...listNamed(fields, '$each', '$failed')]
  }

  private printQuestion({ step_id, text, value, others = [] }: PrintedQuestion): string {
    const start = step_id === undefined ? 'return ' : ''
    const proposed = value === undefined ? [] : [value, ...others]
    const codes = proposed.map((one) => this.values.printProposal(one, start))
    return `TODO: ${text}${formatProposal(codes.join('\n'))}`
  }

  private printAnswer(is: Json): Doc {
    // What a function returns is graded, as its only option is in the plain form.
    const [only, ...others] = isObject(is) && Array.isArray(is.$oneOf) ? is.$oneOf : []
    if (others.length === 0 && isObject(only) && only.$literal !== undefined) return this.values.print(only)
    if (!isPlainObject(is)) return this.values.print(is)
    // What comes from a step that is absent may be left out, or null.
    const mark = (value: Json, doc: Doc): Doc =>
      listNeeded(value).every((id) => this.scope.here.has(id))
        ? doc
        : buildChain('??', [doc, `${this.scope.use('optional')}(null)`])
    return this.values.print(is, { notes: this.readNotes(undefined), mark })
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
  private listItems(isList: (step: Step) => boolean): ItemChoice[] {
    const values = [...this.steps.map((step) => step.arguments as Json), this.answer ?? null]
    const fields = readStepFields([...values, ...this.asked.map(listResults)])
    const tools = this.steps.map(({ tool_name }) => tool_name)
    // The first of a list that is nothing but a result is taken out of it at once.
    const isTakenOut = ({ rows: { lists }, indices }: ItemChoice): boolean => {
      const [{ $from, at } = { $from: '', at: '' }] = lists[0] ?? []
      const step = this.steps.find(({ step_id }) => step_id === $from)
      const isAlone = tools.filter((tool) => tool === step?.tool_name).length === 1
      const isOfList = step !== undefined && isList(step)
      return at === `/${FIRST}` && isOfList && indices[0] === 0 && isAlone && fields.get($from)?.size === 1
    }
    return [...this.asked, ...findOnlyItems(values).filter((one) => !isTakenOut(one))]
  }
}
