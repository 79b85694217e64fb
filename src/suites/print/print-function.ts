import { listStepsReadBy, readBindingKey } from '../../schema/binding.ts'
import { type Branch, type Condition, findOperator, isBranches } from '../../schema/condition.ts'
import type { ReportCode } from '../../schema/report.ts'
import type { Step, Task } from '../../schema/task.ts'
import { sortTopologically } from '../../shared/dag.ts'
import { isObject, type Json, type JsonObject, stringifyStably } from '../../shared/json.ts'
import { plural, singular } from '../../shared/singular.ts'
import { isStated } from '../../tasks/reference/plain-task.ts'
import { listLiteralLeaves } from '../audit/literal-leaves.ts'
import { listNodes } from '../load/nodes.ts'
import { buildChain, type Doc, flatten, quoteText } from './layout.ts'
import {
  camelCase,
  joinWords,
  nameResults,
  type PrintedTools,
  RESERVED,
  type ResultName,
  readNoun,
} from './names.ts'
import { type Block, joinConditions, Level, type LevelReader, type Line, printLevel } from './statements.ts'
import { describeLoss, isUniformPick, type ValuePlace, ValuePrinter, type ValueScope } from './values.ts'

/** A question about a value of a step; without a step, of the answer. */
export interface PrintedQuestion {
  step_id?: string
  /** JSON Pointer into the arguments or the answer; without it, the question is about the whole. */
  pointer?: string
  text: string
  /** What to write, printed below the text. */
  value?: Json
}

/** Whether a question is about no part of the function. */
export const isAboutTask = ({ step_id, pointer, value }: PrintedQuestion): boolean =>
  step_id === undefined && pointer === undefined && value === undefined

const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/

/** Steps without which a value or condition has no meaning; not those that it asks about, or may do without. */
function listNeeded(value: Json): string[] {
  const key = readBindingKey(value) ?? findOperator(value)
  const isFree =
    key === '$first' || key === '$optional' || key === '$exists' || key === '$failed' || key === '$or'
  if (typeof value !== 'object' || value === null || isFree || key === '$literal') return []
  const own = isObject(value) && typeof value.$from === 'string' ? [value.$from] : []
  return [...own, ...Object.values(value).flatMap(listNeeded)]
}

/** A trace with its answer as an async function of the offered tools. */
export class FunctionPrinter implements LevelReader, ValueScope {
  private readonly steps: readonly Step[]
  private readonly names: ReadonlyMap<string, ResultName>
  private readonly values = new ValuePrinter(this)
  private readonly root = new Level()
  /** Where a step stands. */
  private readonly places = new Map<string, Level>()
  /** Levels that have to declare the variable of a step, and the list of a repeated one, since they are read there. */
  private readonly hoisted = new Map<string, Level>()
  private readonly listed = new Map<string, Level>()
  private readonly used = new Set<string>()
  private readonly lists = new Map<string, string>()
  private readonly failable: ReadonlySet<string>
  private readonly callees: ReadonlyMap<string, string>
  private readonly foundCounts = new Map<string, number>()
  private readonly taken: Set<string>
  /** What makes a step, or returns the answer, in the order of its lines. */
  private readonly printed: { step_id: string | null; code: string }[] = []
  private here = this.root
  /** Message of the user that the statements are at. */
  private turn = 1
  /** Whether a comment is printed: it declares nothing. */
  private isAsking = false

  private readonly task: Pick<Task, 'prompt' | 'turns'>
  private readonly answer: Json | undefined
  private readonly tools: PrintedTools
  private readonly helpers: Set<string>
  private readonly questions: readonly PrintedQuestion[]

  /** @param helpers Gets the names of what the function imports */
  constructor(
    task: Pick<Task, 'expected_final_answer' | 'expected_trace' | 'prompt' | 'turns'>,
    tools: PrintedTools,
    helpers: Set<string>,
    questions: readonly PrintedQuestion[],
  ) {
    const { expected_trace: trace, expected_final_answer: answer } = task
    this.task = task
    // A text is prose where a step is named that it comes from: it is not graded.
    this.answer = typeof answer === 'string' && trace.final_answer_source != null ? undefined : answer
    this.tools = tools
    this.helpers = helpers
    this.questions = questions
    this.steps = sortTopologically(trace.steps)
    const used = [...new Set(this.steps.map(({ tool_name }) => tool_name))]
    this.callees = new Map(used.map((tool) => [tool, PLAIN_NAME.test(tool) ? tool : camelCase(tool)]))
    this.taken = new Set(this.callees.values())
    const items = listNodes([...this.steps, this.answer ?? null] as unknown as Json).flatMap(nameItems)
    this.names = nameResults(this.steps, this.answer ?? null, tools, new Set([...this.taken, ...items]))
    for (const { name } of this.names.values()) this.taken.add(name)
    const whole = [...this.steps, this.answer ?? null] as unknown as Json
    const nodes = listNodes(whole)
      .map(({ value }) => value)
      .filter(isObject)
    this.failable = new Set(nodes.flatMap(({ $failed }) => (typeof $failed === 'string' ? [$failed] : [])))
    for (const node of nodes)
      if (node.$find !== undefined || node.$all !== undefined) {
        const key = writeFoundKey(node)
        this.foundCounts.set(key, (this.foundCounts.get(key) ?? 0) + 1)
      }
  }

