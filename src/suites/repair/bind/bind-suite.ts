import { append } from '@hyperjump/json-pointer'
import { listSources, readBindingKey } from '../../../schema/binding.ts'
import type { Step, Task } from '../../../schema/task.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { schemaAt } from '../../../scoring/provenance.ts'
import { isStated, namesMember } from '../../../scoring/stated.ts'
import { nameWords } from '../../../shared/english.ts'
import { describeThrown } from '../../../shared/errors.ts'
import { isObject, type Json, type JsonObject, listChildren, mapChildren } from '../../../shared/json.ts'
import { parseJson } from '../../../shared/parse-json.ts'
import { areNumbersEqual, type LeafSchema } from '../../../tasks/equality.ts'
import type { ReferenceRun } from '../../../tasks/reference-run.ts'
import { openWorlds } from '../../../tasks/task-worlds.ts'
import type { Registry } from '../../../tools/registry.ts'
import { ANSWER } from '../../audit/bound-values.ts'
import { listNodes } from '../../load/nodes.ts'
import { nameAt } from '../record/infer-schema.ts'
import { explainUnsolved } from '../unsolved-reason.ts'
import { bindExtremes } from './bind-extremes.ts'
import { listSourcesBefore, type ValueSource } from './sources.ts'
import { statesMoment } from './stated-moment.ts'
import { traceValue } from './trace-value.ts'

/** A frozen value that neither the prompt nor an earlier result explains. */
export interface Untraced {
  /** Id of the task. */
  task_id: string
  /** Id of the step. */
  step_id: string
  /** JSON Pointer into the arguments; empty where the whole step is meant. */
  pointer: string
  /** The frozen value. */
  value: Json
  /** Why nothing explains it. */
  reason: string
  /** Whether it was the extreme of several items or calls, which a function can select in every world. */
  extreme?: true
}

/** A task with bindings in place of frozen values. */
export interface BoundTask {
  task: Task
  bound: number
  untraced: Untraced[]
}

const MIN_LETTERS = 4
const MIN_STATED_LETTERS = 3

const AMBIGUOUS =
  'both the prompt and a step that it depends on give the value: bind it, or remove the dependency'
const UNTRACED_ANSWER = 'an answer with values that no result returned'

const PERCENTAGE = /(\d+(?:\.\d+)?)\s?%/g

/**
 * Whether a prompt states a value in another form than the argument has: `8%` for 0.08, "PayPal" for `paypal`, a date in
 * words, the words of its name for a switch such as `packaging_intact`.
 */
function isStatedOtherwise(prompt: string, value: Json, pointer: string): boolean {
  if (typeof value === 'string')
    return (value.length >= MIN_STATED_LETTERS && namesMember(prompt, value)) || statesMoment(prompt, value)
  if (value === 0 || typeof value === 'boolean')
    return namesMember(prompt, nameWords(nameAt(pointer)).join(' '))
  return [...prompt.matchAll(PERCENTAGE)].some(
    ([, percent]) => typeof value === 'number' && areNumbersEqual(value, Number(percent) / 100),
  )
}

/** A step with every value that the prompt does not state bound to where it came from. */
function bindStep(
  { task_id, prompt }: Task,
  step: Step,
  registry: Registry,
  sources: readonly ValueSource[],
  plain: boolean,
) {
  const { step_id } = step
  const schema = registry.get(step.tool_name)?.inputSchema as LeafSchema | undefined
  const passedOn = leavesOf(step.arguments).map((leaf) => leaf.value)
  const untraced: Untraced[] = []
  const short = new Set<string>()
  const isStatedAt = (value: Json, pointer: string): boolean =>
    leavesOf(value).every((leaf) => isStated(prompt, leaf.value, schemaAt(schema, pointer + leaf.pointer)))
  const find = (value: Json, pointer: string, among: readonly ValueSource[]): JsonObject | undefined =>
    traceValue(value, {
      ...{ pointer, schema: schemaAt(schema, pointer), sources: among, prompt, plain, passedOn },
      isDraft: plain,
    })
  const trace = (value: Json, pointer: string): JsonObject | undefined => {
    const found = find(value, pointer, sources)
    if (found !== undefined && typeof value === 'string' && value.length < MIN_LETTERS) {
      // A code such as "en" that was found once proves nothing where it stands a second time.
      if (short.has(value)) return undefined
      short.add(value)
    }
    return found
  }
  const walk = (value: Json, pointer = ''): Json => {
    if (readBindingKey(value) !== undefined || (pointer !== '' && isStatedAt(value, pointer))) return value
    const binding = pointer === '' ? undefined : trace(value, pointer)
    if (binding !== undefined) return binding
    if (listChildren(value).length > 0)
      return mapChildren(value, (item, key) => walk(item, append(key, pointer)))
    // Whoever drafts asks about what nobody can know.
    if (pointer !== '' && !(plain && isStatedOtherwise(prompt, value, pointer))) {
      const kind = typeof value === 'string' ? 'text' : 'number'
      untraced.push({ task_id, step_id, pointer, value, reason: `a ${kind} without a source` })
    }
    return value
  }
  const args = walk(step.arguments) as JsonObject
  const used = new Set(listSources(args).map(({ $from }) => $from))
  // What the prompt states and a dependency gives as well, where nothing else flows over that dependency.
  for (const id of plain || step.order === true ? [] : step.depends_on) {
    if (used.has(id)) continue
    const fresh = sources.filter((source) => source.step === id && !source.isEcho)
    for (const [name, value] of Object.entries(args)) {
      const pointer = append(name, '')
      if (
        readBindingKey(value) === undefined &&
        listSources(value).length === 0 &&
        find(value, pointer, fresh)
      )
        untraced.push({ task_id, step_id, pointer, value, reason: AMBIGUOUS })
    }
  }
  const depends_on = [...new Set([...step.depends_on, ...used])]
  return { step: { ...step, arguments: args, depends_on }, untraced }
}

