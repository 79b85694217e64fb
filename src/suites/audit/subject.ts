import { listSeeds, listVettedSeeds } from '../../run/worlds.ts'
import type { TaskScore } from '../../schema/score.ts'
import type { Expansion, PlainTask, TaskInWorld, WrittenTask } from '../../schema/task-in-world.ts'
import type { Trace } from '../../schema/trace.ts'
import type { StateBudget } from '../../scoring/align.ts'
import { scoreInWorld } from '../../scoring/score.ts'
import { computeSha256 } from '../../shared/digest.ts'
import { describeThrown } from '../../shared/errors.ts'
import { type Json, stringifyStably } from '../../shared/json.ts'
import { resolve } from '../../tasks/bindings.ts'
import type { ReferenceRun } from '../../tasks/reference-run.ts'
import type { TaskWorlds } from '../../tasks/task-worlds.ts'
import { openWorld } from '../../tasks/world-state.ts'
import type { Simulator } from '../../tools/define-simulator.ts'
import type { Registry } from '../../tools/registry.ts'
import type { World } from '../../tools/world/world.ts'
import { listUsedSteps } from './bound-values.ts'

export const WORLDS = 20
const RECOMPUTED_WORLDS = 3

/** States that the alignments of one task look at, for one step: what a state costs grows with the square of the steps. */
const MAX_STATES = 20_000_000
const MIN_STATES_SHARE = 0.01

export type ReferenceResult = { ok: true; run: ReferenceRun } | { ok: false; why: string }

/** How a task is built: its calls and bindings, whichever items of a list the bindings take. */
const describeForm = ({ task }: TaskInWorld): string => {
  const parts: Json = [
    ...task.expected_trace.steps.flatMap((step) => [step.step_id, step.arguments]),
    task.expected_final_answer ?? null,
  ]
  return stringifyStably(parts).replace(/\/\d+(?=[/"])/g, '/*')
}

/** A task under audit in the world of a seed, with its reference runs made once. */
export class AuditSubject {
  readonly worlds: TaskWorlds<Registry>
  /** The task as it is in its world; as the suite writes it where it has no expected trace there. */
  readonly task: PlainTask | WrittenTask
  /** How it came about there. */
  readonly expansion: Expansion | undefined
  /** Seed of the world that the task is looked at in. */
  readonly seed: number
  private readonly runs = new Map<number, ReferenceResult>()
  private readonly shapes = new Map<number, number[]>()
  private readonly scores = new Map<string, TaskScore>()
  private foundTools: ReadonlySet<string> | undefined
  private readonly mostStates: number
  private readonly stateBudget: StateBudget

  /** @param seed That of the task's own world by default */
  constructor(worlds: TaskWorlds<Registry>, seed: number = worlds.seed) {
    this.worlds = worlds
    this.seed = seed
    const { task = worlds.written, expansion } = worlds.find(seed) ?? {}
    this.task = task
    this.expansion = expansion
    this.mostStates = MAX_STATES / Math.max(1, task.expected_trace.steps.length) ** 2
    this.stateBudget = { left: this.mostStates }
  }

  /** The task as the suite writes it. */
  get source(): WrittenTask {
    return this.worlds.written
  }

  get registry(): Registry {
    return this.worlds.tools
  }

  /** The task in its world, for whoever knows that it has an expected trace there. */
  get here(): TaskInWorld<Registry> {
    return this.worlds.in(this.seed)
  }

  /** Whether so few states are left that a wrong trace would stay undecided: each alignment takes a share of them. */
  get isSpent(): boolean {
    return this.stateBudget.left < MIN_STATES_SHARE * this.mostStates
  }

  /** A new world of the task. */
  openWorld(): World {
    return openWorld(this.task, this.seed, this.registry)
  }

  /** The expected trace executed in the world of a seed. Its world and values are shared: do not change them. */
  runReference(seed: number = this.seed): ReferenceResult {
    let result = this.runs.get(seed)
    if (result === undefined) {
      try {
        result = { ok: true, run: this.worlds.reference(seed) }
      } catch (error) {
        result = { ok: false, why: describeThrown(error) }
      }
      this.runs.set(seed, result)
    }
    return result
  }

  /** The expected trace executed in the subject's own world, for whoever knows that it goes through. */
  get run(): ReferenceRun {
    const reference = this.runReference()
    if (!reference.ok) throw new Error(reference.why)
    return reference.run
  }

  /** The score of a trace at the task. A quarter of all rewrites, mutants and calibration agents do what another did. */
  scoreCached(trace: Trace): TaskScore {
    const { agent: _, duration_ms: __, ...graded } = trace
    // The texts of all traces of a large task would be held at once.
    const key = computeSha256(JSON.stringify(graded))
    const score = this.scores.get(key) ?? scoreInWorld(this.here, trace, { stateBudget: this.stateBudget })
    this.scores.set(key, score)
    return score
  }

  /** Seeds of the worlds that attempts are made in, from the task's own on: one where a recording decides. */
  get worldSeeds(): number[] {
    if (this.worlds.isDependent) return listSeeds(this.source, this.registry)
    return Array.from({ length: WORLDS }, (_, i) => this.seed + i)
  }

  /** This many seeds, at most, from the task's own on in whose worlds it has the same calls and bindings. */
  listSeeds(count: number): number[] {
    if (!this.worlds.isDependent) return Array.from({ length: count }, (_, i) => this.seed + i)
    let seeds = this.shapes.get(count)
    if (seeds === undefined) {
      const form = describeForm(this.here)
      const others = this.worlds.listSimilarSeeds(WORLDS, this.seed)
      seeds = [
        this.seed,
        ...others.filter((seed) => describeForm(this.worlds.in(seed)) === form).slice(0, count - 1),
      ]
      this.shapes.set(count, seeds)
    }
    return seeds
  }

  /** Whether a value is the same in every world: it is worked out of what the prompt states, and hides nothing. */
  isRecomputable(value: Json): boolean {
    const values = this.listSeeds(RECOMPUTED_WORLDS).map((seed) => {
      const reference = this.runReference(seed)
      return reference.ok ? stringifyStably(resolve(value, reference.run.outputOf) ?? null) : undefined
    })
    return new Set(values).size === 1
  }

  get offered(): Simulator[] {
    return this.task.available_tools
      .map((name) => this.registry.get(name))
      .filter((tool) => tool !== undefined)
  }

  /** Tools of whose output a function makes something in one of the worlds that checks look at; none for a fixed trace. */
  get usedTools(): ReadonlySet<string> {
    this.foundTools ??= new Set(
      (this.worlds.isDependent ? listVettedSeeds(this.source, this.registry) : []).flatMap((seed) => {
        const there = this.worlds.find(seed)
        const used = there && listUsedSteps(there)
        const steps = there?.task.expected_trace.steps ?? []
        return steps.flatMap(({ step_id, tool_name }) => (used?.has(step_id) ? [tool_name] : []))
      }),
    )
    return this.foundTools
  }

  /** Tools that a function calls in one of the worlds that checks look at: they do not stand beside the task. */
  get calledTools(): ReadonlySet<string> {
    const seeds = this.worlds.isDependent ? listVettedSeeds(this.source, this.registry) : []
    const steps = seeds.flatMap((seed) => this.worlds.find(seed)?.task.expected_trace.steps ?? [])
    return new Set(steps.map(({ tool_name }) => tool_name))
  }

  get needed(): ReadonlySet<string> {
    return new Set(this.task.expected_trace.steps.map((step) => step.tool_name))
  }
}
