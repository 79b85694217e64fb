import { listSources } from '../../schema/binding.ts'
import type { Task } from '../../schema/task.ts'
import type { WrittenTask } from '../../schema/task-in-world.ts'
import { putInOnePrompt } from '../../scoring/whole-prompt.ts'
import { describeThrown } from '../../shared/errors.ts'
import { dropUndefinedFields, isObject, type Json } from '../../shared/json.ts'
import type { FunctionTask, ReferenceFunction, RunWatch } from '../../tasks/reference/function-run.ts'
import { findApplication } from '../../tasks/reference/live-application.ts'
import { prepareCode } from '../../tasks/reference/reference-code.ts'
import { ReferenceFunctionError } from '../../tasks/reference/reference-error.ts'
import type { Draw, InitialState } from '../../tasks/reference/tool-types.ts'
import type { Registry } from '../../tools/registry.ts'
import { chooseLevel } from '../load/check/level-shape.ts'
import { findCodeFlips, findLiveState } from '../load/check/worlds.ts'
import { type FieldNames, parseTask } from '../load/parse-task.ts'
import { findUnprovedAnswer } from '../load/prose-answers.ts'
import { SuiteError, type TaskProblem } from '../load/suite-error.ts'
import type { SuiteLine } from '../load/tasks-of.ts'
import type { CodeTask } from './code-task.ts'

/** A drawn value in the form of JSON tasks, which is drawn when a world is opened. */
const draw: Draw = <T extends Json>(values: readonly T[]): T => ({ $draw: [...values] }) as unknown as T

function readState({ state }: CodeTask['options']): InitialState | undefined | TaskProblem[] {
  try {
    return typeof state === 'function' ? state(draw) : state
  } catch (error) {
    return [{ field: 'state', message: `the function throws: ${describeThrown(error)}` }]
  }
}

/** Names of options by the fields of JSON tasks that they become. */
const OPTION_OF: Readonly<Record<string, string>> = {
  task_id: 'name',
  available_tools: 'tools',
  'world.seed': 'seed',
  'world.state': 'state',
}

const nameOption = (field: string): string => {
  const [known] = Object.keys(OPTION_OF).filter((name) => field === name || field.startsWith(`${name}.`))
  return known === undefined ? field : `${OPTION_OF[known]}${field.slice(known.length)}`
}

const OPTION_NAMES: FieldNames = { word: 'option', nameOf: nameOption }

/** Stands for the tools of a task that is still to be written. */
const NO_TOOLS = ['none']

/** A task without its reference: as JSON would have it, with an expected trace that is still empty. */
export function parseCodeTask(task: CodeTask): Task | TaskProblem[] {
  const { name, options, reference, mode } = task
  if (!isObject(options))
    return [{ field: '', message: 'expected task(name, { prompt, tools }, function), but it has no options' }]
  const { prompt, tools, seed = 0, fixed, state: _, alternatives = [], ...rest } = options
  const initial = readState(options)
  if (Array.isArray(initial)) return initial
  const row = {
    ...rest,
    task_id: name,
    level: 'L0_node',
    prompt,
    available_tools: mode === 'todo' && tools.length === 0 ? NO_TOOLS : tools,
    expected_trace: { steps: [] },
    world: dropUndefinedFields({ seed, fixed: fixed === true ? true : undefined, state: initial }),
    ...(mode === 'run' ? {} : { [mode]: true }),
  }
  const parsed = parseTask(row, OPTION_NAMES)
  if ('problems' in parsed) return parsed.problems
  const other = [...alternatives].findIndex((one) => typeof one !== 'function')
  if (other >= 0)
    return [
      { field: `alternatives.${other}`, message: 'expected a function of the tools, as the task has one' },
    ]
  return mode !== 'todo' && typeof reference !== 'function'
    ? [{ field: '', message: 'a task needs a function of its tools, or `nothing`' }]
    : parsed.task
}

/** Why a task may not have the name of an earlier one. */
export function describeTakenName({ name, line, row }: CodeTask, earlier: CodeTask): string {
  if (earlier.line !== line) return `"${name}" is taken by line ${earlier.line}. Give this task another name`
  return row === undefined || earlier.row === undefined
    ? `this line gives two tasks the name "${name}". Put what differs into the name, as in "${name} 1"`
    : `rows ${earlier.row} and ${row} of task.each have the name "${name}". Put what differs into it, as in "${name} $field" or "${name} %s"`
}

/** Tasks of a suite file with their lines. @throws SuiteError that lists what is wrong with all of them */
export function parseCodeTasks(
  tasks: readonly CodeTask[],
  file: string,
): { line: number; task: Task; code: CodeTask }[] {
  const taskOf = new Map<string, CodeTask>()
  const problems: { line: number; field: string; message: string }[] = []
  const parsed = tasks.flatMap((code) => {
    const { line, name } = code
    const earlier = taskOf.get(name)
    if (earlier !== undefined) problems.push({ line, field: '', message: describeTakenName(code, earlier) })
    taskOf.set(name, earlier ?? code)
    const task = parseCodeTask(code)
    if (!Array.isArray(task)) return [{ line, task, code }]
    problems.push(...task.map((problem) => ({ line, ...problem })))
    return []
  })
  if (tasks.length === 0)
    problems.push({ line: 1, field: '', message: 'the suite has no tasks; call task() at least once' })
  if (problems.length > 0) throw new SuiteError(file, problems)
  return parsed
}

/**
 * A task with what its function comes to over the tools.
 *
 * @param watch Has each run of the function watched
 * @param said What was warned of in the suite; the answers that prose does not prove are said once
 * @throws SuiteError where the function is not an expected trace
 */
export async function prepareTask(
  { line, task, code }: { line: number; task: Task; code: CodeTask },
  file: string,
  tools: Registry,
  watch?: RunWatch,
  said = new Set<string>(),
): Promise<SuiteLine & { task: WrittenTask }> {
  const { reference } = code
  if (reference === undefined) return { line, task }
  try {
    const { task_id, available_tools, world, turns = [] } = task
    const source: FunctionTask = {
      task_id,
      prompt: putInOnePrompt(task).prompt,
      messages: 1 + turns.length,
      available_tools,
      reference,
      alternatives: (code.options.alternatives ?? []) as readonly ReferenceFunction[],
      ...dropUndefinedFields({ world, watch, live: findApplication(task, tools) }),
    }
    const { plain, code: prepared } = await prepareCode(source, tools)
    const { world: _, ...expected } = plain
    const { warning } = prepared
    const written = { ...task, ...expected, level: chooseLevel(plain), code: prepared }
    const problems = [...findLiveState(written, tools), ...(await findCodeFlips(written, tools))]
    if (problems.length > 0)
      throw new SuiteError(
        file,
        problems.map(({ field, message }) => ({ line, field: nameOption(field), message })),
      )
    // One number in all worlds that comes from no result is written in the suite, and in the prompt.
    const isRead = prepared.numbers.size > 1 || listSources(plain.expected_final_answer ?? null).length > 0
    const isSigned = isRead && [...prepared.numbers].some((number) => number < 0)
    const unproved = said.has('prose') ? undefined : findUnprovedAnswer(written, isSigned)
    if (unproved !== undefined) said.add('prose')
    const warnings = [warning, unproved].flatMap((one) =>
      one === undefined ? [] : [`${file}:${line}: ${task_id}: ${one}`],
    )
    return { line, task: written, ...(warnings.length === 0 ? {} : { warnings }) }
  } catch (error) {
    if (!(error instanceof ReferenceFunctionError)) throw error
    throw new SuiteError(file, [{ line, field: task.task_id, message: error.message }], error.at)
  }
}
