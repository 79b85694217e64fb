import type { Task } from '../../../src/schema/task.ts'
import type { Call, Trace } from '../../../src/schema/trace.ts'
import { chooseChange, type ForkChange } from '../../../src/scoring/fork/choose-value.ts'
import { type ForkPoint, forkPoint } from '../../../src/scoring/fork/fork-point.ts'
import { judgeFork } from '../../../src/scoring/fork/judge-fork.ts'
import type { ForkResult } from '../../../src/scoring/fork/result.ts'
import type { Json, JsonObject } from '../../../src/shared/json.ts'
import { registry as published } from '../../../src/tools/builtin/registry.ts'
import { executeTool, unknownTool } from '../../../src/tools/execute.ts'
import type { Registry } from '../../../src/tools/registry.ts'
import { World } from '../../../src/tools/world/world.ts'

/** Makes a call, and gives its output; an empty object where it fails. */
export type Use = (tool: string, args: JsonObject) => JsonObject

/** What an agent does; a text that it returns is its answer. */
export type Program = (use: Use) => unknown

/** Runs a program in a fork of a world; each call is a turn of its own. */
function traceOf(program: Program, start: World, registry: Registry): Trace {
  const world = start.fork()
  const calls: Call[] = []
  const answer = program((tool, args) => {
    const simulator = registry.get(tool)
    const result = simulator === undefined ? unknownTool(tool) : executeTool(simulator, args, world)
    const turn = calls.length
    calls.push({
      id: `call_${turn + 1}`,
      tool_name: tool,
      arguments: args,
      status: result.status,
      ...(result.ok ? { result: result.output } : { error: result.error }),
      turn,
      started: 2 * turn,
      ended: 2 * turn + 1,
      committed: result.committed,
    })
    return result.ok ? (result.output as JsonObject) : {}
  })
  return {
    task_id: 'task',
    calls,
    final_answer: typeof answer === 'string' ? answer : null,
    seed: world.seed,
    attempt: 0,
  }
}

/** The leaf of a program's call. */
export function pointOf(
  program: Program,
  call: string,
  pointer: string,
  {
    prompt = 'Go.',
    world = new World(7),
    registry = published,
  }: { prompt?: string; world?: World; registry?: Registry } = {},
): ForkPoint {
  return forkPoint({ world, registry, prompt, trace: traceOf(program, world, registry) }, call, pointer)
}

/** The change of a leaf. */
export const changeOf = (
  program: Program,
  call: string,
  pointer: string,
  { value, ...more }: { value?: Json; prompt?: string; world?: World } = {},
): ForkChange => chooseChange(pointOf(program, call, pointer, more), 0, value)

/** Forks a program as `forkRun` does. */
export function fork(
  program: Program,
  call: string,
  pointer: string,
  {
    task,
    value,
    again = program,
    registry = published,
  }: { task?: Task; value?: Json; again?: Program; registry?: Registry } = {},
): ForkResult {
  const world = new World(task?.world?.seed ?? 7)
  const point = pointOf(program, call, pointer, { prompt: task?.prompt ?? 'Go.', world, registry })
  const change = chooseChange(point, 0, value)
  const run = (start: World) => [1, 2, 3].map(() => ({ trace: traceOf(again, start, registry) }))
  const continuations = { treated: run(world.fork({ overlay: change.overlay })), controls: run(world) }
  return judgeFork(point, change, continuations, task)
}
