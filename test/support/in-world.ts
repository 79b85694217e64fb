import type { CalibrationAgent } from '../../src/schema/agent.ts'
import type { Task } from '../../src/schema/task.ts'
import type { Expansion, TaskInWorld } from '../../src/schema/task-in-world.ts'
import type { Trace } from '../../src/schema/trace.ts'
import { AuditSubject } from '../../src/suites/audit/subject.ts'
import { perform as performInWorld } from '../../src/suites/calibration/perform.ts'
import type { ReferenceRun } from '../../src/tasks/reference-run.ts'
import { worldsOf } from '../../src/tasks/task-worlds.ts'
import { registry as builtIn } from '../../src/tools/builtin/registry.ts'
import type { Registry } from '../../src/tools/registry.ts'
import type { World } from '../../src/tools/world/world.ts'

/** A task in the world of a seed; its own by default. */
export const inWorld = (task: Task, seed?: number, tools: Registry = builtIn): TaskInWorld<Registry> =>
  worldsOf(task, tools).in(seed)

export const expansionIn = (task: Task, seed: number, tools: Registry = builtIn): Expansion =>
  worldsOf(task, tools).expansionIn(seed)

export const referenceRun = (task: Task, tools: Registry, seed?: number): ReferenceRun<World> =>
  worldsOf(task, tools).reference(seed)

export const perform = (
  agent: CalibrationAgent,
  task: Task,
  tools: Registry,
  seed?: number,
): Promise<Trace> => performInWorld(agent, inWorld(task, seed, tools))

export const subjectOf = (task: Task, tools: Registry = builtIn, seed?: number): AuditSubject =>
  new AuditSubject(worldsOf(task, tools), seed)
