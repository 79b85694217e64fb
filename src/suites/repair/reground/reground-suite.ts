import { append } from '@hyperjump/json-pointer'
import { bindingKey, sourcesOf } from '../../../schema/binding.ts'
import type { Step, Task } from '../../../schema/task.ts'
import type { LeafSchema } from '../../../scoring/equality.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { goldRun } from '../../../scoring/gold-run.ts'
import { schemaAt } from '../../../scoring/lineage.ts'
import { messageOf } from '../../../shared/errors.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import type { Registry } from '../../../tools/registry.ts'
import { isStated } from '../../audit/stated.ts'
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
export interface Regrounded {
  task: Task
  /** Bindings that were written. */
  bound: number
  untraced: Untraced[]
}

const LEAST_LETTERS = 4

/** One step at work: its arguments are walked through once, and what was found is noted. */
class Regrounding {
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

  private trace(value: Json, pointer: string, sources = this.sources): JsonObject | undefined {
    const found = traceValue(value, {
      pointer,
      schema: schemaAt(this.schema, pointer),
      sources,
      prompt: this.task.prompt,
      plain: this.plain,
      passedOn: leavesOf(this.step.arguments).map((leaf) => leaf.value),
    })
    if (found === undefined) return undefined
    if (typeof value === 'string' && value.length < LEAST_LETTERS) {
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

  /** Binds a value that the prompt states as well, so that a dependency over which nothing flows carries something. */
  feed(args: JsonObject, dependency: string): JsonObject {
    const sources = this.sources.filter(({ step, isEcho }) => step === dependency && !isEcho)
    for (const [name, value] of Object.entries(args)) {
      const pointer = append(name, '')
      if (bindingKey(value) !== undefined || sourcesOf(value).length > 0) continue
      const binding = this.trace(value, pointer, sources)
      if (binding !== undefined) return { ...args, [name]: binding }
    }
    return args
  }
}

function regroundStep(
  task: Task,
  step: Step,
  registry: Registry,
  sources: readonly ValueSource[],
  plain: boolean,
) {
  const schema = registry.get(step.tool_name)?.inputSchema as LeafSchema | undefined
  const work = new Regrounding(task, step, schema, sources, plain)
  let args = work.walk(step.arguments) as JsonObject
  const usedIn = (value: Json): Set<string> => new Set(sourcesOf(value).map(({ $from }) => $from))
  for (const id of plain ? [] : step.depends_on)
    if (!usedIn(args).has(id) && step.order !== true) args = work.feed(args, id)
  const depends_on = [...new Set([...step.depends_on, ...usedIn(args)])]
  return { step: { ...step, arguments: args, depends_on }, bound: work.bound, untraced: work.untraced }
}

/**
 * Executes the expected trace of a task and writes a binding in place of each frozen argument that an earlier result
 * explains and the prompt does not state. A dependency that such a value shows is added. The expected answer is left as it
 * is: to bind it would grade what the prompt does not ask for.
 *
 * @param options.plain For traces in which dependencies only say what came before: a dependency over which nothing flows
 * is not fed with a value that the prompt states as well, and no value is read as the largest or smallest of several.
 * Default false.
 */
export function regroundTask(
  task: Task,
  registry: Registry,
  { plain = false }: { plain?: boolean } = {},
): Regrounded {
  let run: ReturnType<typeof goldRun>
  try {
    run = goldRun(task, registry)
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
    regroundStep(task, step, registry, sourcesBefore(step, task, registry, run), plain),
  )
  return {
    task: { ...task, expected_trace: { ...task.expected_trace, steps: results.map(({ step }) => step) } },
    bound: results.reduce((sum, { bound }) => sum + bound, 0),
    untraced: results.flatMap(({ untraced }) => untraced),
  }
}

/**
 * Regrounds every task of a suite; see {@link regroundTask}.
 *
 * @param onProgress Is told how many tasks are done, of how many, before each
 */
export function regroundSuite(
  tasks: readonly Task[],
  registry: Registry,
  onProgress?: (done: number, total: number) => void,
): { tasks: Task[]; bound: number; untraced: Untraced[] } {
  const results = tasks.map((task, i) => {
    onProgress?.(i, tasks.length)
    return regroundTask(task, registry)
  })
  return {
    tasks: results.map(({ task }) => task),
    bound: results.reduce((sum, { bound }) => sum + bound, 0),
    untraced: results.flatMap(({ untraced }) => untraced),
  }
}
