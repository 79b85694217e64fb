import type { Task } from '../../schema/task.ts'
import { type ReferenceRun, referenceRun } from '../../scoring/reference-run.ts'
import { messageOf } from '../../shared/errors.ts'
import type { Simulator } from '../../tools/define-simulator.ts'
import type { Registry } from '../../tools/registry.ts'

/** A gold run, or why there is none. */
export type GoldResult = { ok: true; run: ReferenceRun } | { ok: false; why: string }

/** A task under audit, with its gold runs made once. */
export class AuditSubject {
  readonly task: Task
  readonly registry: Registry
  /** Seed of the task's own world. */
  readonly seed: number
  private readonly runs = new Map<number, GoldResult>()

  constructor(task: Task, registry: Registry) {
    this.task = task
    this.registry = registry
    this.seed = task.world?.seed ?? 0
  }

  /** The expected trace executed in the world of a seed. Its world and values are shared: do not change them. */
  gold(seed: number = this.seed): GoldResult {
    let result = this.runs.get(seed)
    if (result === undefined) {
      try {
        result = { ok: true, run: referenceRun(this.task, this.registry, seed) }
      } catch (error) {
        result = { ok: false, why: messageOf(error) }
      }
      this.runs.set(seed, result)
    }
    return result
  }

  /** So many seeds from the task's own on. */
  seeds(count: number): number[] {
    return Array.from({ length: count }, (_, i) => this.seed + i)
  }

  /** The tools on offer that have a simulator. */
  get offered(): Simulator[] {
    return this.task.available_tools
      .map((name) => this.registry.get(name))
      .filter((tool) => tool !== undefined)
  }

  /** The tools that the expected trace calls. */
  get needed(): ReadonlySet<string> {
    return new Set(this.task.expected_trace.steps.map((step) => step.tool_name))
  }
}
