import type { UserTurn } from '../../src/schema/conversation.ts'
import type { Task } from '../../src/schema/task.ts'
import type { PlainTask, TaskInWorld } from '../../src/schema/task-in-world.ts'
import { scoreInWorld } from '../../src/scoring/score.ts'
import { putInOnePrompt } from '../../src/scoring/whole-prompt.ts'
import { type Json, type JsonObject, stringifyStably } from '../../src/shared/json.ts'
import { createRng } from '../../src/shared/rng.ts'
import { operators } from '../../src/suites/audit/mutate/index.ts'
import { buildMutantScript, type Operator } from '../../src/suites/audit/mutate/operator.ts'
import { performScript } from '../../src/suites/audit/mutate/script.ts'
import { AuditSubject } from '../../src/suites/audit/subject.ts'
import { oracle } from '../../src/suites/calibration/oracle.ts'
import { perform } from '../../src/suites/calibration/perform.ts'
import { chooseLevel } from '../../src/suites/load/check/level-shape.ts'
import { resolve } from '../../src/tasks/bindings.ts'
import type { FunctionRun, FunctionTask, ReferenceFunction } from '../../src/tasks/reference/function-run.ts'
import { FunctionWorlds } from '../../src/tasks/reference/function-worlds.ts'
import * as markers from '../../src/tasks/reference/markers.ts'
import { Refused } from '../../src/tasks/reference/reference-error.ts'
import { turn } from '../../src/tasks/reference/run-function.ts'
import { openWorlds, type TaskWorlds } from '../../src/tasks/task-worlds.ts'
import { prepareTools } from '../../src/tasks/world-state.ts'
import type { Registry } from '../../src/tools/registry.ts'

export interface PrintedTask {
  name: string
  mode: 'run' | 'skip' | 'only' | 'todo'
  options: JsonObject & { prompt: string; tools: string[] }
  reference: ReferenceFunction
}

/** Runs a printed suite, and gives the tasks that it registers. */
export function readPrintedSuite(code: string): PrintedTask[] {
  const tasks: PrintedTask[] = []
  const register =
    (mode: PrintedTask['mode']) => (name: string, options: never, reference: ReferenceFunction) =>
      void tasks.push({ name, mode, options, reference })
  const { text, exactly, any, oneOf, optional, unordered } = markers
  const scope = {
    ...{ text, exactly, any, oneOf, optional, unordered, turn, Refused },
    task: Object.assign(register('run'), {
      skip: register('skip'),
      only: register('only'),
      todo: register('todo'),
    }),
    nothing: async () => undefined,
  }
  const body = code
    .replaceAll(/(?<=\))!(?=\.|\n)/g, '')
    .replace(/^import \{[^}]*\} from 'tracewright\/suite'\n/m, '')
  new Function(...Object.keys(scope), `'use strict'\n${body}`)(...Object.values(scope))
  return tasks
}

const draw = (values: Json[]): Json => ({ $draw: values })

/** A printed task as the reference room takes it. */
export function buildFunctionTask({ name, options, reference }: PrintedTask): FunctionTask {
  const { tools, seed = 0, fixed, state } = options as Record<string, never> & PrintedTask['options']
  const asked = options as { prompt: string; turns?: UserTurn[] }
  const records = typeof state === 'function' ? (state as (of: typeof draw) => JsonObject)(draw) : state
  const world = {
    seed,
    ...(fixed === undefined ? {} : { fixed }),
    ...(records === undefined ? {} : { state: records }),
  } as NonNullable<Task['world']>
  const { prompt } = putInOnePrompt(asked)
  const messages = 1 + (asked.turns?.length ?? 0)
  return { task_id: name, prompt, messages, available_tools: tools, world, reference }
}

/** A printed task in one world. */
async function placePrinted(
  worlds: FunctionWorlds,
  seed: number,
  tools: Registry,
): Promise<TaskInWorld<Registry>> {
  const { plain, expansion } = await worlds.describe(seed)
  const { task_id, prompt, available_tools } = worlds.task
  const written = {
    ...{ task_id, prompt, available_tools: [...available_tools], level: chooseLevel(plain) },
    ...plain,
  } as Task
  return {
    written,
    task: written as unknown as PlainTask,
    seed,
    tools: prepareTools(plain, tools),
    expansion,
  }
}

