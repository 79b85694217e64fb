import type { Task } from '../../../src/schema/task.ts'
import type { Trace } from '../../../src/schema/trace.ts'
import { chooseChange, type ForkChange } from '../../../src/scoring/fork/choose-value.ts'
import { type ForkPoint, forkPoint } from '../../../src/scoring/fork/fork-point.ts'
import { judgeFork } from '../../../src/scoring/fork/judge-fork.ts'
import type { ForkResult } from '../../../src/scoring/fork/result.ts'
import type { Json, JsonObject } from '../../../src/shared/json.ts'
import { registry as published } from '../../../src/tools/builtin/registry.ts'
import type { Registry } from '../../../src/tools/registry.ts'
import { World } from '../../../src/tools/world/world.ts'
import { Performer } from '../../support/perform.ts'

/** Makes a call, and gives its output; an empty object where it fails. */
export type Use = (tool: string, args: JsonObject) => JsonObject

/** What an agent does; a text that it returns is its answer. */
export type Program = (use: Use) => unknown

/** Runs a program in a fork of a world; each call is a turn of its own. */
function traceOf(program: Program, start: World, registry: Registry): Trace {
  const performer = new Performer(start.fork(), {}, registry)
  const answer = program((tool, args) => (performer.call(tool, args) ?? {}) as JsonObject)
  return performer.trace('task', typeof answer === 'string' ? answer : null)
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
  }: { task: Task; value?: Json; again?: Program; registry?: Registry },
): ForkResult {
  const world = new World(task.world?.seed ?? 7)
  const point = pointOf(program, call, pointer, { prompt: task.prompt, world, registry })
  const change = chooseChange(point, 0, value)
  const run = (start: World) => [1, 2, 3].map(() => ({ trace: traceOf(again, start, registry) }))
  const continuations = { treated: run(world.fork({ overlay: change.overlay })), controls: run(world) }
  return judgeFork(point, change, continuations, task)
}
