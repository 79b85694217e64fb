import { seedsOf } from '../../run/worlds.ts'
import type { TaskScore } from '../../schema/score.ts'
import type { Task } from '../../schema/task.ts'
import type { Trace } from '../../schema/trace.ts'
import { type StateBudget, withinBudget } from '../../scoring/align.ts'
import { resolve } from '../../scoring/bindings.ts'
import { dependsOnWorld, ExpansionError, seedsOfShape, taskIn } from '../../scoring/expand.ts'
import { type ReferenceRun, referenceRun } from '../../scoring/reference-run.ts'
import { scoreTrace } from '../../scoring/score.ts'
import { messageOf } from '../../shared/errors.ts'
import { type Json, stableJson } from '../../shared/json.ts'
import type { Simulator } from '../../tools/define-simulator.ts'
import type { Registry } from '../../tools/registry.ts'
import { conditionsOf } from './bound-values.ts'

export const WORLDS = 20
const RECOMPUTED_WORLDS = 3

/** States that the alignments of one task look at, for one step: what a state costs grows with the square of the steps. */
const MAX_STATES = 30_000_000

export type ReferenceResult = { ok: true; run: ReferenceRun } | { ok: false; why: string }

/** How a task is built: its calls and bindings, whichever items of a list the bindings take. */
const formOf = (task: Task): string => {
  const parts: Json = [
    ...task.expected_trace.steps.flatMap((step) => [step.step_id, step.arguments]),
    task.expected_final_answer ?? null,
    conditionsOf(task).map(({ value }) => value),
  ]
  return stableJson(parts).replace(/\/\d+(?=[/"])/g, '/*')
}

/** A task under audit in the world of a seed, with its reference runs made once. */
export class AuditSubject {
  readonly source: Task
  /** The task as it is in its world; as the suite writes it where it has no expected trace there. */
  readonly task: Task
  readonly registry: Registry
  /** Seed of the world that the task is looked at in. */
  readonly seed: number
  private readonly runs = new Map<number, ReferenceResult>()
  private readonly shapes = new Map<number, number[]>()
  private readonly scores = new Map<string, TaskScore>()
  private readonly states: StateBudget

  /** @param seed That of the task's own world by default */
  constructor(source: Task, registry: Registry, seed: number = source.world?.seed ?? 0) {
    this.source = source
    this.registry = registry
    this.seed = seed
    this.task = this.in(seed) ?? source
    this.states = { left: MAX_STATES / Math.max(1, this.task.expected_trace.steps.length) ** 2 }
  }

  /** The task as it is in the world of a seed; undefined where it has no expected trace there. */
  in(seed: number): Task | undefined {
    try {
      return taskIn(this.source, seed, this.registry)
    } catch (error) {
      if (error instanceof ExpansionError) return undefined
      throw error
    }
  }

  /** The expected trace executed in the world of a seed. Its world and values are shared: do not change them. */
  referenceRun(seed: number = this.seed): ReferenceResult {
    let result = this.runs.get(seed)
    if (result === undefined) {
      try {
        result = { ok: true, run: referenceRun(this.source, this.registry, seed) }
      } catch (error) {
        result = { ok: false, why: messageOf(error) }
      }
      this.runs.set(seed, result)
    }
    return result
  }

  /** The expected trace executed in the subject's own world, for whoever knows that it goes through. */
  get run(): ReferenceRun {
    const reference = this.referenceRun()
    if (!reference.ok) throw new Error(reference.why)
    return reference.run
  }

  /** The score of a trace at the task. A quarter of all rewrites, mutants and calibration agents do what another did. */
  scoreOf(trace: Trace): TaskScore {
    const { agent: _, duration_ms: __, ...graded } = trace
    const text = JSON.stringify(graded)
    const score =
      this.scores.get(text) ?? withinBudget(this.states, () => scoreTrace(this.task, trace, this.registry))
    this.scores.set(text, score)
    return score
  }

  /** Seeds of the worlds that attempts are made in, from the task's own on: one where a recording decides. */
  get worldSeeds(): number[] {
    if (dependsOnWorld(this.source)) return seedsOf(this.source, this.registry)
    return Array.from({ length: WORLDS }, (_, i) => this.seed + i)
  }

  /** This many seeds, at most, from the task's own on in whose worlds it has the same calls and bindings. */
  seeds(count: number): number[] {
    if (!dependsOnWorld(this.source)) return Array.from({ length: count }, (_, i) => this.seed + i)
    let seeds = this.shapes.get(count)
    if (seeds === undefined) {
      const form = formOf(this.task)
      const others = seedsOfShape(this.task, WORLDS, this.registry)
      seeds = [
        this.seed,
        ...others.filter((seed) => formOf(this.in(seed) as Task) === form).slice(0, count - 1),
      ]
      this.shapes.set(count, seeds)
    }
    return seeds
  }

  /** Whether a value is the same in every world: it is worked out of what the prompt states, and hides nothing. */
  isRecomputable(value: Json): boolean {
    const values = this.seeds(RECOMPUTED_WORLDS).map((seed) => {
      const reference = this.referenceRun(seed)
      return reference.ok ? stableJson(resolve(value, reference.run.outputOf) ?? null) : undefined
    })
    return new Set(values).size === 1
  }

  get offered(): Simulator[] {
    return this.task.available_tools
      .map((name) => this.registry.get(name))
      .filter((tool) => tool !== undefined)
  }

  get needed(): ReadonlySet<string> {
    return new Set(this.task.expected_trace.steps.map((step) => step.tool_name))
  }
}
