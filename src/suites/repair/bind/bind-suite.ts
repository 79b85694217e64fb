import { append } from '@hyperjump/json-pointer'
import { bindingKey, sourcesOf } from '../../../schema/binding.ts'
import type { Step, Task } from '../../../schema/task.ts'
import type { LeafSchema } from '../../../scoring/equality.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { schemaAt } from '../../../scoring/lineage.ts'
import { type ReferenceRun, referenceRun } from '../../../scoring/reference-run.ts'
import { messageOf } from '../../../shared/errors.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import type { Registry } from '../../../tools/registry.ts'
import { ANSWER } from '../../audit/bound-values.ts'
import { isStated } from '../../audit/stated.ts'
import { unsolvedReason } from '../unsolved-reason.ts'
import { type Reason, reasonFor } from './reasons.ts'
import { sourcesBefore, type ValueSource } from './sources.ts'
import { traceValue } from './trace-value.ts'

/** A frozen value that neither the prompt nor an earlier result explains. */
export interface Untraced {
  task_id: string
  step_id: string
  /** JSON Pointer into the arguments; empty where the whole step is meant. */
  pointer: string
  value: Json
  reason: Reason | string
}

/** A task with bindings in place of frozen values. */
export interface BoundTask {
  task: Task
  /** Bindings that were written. */
  bound: number
  untraced: Untraced[]
}

type Bound = Pick<BoundTask, 'task' | 'bound'>

const MIN_LETTERS = 4

const AMBIGUOUS =
  'both the prompt and a step that it depends on give the value: bind it, or remove the dependency'
const UNTRACED_ANSWER = 'an answer with values that no result returned'

/** One step at work: its arguments are walked through once, and what was found is noted. */
class StepBinding {
  bound = 0
  readonly untraced: Untraced[] = []
  private readonly short = new Set<string>()
  private readonly task: Task
  private readonly step: Step
  private readonly schema: LeafSchema | undefined
  private readonly sources: readonly ValueSource[]
  private readonly plain: boolean

  constructor(
    task: Task,
    step: Step,
    schema: LeafSchema | undefined,
    sources: readonly ValueSource[],
    plain: boolean,
  ) {
    this.task = task
    this.step = step
    this.schema = schema
    this.sources = sources
    this.plain = plain
  }

  private isStated(value: Json, pointer: string): boolean {
    return leavesOf(value).every((leaf) =>
      isStated(this.task.prompt, leaf.value, schemaAt(this.schema, pointer + leaf.pointer)),
    )
  }

  private find(value: Json, pointer: string, sources: readonly ValueSource[]): JsonObject | undefined {
    return traceValue(value, {
      pointer,
      schema: schemaAt(this.schema, pointer),
      sources,
      prompt: this.task.prompt,
      plain: this.plain,
      passedOn: leavesOf(this.step.arguments).map((leaf) => leaf.value),
    })
  }

  private trace(value: Json, pointer: string): JsonObject | undefined {
    const found = this.find(value, pointer, this.sources)
    if (found === undefined) return undefined
    if (typeof value === 'string' && value.length < MIN_LETTERS) {
      // A code such as "en" that was found once proves nothing where it stands a second time.
      if (this.short.has(value)) return undefined
      this.short.add(value)
    }
    this.bound++
    return found
  }

  /** The arguments with every value that the prompt does not state bound to where it came from. */
  walk(value: Json, pointer = ''): Json {
    if (bindingKey(value) !== undefined || (pointer !== '' && this.isStated(value, pointer))) return value
    const isContainer =
      (Array.isArray(value) && value.length > 0) || (isObject(value) && Object.keys(value).length > 0)
    if (pointer !== '') {
      const binding = this.trace(value, pointer)
      if (binding !== undefined) return binding
    }
    if (isContainer && Array.isArray(value)) {
      return value.map((item, i) => this.walk(item, append(String(i), pointer)))
    }
    if (isContainer && isObject(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, this.walk(item, append(name, pointer))]),
      )
    }
    if (pointer === '') return value
    const { task_id, prompt } = this.task
    const reason = reasonFor(value, schemaAt(this.schema, pointer), prompt)
    this.untraced.push({ task_id, step_id: this.step.step_id, pointer, value, reason })
    return value
  }

  /** Names what the prompt states and a dependency gives as well, where nothing else flows over that dependency. */
  nameAmbiguous(args: JsonObject, dependency: string): void {
    const sources = this.sources.filter(({ step, isEcho }) => step === dependency && !isEcho)
    for (const [name, value] of Object.entries(args)) {
      const pointer = append(name, '')
      if (bindingKey(value) !== undefined || sourcesOf(value).length > 0) continue
      if (this.find(value, pointer, sources) === undefined) continue
      const { task_id } = this.task
      this.untraced.push({ task_id, step_id: this.step.step_id, pointer, value, reason: AMBIGUOUS })
    }
  }
}