  use(helper: string): string {
    this.helpers.add(helper)
    return helper
  }

  read(stepId: string): ResultName & { mayMiss: boolean } {
    const name = this.names.get(stepId) ?? { name: stepId }
    this.used.add(stepId)
    const declared = this.places.get(stepId)
    if (declared !== undefined && !this.here.chain.includes(declared)) this.hoist(stepId, this.hoisted)
    return { ...name, mayMiss: !this.here.has(stepId) }
  }

  readList(stepId: string): string {
    this.hoist(stepId, this.listed)
    return this.nameList(stepId)
  }

  /** Declares a variable where both the step and its reader see it. */
  private hoist(stepId: string, into: Map<string, Level>): void {
    const readers = [this.here, into.get(stepId) ?? this.here]
    const shared = this.places
      .get(stepId)
      ?.chain.find((level) => readers.every(({ chain }) => chain.includes(level)))
    into.set(stepId, shared ?? this.root)
  }

  private nameList(stepId: string): string {
    const name = this.names.get(stepId)?.name ?? stepId
    const known = this.lists.get(stepId)
    if (known !== undefined) return known
    const list = this.reserve(plural(name) === name ? `${name}List` : plural(name))
    this.lists.set(stepId, list)
    return list
  }

  readFound(find: JsonObject, place: ValuePlace): string | undefined {
    const key = writeFoundKey(find)
    const isHard = find.least !== undefined || find.greatest !== undefined || find.$pick !== undefined
    const isOfItem = place.item !== undefined && place.item !== this.here.item
    if (this.isAsking || isOfItem || (find.$pick !== undefined && !isUniformPick(find))) return undefined
    if (!isHard && (this.foundCounts.get(key) ?? 0) < 2) return undefined
    const known = this.here.chain.map(({ found }) => found.get(key)).find((name) => name !== undefined)
    if (known !== undefined) return known
    const name = this.declareValue(this.nameFound(find), this.values.printFound(find, place))
    this.here.found.set(key, name)
    return name
  }

  private nameFound({ $find, $all, $pick, of }: JsonObject): string {
    if (Array.isArray(of)) {
      const tool = this.steps.find(({ step_id }) => step_id === (of[0] as JsonObject).$from)?.tool_name ?? ''
      const noun = joinWords(readNoun(tool, this.tools).words)
      return this.taken.has(noun) ? ($pick === 'max' ? 'largest' : 'smallest') : noun
    }
    const item = this.values.nameItem(($find ?? $all) as Json, this.here.item)
    return $all === undefined ? item : camelCase(`matching ${plural(item)}`)
  }

  declareValue(name: string, value: Doc): string {
    const free = this.reserve(name)
    this.here.statements.push({ doc: [`const ${free} = `, value] })
    return free
  }

  private reserve(base: string): string {
    const free = RESERVED.has(base) ? `${base}Value` : base
    let name = free
    for (let i = 2; this.taken.has(name); i++) name = `${free}${i}`
    this.taken.add(name)
    return name
  }

  print(): string {
    for (const { step, said } of this.sortByTurn()) {
      if (said > this.turn) {
        this.turn = said
        this.root.statements.push({ doc: `await ${this.use('turn')}(${said})` })
      }
      this.placeStep(step)
    }
    if (this.answer !== undefined) this.placeAnswer(this.answer)
    else if (this.listNotes(undefined).length > 0)
      this.root.statements.push({ doc: '', notes: this.listNotes(undefined) })
    const names = [...this.callees].map(([tool, name]) =>
      tool === name ? tool : `${quoteText(tool)}: ${name}`,
    )
    const parameters = names.length === 0 ? '' : `{ ${names.join(', ')} }`
    const body = printLevel(this.root, '  ', this)
    const isShort = this.root.statements.length === 1 && /^ {2}return [^\n]*\n$/.test(body)
    if (isShort && !body.includes('return {'))
      return `async (${parameters}) => ${body.trim().slice('return '.length)}`
    return body === '' && this.answer === undefined
      ? this.use('nothing')
      : `async (${parameters}) => {\n${body}}`
  }

  notePrinted({ step, isAnswer }: Line, code: string): void {
    if (isAnswer === true) this.printed.push({ step_id: null, code: code.trim().replace(/^return /, '') })
    else if (step !== undefined) this.printed.push({ step_id: step, code: code.trim() })
  }