/** The calls and the answer of a JSON task in one world. */
function runWritten(
  task: Task,
  worlds: TaskWorlds<Registry>,
  seed: number,
): { calls: Json[]; answer: Json | undefined } {
  const here = worlds.in(seed).task
  const run = worlds.reference(seed)
  const { final_answer_source: source } = task.expected_trace
  const answer = here.expected_final_answer
  const isGraded = answer !== undefined && !(typeof answer === 'string' && source != null)
  return {
    calls: run.calls.map((call) => [call.tool_name, call.arguments]),
    answer: isGraded ? resolve(answer, run.outputOf) : undefined,
  }
}

/** A JSON task and its printed form, in worlds where the task has an expected trace. */
export interface TaskPair {
  task: Task
  tools: Registry
  worlds: TaskWorlds<Registry>
  placed: { written: TaskInWorld<Registry>; code: TaskInWorld<Registry>; run: FunctionRun; seed: number }[]
}

/** Places both forms of a task in its first worlds. */
export async function placeBoth(
  task: Task,
  printed: PrintedTask,
  tools: Registry,
  worldCount = 3,
): Promise<TaskPair> {
  const functionWorlds = new FunctionWorlds(buildFunctionTask(printed), tools)
  const worlds = openWorlds(task, tools)
  const first = task.world?.seed ?? 0
  const placed: TaskPair['placed'] = []
  for (let seed = first; seed < first + (task.world?.fixed ? 1 : worldCount); seed++) {
    const written = worlds.find(seed)
    if (written !== undefined)
      placed.push({
        written,
        code: await placePrinted(functionWorlds, seed, tools),
        run: await functionWorlds.runIn(seed),
        seed,
      })
  }
  return { task, tools, worlds, placed }
}

/** What differs between a JSON task and its printed form: calls, answers, and whether each solves the other. */
export async function findDifferences({ task, worlds, placed }: TaskPair): Promise<string[]> {
  const found: string[] = []
  for (const { written, code, run, seed } of placed) {
    const expected = runWritten(task, worlds, seed)
    const calls = run.steps.map(({ tool, args }): Json => [tool, args])
    const answer = run.answer === undefined ? null : markers.readExample(run.answer)
    const compared = {
      calls: [calls, expected.calls],
      answer: [answer, expected.answer ?? null],
      'JSON by code': [scoreInWorld(code, await perform(oracle, written)).reason ?? null, null],
      'code by JSON': [scoreInWorld(written, await perform(oracle, code)).reason ?? null, null],
    }
    for (const [what, [one, other]] of Object.entries(compared))
      if (stringifyStably(one as Json) !== stringifyStably(other as Json))
        found.push(
          `${task.task_id} in world ${seed}, ${what}: ${JSON.stringify(one)} is not ${JSON.stringify(other)}`,
        )
  }
  return found
}

const MUTANTS_PER_OPERATOR = 6

/** Wrong traces, and those on which the two forms of a task do not agree. */
export function judgeMutants({ task, tools, worlds, placed }: TaskPair): {
  tried: number
  differ: string[]
} {
  const differ: string[] = []
  let tried = 0
  for (const { written, code, seed } of placed) {
    const subject = new AuditSubject(worlds, seed)
    const { run: reference, task: plain } = subject
    for (const [name, operator] of Object.entries<Operator>(operators)) {
      // A function cannot say that a step waits for another without a value or a condition.
      if (name === 'reversed-edge' && task.expected_trace.steps.some(({ order }) => order)) continue
      for (const mutant of operator({ subject, reference, rng: createRng(seed, name) }).slice(
        0,
        MUTANTS_PER_OPERATOR,
      )) {
        const { trace } = performScript(buildMutantScript(mutant, plain), plain, tools, reference.outputOf)
        tried++
        const [one, other] = [scoreInWorld(written, trace), scoreInWorld(code, trace)]
        if (one.solved !== other.solved)
          differ.push(
            `${task.pattern} ${name}: JSON ${one.reason ?? 'accepts it'}, code ${other.reason ?? 'accepts it'}`,
          )
      }
    }
  }
  return { tried, differ }
}
