import { listSeeds, listVettedSeeds } from '../../run/worlds.ts'
import type { TaskScore } from '../../schema/score.ts'
import type { Expansion, PlainTask, TaskInWorld, WrittenTask } from '../../schema/task-in-world.ts'
import type { Trace } from '../../schema/trace.ts'
import type { StateBudget } from '../../scoring/alignment-search.ts'
import { decideInWorld, scoreInWorld, type Verdict } from '../../scoring/score.ts'
import { SharedJudgements } from '../../scoring/shared-judgements.ts'
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

interface SharedValue<Value = Json | undefined> {
  value: Value
  place: number
}

interface Decision {
  verdict: Verdict
  /** States that the task's alignments had left before it. */
  statesBefore: number
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
  private readonly verdicts = new Map<string, Decision>()
  /** Arguments, results and answers of traces by their text, each once. */
  private readonly values = new Map<string | undefined, SharedValue>()
  private readonly shared = new SharedJudgements()
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

  /** The verdict on a trace at the task. Many rewrites, mutants and calibration agents do what another did, most in part. */
  decide(trace: Trace): Verdict {
    return this.findOrDecide(trace).verdict
  }

  /** The score of a trace at the task, with the reasons that {@link decide} leaves out. */
  explain(trace: Trace): TaskScore {
    const { statesBefore } = this.findOrDecide(trace)
    return scoreInWorld(this.here, trace, { stateBudget: { left: statesBefore } })
  }

  private findOrDecide(trace: Trace): Decision {
    const { agent: _, duration_ms: __, final_answer: answer, ...graded } = trace
    const parts = trace.calls.map((call) => {
      const [args, result] = [this.share(call.arguments), this.share(call.result)]
      return {
        call: { ...call, arguments: args.value, ...(result.value !== undefined && { result: result.value }) },
        key: { ...call, arguments: args.place, result: result.place },
      }
    })
    const key = JSON.stringify({
      ...graded,
      calls: parts.map((part) => part.key),
      final_answer: this.share(answer).place,
    })
    let known = this.verdicts.get(key)
    if (known === undefined) {
      const { stateBudget, shared } = this
      const statesBefore = stateBudget.left
      const sharing = { ...trace, calls: parts.map(({ call }) => call) }
      known = { verdict: decideInWorld(this.here, sharing, { stateBudget, shared }), statesBefore }
      this.verdicts.set(key, known)
    }
    return known
  }

  private share<Value extends Json | undefined>(value: Value): SharedValue<Value> {
    const text = JSON.stringify(value)
    let known = this.values.get(text)
    if (known === undefined) {
      known = { value, place: this.values.size }
      this.values.set(text, known)
    }
    return known as SharedValue<Value>
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
