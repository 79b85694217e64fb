import type { Task } from '../../src/schema/task.ts'
import type { PlainTask, TaskInWorld } from '../../src/schema/task-in-world.ts'
import type { Json, JsonObject } from '../../src/shared/json.ts'
import { resolve } from '../../src/tasks/bindings.ts'
import { FunctionWorlds } from '../../src/tasks/reference/function-worlds.ts'
import * as markers from '../../src/tasks/reference/markers.ts'
import { levelOf } from '../../src/tasks/reference/plain-task.ts'
import { Refused } from '../../src/tasks/reference/reference-error.ts'
import type { FunctionTask, ReferenceFunction } from '../../src/tasks/reference/run-function.ts'
import { openWorlds } from '../../src/tasks/task-worlds.ts'
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
  const register = (mode: PrintedTask['mode']) => (name: string, options: never, reference: ReferenceFunction) =>
    void tasks.push({ name, mode, options, reference })
  const { text, exactly, any, oneOf, optional, unordered } = markers
  const scope = {
    ...{ text, exactly, any, oneOf, optional, unordered, Refused },
    task: Object.assign(register('run'), { skip: register('skip'), only: register('only'), todo: register('todo') }),
    nothing: async () => undefined,
    turn: async () => undefined,
  }
  const body = code.replace(/^import \{[^}]*\} from 'tracewright\/suite'\n/m, '')
  new Function(...Object.keys(scope), `'use strict'\n${body}`)(...Object.values(scope))
  return tasks
}

const draw = (values: Json[]): Json => ({ $draw: values })

/** A printed task as the reference room takes it. */
export function buildFunctionTask({ name, options, reference }: PrintedTask): FunctionTask {
  const { prompt, tools, seed = 0, fixed, state } = options as Record<string, never> & PrintedTask['options']
  const records = typeof state === 'function' ? (state as (of: typeof draw) => JsonObject)(draw) : state
  const world = { seed, ...(fixed === undefined ? {} : { fixed }), ...(records === undefined ? {} : { state: records }) } as NonNullable<Task['world']>
  return { task_id: name, prompt, available_tools: tools, world, reference }
}

/** A printed task in one world. */
export async function placePrinted(worlds: FunctionWorlds, seed: number, tools: Registry): Promise<TaskInWorld<Registry>> {
  const { plain, expansion } = await worlds.describe(seed)
  const { task_id, prompt, available_tools } = worlds.task
  const written = {
    ...{ task_id, prompt, available_tools: [...available_tools], level: levelOf(plain.expected_trace.steps) },
    ...plain,
  } as Task
  return { written, task: written as unknown as PlainTask, seed, tools: prepareTools(plain, tools), expansion }
}

/** The calls and the answer of a JSON task in one world. */
export function runWritten(task: Task, seed: number, tools: Registry): { calls: Json[]; answer: Json | undefined } {
  const worlds = openWorlds(task, tools)
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