/** The expected answer with every leaf that a result gives bound to it; undefined where one is left over. */
function bindAnswer(task: Task, registry: Registry, run: ReferenceRun): Json | undefined {
  const written = task.expected_final_answer
  if (written === undefined || listSources(written).length > 0) return undefined
  const parsed = typeof written === 'string' ? parseJsonIfAny(written) : written
  const answer: Step = {
    step_id: '',
    tool_name: '',
    arguments: {},
    depends_on: task.expected_trace.steps.map(({ step_id }) => step_id),
  }
  const after = { ...task, expected_trace: { steps: [...task.expected_trace.steps, answer] } }
  const sources = listSourcesBefore(answer, after, registry, run)
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

function parseJsonIfAny(text: string): Json {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

/**
 * Executes the expected trace of a task and writes a binding in place of each frozen argument that an earlier result
 * explains and the prompt does not state; see {@link bindExtremes} for extremes. A dependency that such a value shows is added. A task that its own trace does not
 * solve afterwards in 20 worlds is left as it was, and the reason is named.
 *
 * @param options.plain For traces whose dependencies only state an order. A dependency without a flow says nothing
 * about values of the prompt, and no value is read as the extreme of several. A value that several places hold becomes a `$oneOf` of these. The bound task is not tried in other worlds. Default false.
 * @param options.answers Whether the expected answer is bound as well, which has it graded. Default false.
 */
export function bindTask(
  task: Task,
  registry: Registry,
  { plain = false, answers = false }: { plain?: boolean; answers?: boolean } = {},
): BoundTask {
  const { task_id, expected_final_answer: written } = task
  const buildUntracedWhole = (reason: string, step_id = ''): Untraced => ({
    task_id,
    step_id,
    pointer: '',
    value: null,
    reason,
  })
  let run: ReferenceRun
  try {
    run = openWorlds(task, registry).reference()
  } catch (error) {
    const [first] = task.expected_trace.steps
    return { task, bound: 0, untraced: [buildUntracedWhole(describeThrown(error), first?.step_id)] }
  }
  const results = task.expected_trace.steps.map((step) => {
    // What was called in parallel gave nothing.
    const sources = listSourcesBefore(step, task, registry, run).filter(
      ({ distance }) => !plain || distance < 2,
    )
    return bindStep(task, step, registry, sources, plain)
  })
  const steps = results.map(({ step }) => step)
  const withArguments: Task = { ...task, expected_trace: { ...task.expected_trace, steps } }
  const untraced = results.flatMap((result) => result.untraced)
  const before = countBindings(task)
  if (plain) return { task: withArguments, bound: countBindings(withArguments) - before, untraced }
  const answer = answers ? bindAnswer(task, registry, run) : undefined
  if (answer === undefined && answers && written !== undefined && listSources(written).length === 0)
    untraced.push({ ...buildUntracedWhole(UNTRACED_ANSWER, ANSWER), value: written })
  const tries = [
    withArguments,
    ...(answer === undefined ? [] : [{ ...withArguments, expected_final_answer: answer }]),
  ]
  let why: string | undefined
  for (const found of tries.toReversed()) {
    const { task: one, kept } = bindExtremes(found, task, run)
    const all = [...untraced, ...kept.map((value) => ({ task_id, ...value }))]
    const bound = countBindings(one) - before
    if (bound === 0) return { task, bound, untraced: all }
    const problem = explainUnsolved(one, registry)
    if (problem === undefined) return { task: one, bound, untraced: all }
    why = problem
  }
  return { task, bound: 0, untraced: [...untraced, buildUntracedWhole(`not bound: ${why}`)] }
}

/** The bindings of the arguments and the answer of a task, each with all that it is made of as one. */
const countBindings = ({ expected_trace: { steps }, expected_final_answer: answer = null }: Task): number => {
  const isBinding = (value: Json): boolean => readBindingKey(value) !== undefined
  const values = [...steps.map((step): Json => step.arguments), answer]
  return listNodes(values, isBinding).filter(({ value }) => isBinding(value)).length
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