  /** The function, and where its steps and its answer are. */
  printWithLines(): ReportCode {
    const text = this.print()
    let at = 0
    const statements = this.printed.map(({ step_id, code }) => {
      at = text.indexOf(code, at)
      const from = text.slice(0, at).split('\n').length
      at += code.length
      return { step_id, from, to: text.slice(0, at).split('\n').length }
    })
    return { text, statements }
  }

  /** Steps with the message of the user that they answer: the one that states a value of theirs, or of what they wait for. */
  private sortByTurn(): { step: Step; said: number }[] {
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

  declareBefore(statement: Block | Line, level: Level): string[] {
    if (!('body' in statement)) return []
    const inside = this.steps.filter(({ step_id }) =>
      this.places.get(step_id)?.chain.some((one) => one === statement.body || one === statement.other),
    )
    return inside.flatMap(({ step_id }) => [
      ...(this.hoisted.get(step_id) === level ? [`let ${this.names.get(step_id)?.name}`] : []),
      ...(this.listed.get(step_id) === level ? [`const ${this.nameList(step_id)} = []`] : []),
    ])
  }

  declare({ step, doc }: Line): Doc[] {
    if (step === undefined || !(this.used.has(step) || this.listed.has(step))) return [doc]
    const { name, field } = this.names.get(step) as ResultName
    if (!this.used.has(step)) return [[`${this.nameList(step)}.push(`, doc, ')']]
    const variable = field === undefined ? name : `{ ${field} }`
    const assigned: Doc = [this.hoisted.has(step) ? `${name} = ` : `const ${variable} = `, doc]
    return this.listed.has(step) ? [assigned, `${this.nameList(step)}.push(${name})`] : [assigned]
  }

  private placeStep(step: Step): void {
    const { step_id, each, when } = step
    const needed = [
      ...listNeeded(step.arguments),
      ...listNeeded(when ?? null),
      ...listNeeded((each as Json | undefined) ?? null),
    ]
    const failed = listNodes((when ?? null) as Json).flatMap(({ value }) =>
      isObject(value) && typeof value.$failed === 'string' ? [value.$failed] : [],
    )
    let level = this.findLevel(needed, failed)
    if (each !== undefined) level = this.enterLoop(level, each)
    if (when !== undefined) level = this.enterIf(level, when)
    this.here = level
    if (this.failable.has(step_id)) this.placeAttempt(step, level)
    else {
      this.places.set(step_id, level)
      level.statements.push({ doc: this.printCall(step), notes: this.listNotes(step_id), step: step_id })
      level.present.add(step_id)
    }
  }

  /** A call that may be refused, with its variable declared before. */
  private placeAttempt(step: Step, level: Level): void {
    this.use('Refused')
    const call = this.printCall(step)
    const body = new Level(level)
    const key = `tried ${step.step_id}`
    this.places.set(step.step_id, body)
    body.statements.push({ doc: call, notes: this.listNotes(step.step_id), step: step.step_id })
    level.statements.push({ kind: 'try', head: '', body, key, otherKey: `failed ${step.step_id}` })
  }

  private printCall(step: Step): Doc {
    const { step_id, tool_name, arguments: args } = step
    const notes = this.readNotes(step_id)
    const schema = this.tools.get(tool_name)?.inputSchema as JsonObject | undefined
    const item = this.here.item
    const place: ValuePlace = {
      notes,
      ...(schema === undefined ? {} : { schema }),
      ...(item === undefined ? {} : { item }),
    }
    const sent = Object.keys(args).length === 0 ? '' : this.values.print(args, place)
    return ['await ', this.callees.get(tool_name) ?? tool_name, '(', sent, ')']
  }

  /** The narrowest level at which results are there; a condition on those that are not. */
  private findLevel(needed: readonly string[], failed: readonly string[] = [], from = this.root): Level {
    let level = from
    const isMissing = (id: string): boolean => !level.has(id) && this.places.has(id)
    const isBelow = (block: Block, id: string): Level | undefined =>
      block.kind === 'try'
        ? undefined
        : [block.body, block.other].find(
            (one) => one !== undefined && this.places.get(id)?.chain.includes(one),
          )
    for (;;) {
      const missing = needed.filter(isMissing)
      const goal = [
        ...missing,
        ...failed.filter((id) => !level.chain.includes(this.places.get(id)?.above ?? level)),
      ]
      const inner = level.open
        .flatMap((block) => goal.map((id) => isBelow(block, id)))
        .find((one) => one !== undefined)
      if (inner === undefined) {
        if (missing.length === 0) return level
        this.here = level
        const names = [...new Set(missing)].map((id) => this.read(id).name)
        const body = new Level(level)
        for (const id of missing) body.present.add(id)
        level.statements.push({
          kind: 'if',
          head: joinConditions(names),
          body,
          key: names.join(),
          otherKey: '',
        })
        return body
      }
      level = inner
    }
  }

  private enterIf(level: Level, condition: Condition): Level {
    const key = stringifyStably(condition)
    this.here = level
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
    const item = level.item
    const head = this.values.printCondition(condition, item === undefined ? {} : { item })
    const body = new Level(level)
    level.statements.push({ kind: 'if', head, body, key, otherKey: inverse })
    return body
  }

  private enterLoop(level: Level, { list, where }: NonNullable<Step['each']>): Level {
    const inner =
      typeof list === 'string' ? (this.places.get(list) ?? level) : this.openLoop(level, list as Json)
    return where === undefined ? inner : this.enterIf(inner, where)
  }

  private openLoop(level: Level, list: Json): Level {
    this.here = level
    const item = this.reserve(this.values.nameItem(list, level.item))
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
      const isObjectOfParts = isObject(is) && readBindingKey(is) === undefined
      const needed = isObjectOfParts ? [] : listNeeded(is)
      const isThere = needed.every((id) => this.root.has(id) || !this.places.has(id))
      let level = this.root
      if (when !== undefined && !(isLast && isThere))
        level = this.enterIf(this.findLevel(listNeeded(when)), when)
      this.here = level
      level.statements.push({
        doc: ['return ', this.printAnswer(is)],
        notes: [...this.listNotes(undefined), ...[describeLoss(is) ?? []].flat()],
        isAnswer: true,
      })
    }
  }

