import { type BindingKey, holdsKey, listStepsReadBy, readBindingKey } from '../../schema/binding.ts'
import { type Branch, type Condition, findOperator, isBranches } from '../../schema/condition.ts'
import type { Step, Task } from '../../schema/task.ts'
import { sortTopologically } from '../../shared/dag.ts'
import { groupBy } from '../../shared/group.ts'
import { isObject, type Json, type JsonObject, stringifyStably } from '../../shared/json.ts'
import { singular } from '../../shared/singular.ts'
import { isStated } from '../../tasks/reference/plain-task.ts'
import { listLiteralLeaves } from '../audit/literal-leaves.ts'
import { listNodes } from '../load/nodes.ts'
import { describeLoss, findCallRun, type ItemRun } from './expressions.ts'
import {
  buildBlock,
  buildChain,
  buildGroup,
  buildMark,
  buildText,
  type Doc,
  flatten,
  MAX_COLUMNS,
  quoteText,
} from './layout.ts'
import { camelCase, type PrintedTools, ResultNames, readSegments } from './names.ts'
import { FunctionScope, type LengthOf, Level } from './scope.ts'
import { type ValuePlace, ValuePrinter } from './values.ts'

/** A question about a value of a step; without a step, of the answer. */
export interface PrintedQuestion {
  step_id?: string
  /** JSON Pointer into the arguments or the answer; without it, the question is about the whole. */
  pointer?: string
  text: string
  /** What to write, printed below the text. */
  value?: Json
  /** Example of a value that may be any. */
  recorded?: Json
  kind?: string
}

/** Whether a question is about no part of the function. */
export const isAboutTask = ({ step_id, pointer, value }: PrintedQuestion): boolean =>
  step_id === undefined && pointer === undefined && value === undefined

/** A shorter text is as easy to read where it stands. */
const MIN_REPEATED_LENGTH = 30

const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/

interface PlacedStep {
  step: Step
  /** Message of the user that it answers. */
  said: number
}

interface CallRun {
  steps: readonly Step[]
  isUsed: boolean
  run: ItemRun
}

const CHOICES: ReadonlySet<BindingKey> = new Set(['$find', '$all', '$pick', '$first'])

const FREE_KEYS: readonly (string | undefined)[] = '$first $optional $exists $failed $or $literal'.split(' ')

/** Steps without which a value or condition has no meaning; not those that it asks about, or may do without. */
function listNeeded(value: Json): string[] {
  const key = readBindingKey(value) ?? findOperator(value)
  if (typeof value !== 'object' || value === null || FREE_KEYS.includes(key)) return []
  const source = isObject(value) && typeof value.$from === 'string' ? [value.$from] : []
  return [...source, ...Object.values(value).flatMap(listNeeded)]
}

const listFailed = (value: Json): string[] =>
  listNodes(value).flatMap(({ value: node }) =>
    isObject(node) && typeof node.$failed === 'string' ? [node.$failed] : [],
  )

