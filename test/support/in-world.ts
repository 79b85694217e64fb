import type { CalibrationAgent } from '../../src/schema/agent.ts'
import type { Task } from '../../src/schema/task.ts'
import type { Expansion, TaskInWorld, WrittenTask } from '../../src/schema/task-in-world.ts'
import type { Trace } from '../../src/schema/trace.ts'
import { AuditSubject } from '../../src/suites/audit/subject.ts'
import { perform as performInWorld } from '../../src/suites/calibration/perform.ts'
import type { ReferenceRun } from '../../src/tasks/reference-run.ts'
import { openWorlds } from '../../src/tasks/task-worlds.ts'
import { registry as builtIn } from '../../src/tools/builtin/registry.ts'
import type { Registry } from '../../src/tools/registry.ts'
import type { World } from '../../src/tools/world/world.ts'

/** A task in the world of a seed; its own by default. */
export const placeInWorld = (task: Task, seed?: number, tools: Registry = builtIn): TaskInWorld<Registry> =>
  openWorlds(task, tools).in(seed)

/** How a function came to the plain task of a world. */
export const expandInWorld = (task: WrittenTask, seed: number, tools: Registry = builtIn): Expansion =>
  openWorlds(task, tools).in(seed).expansion as Expansion

export const runReference = (task: Task, tools: Registry, seed?: number): ReferenceRun<World> =>
  openWorlds(task, tools).reference(seed)

export const perform = (
  agent: CalibrationAgent,
  task: Task,
  tools: Registry,
  seed?: number,
): Promise<Trace> => performInWorld(agent, placeInWorld(task, seed, tools))

export const createSubject = (task: Task, tools: Registry = builtIn, seed?: number): AuditSubject =>
  new AuditSubject(openWorlds(task, tools), seed)