  /** Questions about values of a step, or of the answer, by pointer. */
  private readNotes(stepId: string | undefined): Map<string, string> {
    const asked = this.questions.filter(({ step_id, pointer }) => step_id === stepId && pointer)
    return new Map(asked.map((one) => [one.pointer as string, this.printQuestion(one)]))
  }

  /** Questions about a step or the answer as a whole. */
  private listNotes(stepId: string | undefined): string[] {
    const asked = this.questions.filter((one) => one.step_id === stepId && !one.pointer && !isAboutTask(one))
    const step = this.steps.find(({ step_id }) => step_id === stepId)
    return [
      ...asked.map((one) => this.printQuestion(one)),
      ...(step === undefined ? [] : this.describeLostOrder(step)),
      ...(step === undefined ? [] : this.describeLostTurn(step)),
    ]
  }

  /** A message that a step waits for within a loop that began before it. */
  private describeLostTurn({ after_turn = 1 }: Step): string[] {
    return after_turn <= this.here.turn
      ? []
      : [`As JSON, this waits for message ${after_turn}; here it may come before, as its loop does.`]
  }

  /** What a step waits for although nothing flows from there, which a function cannot say. */
  private describeLostOrder({ order, depends_on, when, arguments: args }: Step): string[] {
    const read = new Set(listStepsReadBy([args, when ?? null]))
    const lost = order === true ? depends_on.filter((id) => !read.has(id)) : []
    const tools = lost.map((id) => this.steps.find(({ step_id }) => step_id === id)?.tool_name)
    return lost.length === 0
      ? []
      : [`As JSON, this comes after ${tools.join(' and ')}; here, only if the order matters.`]
  }

  private printQuestion({ text, value }: PrintedQuestion): string {
    this.isAsking = true
    const code = value === undefined ? '' : `\nProposed: ${flatten(this.values.print(value))}`
    this.isAsking = false
    return `TODO: ${text}${code}`
  }

  private printAnswer(is: Json): Doc {
    // What a function returns is graded, as its only option is in the plain form.
    const [only, ...others] = isObject(is) && Array.isArray(is.$oneOf) ? is.$oneOf : []
    if (others.length === 0 && isObject(only) && only.$literal !== undefined) return this.values.print(only)
    if (!isObject(is) || readBindingKey(is) !== undefined) return this.values.print(is)
    const notes = this.readNotes(undefined)
    // What comes from a step that is absent may be left out, or null.
    const mark = (value: Json, doc: Doc): Doc =>
      listNeeded(value).every((id) => this.here.has(id))
        ? doc
        : buildChain('??', [doc, `${this.use('optional')}(null)`])
    return this.values.print(is, { notes, mark })
  }
}

/** What items are called that a loop or a choice names. */
const nameItems = ({ value }: { value: Json }): string[] => {
  const list = isObject(value) ? (value.$find ?? value.list) : undefined
  const key = isObject(list) && typeof list.at === 'string' ? camelCase(list.at.split('/').at(-1) ?? '') : ''
  return singular(key) === key ? [] : [singular(key)]
}

const writeFoundKey = ({ $find, $all, where, least, greatest, $pick, of }: JsonObject): string =>
  stringifyStably([$find, $all, where, least, greatest, $pick, of].map((part) => part ?? null))