/** A trace with its answer as an async function of the offered tools. */
export class FunctionPrinter {
  private readonly task: Pick<Task, 'prompt' | 'turns'>
  private readonly tools: PrintedTools
  private readonly questions: readonly PrintedQuestion[]
  private readonly steps: readonly Step[]
  private readonly answer: Json | undefined
  private readonly scope: FunctionScope
  private readonly values: ValuePrinter
  /** Names of tools in the function. */
  private readonly callees: ReadonlyMap<string, string>
  private readonly failable: ReadonlySet<string>
  private readonly placed: readonly PlacedStep[]
  /** Calls in a row that go through a list, by the first of them. */
  private readonly runs: ReadonlyMap<string, CallRun>
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
    this.task = task
    // A text is prose where a step is named that it comes from: it is not graded.
    this.answer = typeof answer === 'string' && trace.final_answer_source != null ? undefined : answer
    this.tools = tools
    this.questions = questions
    this.steps = sortTopologically(trace.steps)
    const used = [...new Set(this.steps.map(({ tool_name }) => tool_name))]
    this.callees = new Map(used.map((tool) => [tool, PLAIN_NAME.test(tool) ? tool : camelCase(tool)]))
    const whole = [...this.steps] as unknown as Json
    const taken = new Set(this.callees.values())
    const read = [this.answer ?? null, ...questions.map(({ value = null }) => value)]
    const nodes = listNodes([whole, read]).map(({ value }) => value)
    const items = new Set(nodes.flatMap(nameItems))
    this.placed = this.sortByTurn()
    const runs = this.listRuns(new Set(listStepsReadBy([whole, read])))
    this.runs = new Map(runs.map((run) => [run.steps[0]?.step_id ?? '', run]))
    const gathered = runs.filter(({ isUsed }) => isUsed).map(({ steps }) => steps)
    const results = new ResultNames(this.steps, read, tools, taken, items, gathered)
    this.scope = new FunctionScope(this.steps, results, helpers, lengthOf)
    this.values = new ValuePrinter(this.scope, nodes)
    this.failable = new Set(listFailed([whole, this.answer ?? null]))
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
      notes.length === 0
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
      const key = camelCase(readSegments(first.pointer).findLast((one) => /\D/.test(one)) ?? 'text')
      const name = this.scope.results.nameInput(key)
      const declared = this.scope.declareValue([name], buildText(first.value as string, true))
      this.scope.literals.set(first.value as string, declared)
    }
  }

  /** Steps with the message of the user that they answer: the one that states a value of theirs, or of what they wait for. */
  private sortByTurn(): PlacedStep[] {
    const messages = [
      this.task.prompt,
      ...(this.task.turns ?? []).map((turn) => (typeof turn === 'string' ? turn : (turn.say ?? ''))),
    ]
    const said = new Map<string, number>()
    for (const step of this.steps) {
      const stated = listLiteralLeaves(step.arguments).map(
        ({ value }) => messages.findIndex((message) => isStated(message, value)) + 1,
      )
      const before = [...step.depends_on, ...listStepsReadBy(step as unknown as Json)].map(
        (id) => said.get(id) ?? 1,
      )
      said.set(step.step_id, Math.max(step.after_turn ?? 1, ...stated, ...before))
    }
    return this.steps
      .map((step) => ({ step, said: said.get(step.step_id) as number }))
      .sort((one, other) => one.said - other.said)
  }

  /** Calls of one tool in a row whose arguments differ in the item of a list; only where no condition decides on calls. */
  private listRuns(used: ReadonlySet<string>): CallRun[] {
    if (this.steps.some(({ when = null, each }) => when !== null || each !== undefined)) return []
    const rows: PlacedStep[][] = []
    for (const one of this.placed) {
      const [last] = rows.at(-1) ?? []
      if (last?.step.tool_name === one.step.tool_name && last.said === one.said) rows.at(-1)?.push(one)
      else rows.push([one])
    }
    return rows.flatMap((row): CallRun[] => {
      const steps = row.map(({ step }) => step)
      const ids = steps.map(({ step_id }) => step_id)
      const isUsed = ids.some((id) => used.has(id))
      const isOpen =
        steps.some(({ order }) => order) ||
        this.questions.some(({ step_id, pointer }) => pointer && ids.includes(step_id ?? '')) ||
        steps.some(({ arguments: args }) => holdsKey(args, CHOICES))
      const args = steps.map((step) => step.arguments as JsonObject)
      const run = isOpen ? undefined : findCallRun(args, isUsed)
      return run === undefined ? [] : [{ steps, isUsed, run }]
    })
  }

  private placeRun({ steps, isUsed, run }: CallRun): void {
    const [first] = steps as [Step]
    const { root, results } = this.scope
    this.scope.here = root
    const { list, item } = this.values.printRun(run, steps.length)
    const body = new Level(root, item, this.turn)
    this.scope.here = body
    const call = this.printCall({ ...first, arguments: run.each as JsonObject })
    const notes = [...new Set(steps.flatMap((step) => this.listNotes(step, isUsed)))]
    const mark = (doc: Doc): Doc => steps.reduce((all, { step_id }) => buildMark(step_id, all), doc)
    for (const { step_id } of steps) {
      this.scope.places.set(step_id, root)
      root.present.add(step_id)
    }
    const name = results.findRun(steps.map(({ step_id: $from }) => ({ $from, at: '' })))?.list
    const isEqual = run.list.length === 0
    if (isUsed && this.tools.get(first.tool_name)?.effect === 'read') {
      const [, ...sent] = call as Doc[]
      const source = isEqual ? `Array.from({ length: ${steps.length} }, () => ` : [list, `.map((${item}) => `]
      const calls = buildGroup('Promise.all(', [[source, ...sent, ')']], ')')
      root.statements.push({ doc: mark([`const ${name} = await `, calls]), notes })
      return
    }
    // Writes go one after another, since their order may count.
    if (isUsed) root.statements.push({ doc: `const ${name} = []` })
    body.statements.push({ doc: mark(isUsed ? [`${name}.push(`, call, ')'] : call), notes })
    const head: Doc = isEqual
      ? `for (let i = 0; i < ${steps.length}; i++)`
      : [`for (const ${item} of `, list, ')']
    root.statements.push({ kind: 'for', head, body, key: '', otherKey: '' })
  }

  private placeStep(step: Step): void {
    const { step_id, each, when = null } = step
    const needed = [step.arguments, when, (each ?? null) as Json].flatMap((value) =>
      listNeeded(value as Json),
    )
    let level = this.findLevel(needed, listFailed(when as Json))
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
      level.statements.push({
        kind: 'try',
        head: '',
        body,
        key: `tried ${step_id}`,
        otherKey: `failed ${step_id}`,
      })
    }
  }

  private printCall({ step_id, tool_name, arguments: args }: Step): Doc {
    const place: ValuePlace = {
      notes: this.readNotes(step_id),
      readExample: (at) =>
        this.questions.find((one) => one.step_id === step_id && one.pointer === at)?.recorded,
      item: this.scope.here.item,
      schema: (this.tools.get(tool_name)?.inputSchema ?? {}) as JsonObject,
    }
    const sent = Object.keys(args).length === 0 ? '' : this.values.print(args, place)
    return ['await ', this.callees.get(tool_name) ?? tool_name, '(', sent, ')']
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
      const inner = level.open
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
        level.statements.push({
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
    const last = level.statements.at(-1)
    if (last !== undefined && 'body' in last) {
      if (last.key === key && last.kind === 'if') return last.body
      const failed = typeof condition.$failed === 'string' ? `failed ${condition.$failed}` : inverse
      if ((last.kind === 'if' && last.key === inverse) || (last.kind === 'try' && last.otherKey === failed)) {
        last.other ??= new Level(level)
        return last.other
      }
    }
    const head = this.values.printCondition(condition, { item: level.item })
    const body = new Level(level)
    level.statements.push({ kind: 'if', head, body, key, otherKey: inverse })
    return body
  }

  private enterLoop(level: Level, { list, where }: NonNullable<Step['each']>): Level {
    const inner =
      typeof list === 'string' ? (this.scope.places.get(list) ?? level) : this.openLoop(level, list as Json)
    return where === undefined ? inner : this.enterIf(inner, where)
  }

  private openLoop(level: Level, list: Json): Level {
    this.scope.here = level
    const item = this.scope.results.findFree(this.values.nameItem(list, level.item))
    const body = new Level(level, item, this.turn)
    const head: Doc = [`for (const ${item} of `, this.values.print(list), ')']
    level.statements.push({ kind: 'for', head, body, key: '', otherKey: '' })
    return body
  }

  private placeAnswer(answer: Json): void {
    const branches: readonly (Branch | { is: Json; when?: undefined })[] = isBranches(answer)
      ? answer
      : [{ is: answer }]
    for (const [i, { when, is }] of branches.entries()) {
      const isLast = i === branches.length - 1
      const needed = isObject(is) && readBindingKey(is) === undefined ? [] : listNeeded(is)
      const isThere = needed.every((id) => this.scope.root.has(id) || !this.scope.places.has(id))
      const isOpen = when === undefined || (isLast && isThere)
      this.scope.here = isOpen ? this.scope.root : this.enterIf(this.findLevel(listNeeded(when)), when)
      const level = this.scope.here
      const doc = this.printAnswer(is)
      const notes = [...this.listNotes(undefined), ...[describeLoss(is) ?? []].flat()]
      level.statements.push({ doc, notes, step: null })
    }
  }

  /** Questions about values of a step, or of the answer, by pointer. */
  private readNotes(stepId: string | undefined): Map<string, string> {
    const asked = this.questions.filter(({ step_id, pointer }) => step_id === stepId && pointer)
    return new Map(asked.map((one) => [one.pointer as string, this.printQuestion(one)]))
  }

  /** Questions about a step or the answer as a whole, and what a function cannot say of the step. */
  private listNotes(step: Step | undefined, isUsed = false): string[] {
    const asked = this.questions
      .filter((one) => one.step_id === step?.step_id && !one.pointer && !isAboutTask(one))
      .filter(({ kind }) => !isUsed || kind !== 'idle-read')
      .map((one) => this.printQuestion(one))
    if (step === undefined) return asked
    const { order, depends_on, when, arguments: args, after_turn = 1 } = step
    const read = new Set(listStepsReadBy([args, when ?? null]))
    const lost = this.steps.filter(
      ({ step_id }) => order && depends_on.includes(step_id) && !read.has(step_id),
    )
    const tools = lost.map(({ tool_name }) => tool_name).join(' and ')
    return [
      ...asked,
      ...(tools === '' ? [] : [`As JSON, this comes after ${tools}; here, only if the order matters.`]),
      ...(after_turn <= this.scope.here.turn
        ? []
        : [`As JSON, this waits for message ${after_turn}; here it may come before, as its loop does.`]),
    ]
  }

  private printQuestion({ step_id, text, value }: PrintedQuestion): string {
    const start = step_id === undefined ? 'return ' : ''
    const proposal = value === undefined ? '' : this.values.printProposal(value, start)
    return `TODO: ${text}${proposal === '' ? '' : `\nProposed:${/^.{1,80}$/.test(proposal) ? ' ' : '\n'}${proposal}`}`
  }

  private printAnswer(is: Json): Doc {
    // What a function returns is graded, as its only option is in the plain form.
    const [only, ...others] = isObject(is) && Array.isArray(is.$oneOf) ? is.$oneOf : []
    if (others.length === 0 && isObject(only) && only.$literal !== undefined) return this.values.print(only)
    if (!isObject(is) || readBindingKey(is) !== undefined) return this.values.print(is)
    // What comes from a step that is absent may be left out, or null.
    const mark = (value: Json, doc: Doc): Doc =>
      listNeeded(value).every((id) => this.scope.here.has(id))
        ? doc
        : buildChain('??', [doc, `${this.scope.use('optional')}(null)`])
    return this.values.print(is, { notes: this.readNotes(undefined), mark })
  }
}

/** What items are called that a loop or a choice names. */
const nameItems = (value: Json): string[] => {
  const list = isObject(value) ? (value.$find ?? value.list) : undefined
  const key = isObject(list) && typeof list.at === 'string' ? camelCase(list.at.split('/').at(-1) ?? '') : ''
  return singular(key) === key ? [] : [singular(key)]
}