function bindStep(
  task: Task,
  step: Step,
  registry: Registry,
  sources: readonly ValueSource[],
  plain: boolean,
) {
  const schema = registry.get(step.tool_name)?.inputSchema as LeafSchema | undefined
  const work = new StepBinding(task, step, schema, sources, plain)
  const args = work.walk(step.arguments) as JsonObject
  const usedIn = (value: Json): Set<string> => new Set(sourcesOf(value).map(({ $from }) => $from))
  for (const id of plain ? [] : step.depends_on)
    if (!usedIn(args).has(id) && step.order !== true) work.nameAmbiguous(args, id)
  const depends_on = [...new Set([...step.depends_on, ...usedIn(args)])]
  return { step: { ...step, arguments: args, depends_on }, bound: work.bound, untraced: work.untraced }
}

/** The expected answer with every leaf that a result gives bound to it; undefined where one is left over. */
function boundAnswer(task: Task, registry: Registry, run: ReferenceRun): Json | undefined {
  const written = task.expected_final_answer
  if (written === undefined || sourcesOf(written).length > 0) return undefined
  const parsed = typeof written === 'string' ? jsonIn(written) : written
  const answer: Step = {
    step_id: '',
    tool_name: '',
    arguments: {},
    depends_on: task.expected_trace.steps.map(({ step_id }) => step_id),
  }
  const after = { ...task, expected_trace: { steps: [...task.expected_trace.steps, answer] } }
  const sources = sourcesBefore(answer, after, registry, run)
  const context = { schema: undefined, sources, prompt: task.prompt, plain: true, passedOn: [] }
  const walk = (value: Json, pointer: string): Json | undefined => {
    const found = traceValue(value, { ...context, pointer })
    if (found !== undefined) return found
    if (!isObject(value) || Object.keys(value).length === 0) return undefined
    const fields = Object.entries(value).map(
      ([name, item]) => [name, walk(item, append(name, pointer))] as const,
    )
    return fields.every(([, item]) => item !== undefined)
      ? (Object.fromEntries(fields) as JsonObject)
      : undefined
  }
  return walk(parsed, '')
}

function jsonIn(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

/**
 * Executes the expected trace of a task and writes a binding in place of each frozen argument that an earlier result
 * explains and the prompt does not state. A dependency that such a value shows is added. A task that its own trace does not
 * solve afterwards in 20 worlds is left as it was, and the reason is named.
 *
 * @param options.plain For traces whose dependencies only state an order. A dependency without a flow says nothing
 * about values of the prompt, and no value is read as the largest or smallest of several. The bound task is not tried
 * in other worlds. Default false.
 * @param options.answers Whether the expected answer is bound as well, which has it graded. Default false.
 */
export function bindTask(
  task: Task,
  registry: Registry,
  { plain = false, answers = false }: { plain?: boolean; answers?: boolean } = {},
): BoundTask {
  let run: ReturnType<typeof referenceRun>
  try {
    run = referenceRun(task, registry)
  } catch (error) {
    const [first] = task.expected_trace.steps
    return {
      task,
      bound: 0,
      untraced: [
        {
          task_id: task.task_id,
          step_id: first?.step_id ?? '',
          pointer: '',
          value: null,
          reason: messageOf(error),
        },
      ],
    }
  }
  const results = task.expected_trace.steps.map((step) =>
    bindStep(task, step, registry, sourcesBefore(step, task, registry, run), plain),
  )
  const withArguments: Bound = {
    task: { ...task, expected_trace: { ...task.expected_trace, steps: results.map(({ step }) => step) } },
    bound: results.reduce((sum, { bound }) => sum + bound, 0),
  }
  const untraced = results.flatMap(({ untraced }) => untraced)
  const answer = answers ? boundAnswer(task, registry, run) : undefined
  const withAnswer: Bound[] =
    answer === undefined
      ? []
      : [
          {
            task: { ...withArguments.task, expected_final_answer: answer },
            bound: withArguments.bound + sourcesOf(answer).length,
          },
        ]
  if (answers && answer === undefined && task.expected_final_answer !== undefined) {
    const { task_id, expected_final_answer: value } = task
    if (sourcesOf(value).length === 0)
      untraced.push({ task_id, step_id: ANSWER, pointer: '', value, reason: UNTRACED_ANSWER })
  }
  if (plain || (withArguments.bound === 0 && withAnswer.length === 0)) return { ...withArguments, untraced }
  let why = ''
  for (const one of [...withAnswer, withArguments]) {
    const problem = unsolvedReason(one.task, registry)
    if (problem === undefined) return { ...one, untraced }
    why = problem
  }
  const { task_id } = task
  untraced.push({ task_id, step_id: '', pointer: '', value: null, reason: `not bound: ${why}` })
  return { task, bound: 0, untraced }
}

/**
 * Binds every task of a suite; see {@link bindTask}.
 *
 * @param onProgress Is told how many tasks are done, of how many, before each
 */
export function bindSuite(
  tasks: readonly Task[],
  registry: Registry,
  onProgress?: (done: number, total: number) => void,
): { tasks: Task[]; bound: number; untraced: Untraced[] } {
  const results = tasks.map((task, i) => {
    onProgress?.(i, tasks.length)
    return bindTask(task, registry, { answers: true })
  })
  return {
    tasks: results.map(({ task }) => task),
    bound: results.reduce((sum, { bound }) => sum + bound, 0),
    untraced: results.flatMap(({ untraced }) => untraced),
  }
}
