import { listSources } from '../../../schema/binding.ts'
import type { Step, Task } from '../../../schema/task.ts'
import type { TaskInWorld } from '../../../schema/task-in-world.ts'
import { groupBy } from '../../../shared/group.ts'
import { type Json, type JsonObject, stringifyStably } from '../../../shared/json.ts'
import { memoizeByObject } from '../../../shared/memoize.ts'
import { readValueAt } from '../../../shared/pointer.ts'
import { resolve } from '../../../tasks/bindings.ts'
import type { LeafSchema } from '../../../tasks/equality.ts'
import type { ReferenceRun } from '../../../tasks/reference-run.ts'
import type { Simulator } from '../../../tools/define-simulator.ts'
import { executeTool } from '../../../tools/execute.ts'
import type { Registry } from '../../../tools/registry.ts'
import type { World } from '../../../tools/world/world.ts'
import { resolveForms } from '../bound-values.ts'
import type { AuditSubject } from '../subject.ts'
import { type Goal, listGoals } from './goals.ts'
import { buildCallKey, type FoundCall, type KnownValue, promptValues } from './known.ts'
import { classifyValue, convertToArgument, signatureOf, typeOfSchema, type ValueSchema } from './signature.ts'

/** Worlds in which a task is looked at: a search in the first, and what it finds is repeated in the others. */
const WORLDS = 3

/** Worlds in which a value of 10 bits or more has to turn up before it no longer counts as chance. */
const MIN_WORLDS = 2

/** Calls for all questions about a task of one step: the more steps, the more is known, and the more a call costs. */
const MAX_TASK_CALLS = 50_000_000

/** Results that a world remembers, so that the questions about a task share them. */
const MAX_REMEMBERED_RESULTS = 5_000

export interface CallResult {
  output: Json
  committed: boolean
}

/** An argument of the expected trace that bindings put together: who knows the parts knows it, since the prompt says how. */
interface ComposedArgument {
  what: string
  type: string
  value: Json
  /** For each binding the values that it takes, as JSON texts: as they flowed, and after the declared transforms. */
  sources: readonly (readonly string[])[]
}

/** One world of a task: what flows in it, and what calls give in it. */
export class SearchWorld {
  readonly seed: number
  readonly run: ReferenceRun
  readonly goals: readonly Goal[]
  /** In the same order in every world. */
  readonly composed: readonly ComposedArgument[]
  private readonly registry: Registry
  private readonly initial: World
  private readonly remembered = new Map<string, CallResult | undefined>()

  constructor(here: TaskInWorld<Registry>, run: ReferenceRun) {
    this.seed = here.seed
    this.run = run
    this.registry = here.tools
    this.goals = listGoals(here.task, here.tools, run.outputOf)
    this.composed = listComposedArguments(here.task, here.tools, run)
    this.initial = here.tools.open(here.seed)
  }

  /**
   * What a call gives in the world as it is at the start, or as another call left it; undefined where it is refused.
   * Nothing that it changes stays.
   */
  make(tool: Simulator, args: JsonObject, key: string, after?: FoundCall): CallResult | undefined {
    if (after === undefined && this.remembered.has(key)) return this.remembered.get(key)
    const world = tool.effect === 'read' && after === undefined ? this.initial : this.registry.open(this.seed)
    const first = this.registry.get(after?.tool ?? '')
    if (after !== undefined && first !== undefined) executeTool(first, after.arguments, world)
    const result = executeTool(tool, args, world)
    const made = result.ok ? { output: result.output, committed: result.committed } : undefined
    if (after !== undefined) return made
    if (this.remembered.size < MAX_REMEMBERED_RESULTS) this.remembered.set(key, made)
    return made
  }

  /** What a call of another world gives here, with arguments that come about in the same way; undefined where they do not. */
  repeat({ tool, arguments: args, taken }: FoundCall): CallResult | undefined {
    const simulator = this.registry.get(tool)
    if (simulator === undefined) return undefined
    const here: JsonObject = { ...args }
    let after: FoundCall | undefined
    for (const [name, known] of taken) {
      const parameter = signatureOf(simulator).parameters.find((one) => one.name === name)
      const value = this.findValue(known)
      const argument =
        value === undefined || parameter === undefined ? undefined : convertToArgument(value, parameter)
      if (argument === undefined) return undefined
      here[name] = argument
      if (known.origin.from === 'call' && known.origin.call.committed) after = known.origin.call
    }
    return this.make(simulator, here, buildCallKey(tool, here), after)
  }

  /** What a known value of another world is here; undefined where its origin leads nowhere. */
  findValue({ value, origin }: KnownValue): Json | undefined {
    switch (origin.from) {
      case 'start':
        return value
      case 'step':
        return readValueAt(this.run.outputOf(origin.step) ?? null, origin.pointer)
      case 'call': {
        const result = this.repeat(origin.call)
        return result === undefined ? undefined : readValueAt(result.output, origin.pointer)
      }
      default: {
        const argument = this.composed[origin.place]
        const isKnown = origin.parts.every((part, i) => {
          const here = this.findValue(part)
          return here !== undefined && argument?.sources[i]?.includes(stringifyStably(here)) === true
        })
        return isKnown ? argument?.value : undefined
      }
    }
  }
}

function listComposedArguments(
  { expected_trace: { steps } }: Task,
  registry: Registry,
  run: ReferenceRun,
): ComposedArgument[] {
  return steps.flatMap(({ step_id, tool_name, arguments: args }) => {
    const schema = registry.get(tool_name)?.inputSchema as LeafSchema | undefined
    return Object.entries(args).flatMap(([parameter, written]): ComposedArgument[] => {
      const bindings = listSources(written)
      const value = run.argumentsOf.get(step_id)?.[parameter]
      if (bindings.length === 0 || value === undefined) return []
      const declared = schema?.properties?.[parameter] as ValueSchema | undefined
      const sources = bindings.map((binding) =>
        resolveForms(binding, run.outputOf).flatMap((flowed) =>
          flowed === undefined ? [] : stringifyStably(flowed),
        ),
      )
      const type = declared === undefined ? classifyValue(value) : typeOfSchema(declared)
      return [{ what: `${step_id} ${parameter}`, type, value, sources }]
    })
  })
}

/** What the rules on known values share of a task. */
export interface TaskSearch {
  task: Task
  /** Empty where the expected trace executes in no world. */
  worlds: readonly SearchWorld[]
  /** Tools on offer that can be called, without those that only an alternative uses. */
  tools: readonly Simulator[]
  used: ReadonlySet<string>
  /** For each tool of the expected trace the arguments that the prompt states of its calls. */
  stated: ReadonlyMap<string, readonly JsonObject[]>
  given: readonly KnownValue[]
  /** Calls that are left for questions about the task. */
  budget: { calls: number }
}

/** The search in a task, prepared once; the same for every rule that asks. */
export const taskSearchOf = memoizeByObject((subject: AuditSubject): TaskSearch => {
  const { task, registry, needed, offered } = subject
  const alternative = new Set(
    task.alternatives?.flatMap(({ steps }) => steps.map(({ tool_name }) => tool_name)) ?? [],
  )
  const callsOf = groupBy(task.expected_trace.steps, ({ tool_name }) => tool_name)
  return {
    task,
    worlds: subject.listSeeds(WORLDS).flatMap((seed) => {
      const reference = subject.runReference(seed)
      return reference.ok ? [new SearchWorld(subject.worlds.in(seed), reference.run)] : []
    }),
    tools: [...new Set(offered)].filter(({ name }) => needed.has(name) || !alternative.has(name)),
    used: new Set([...needed, ...alternative]),
    stated: new Map([...callsOf].map(([tool, steps]) => [tool, steps.map(resolvePlainArguments)])),
    budget: { calls: MAX_TASK_CALLS / Math.max(1, task.expected_trace.steps.length) ** 2 },
    given: promptValues(task, registry).map((value) => ({
      ...value,
      origin: { from: 'start', what: 'the prompt' },
    })),
  }
})

/** The arguments of a step that no binding gives. */
export const resolvePlainArguments = ({ arguments: args }: Step): JsonObject =>
  Object.fromEntries(
    Object.entries(args).flatMap(([name, value]) => {
      const plain = listSources(value).length === 0 ? resolve(value, () => undefined) : undefined
      return plain === undefined ? [] : [[name, plain] as const]
    }),
  )

/**
 * Whether what a search found in the first world holds in enough of the others, so that it is not chance: in one more
 * where the value carries 10 bits, else in all.
 */
export function holdsElsewhere(
  { worlds }: TaskSearch,
  isDecisive: boolean,
  holds: (world: SearchWorld) => boolean,
): boolean {
  const others = worlds.slice(1)
  const wanted = isDecisive ? Math.min(MIN_WORLDS - 1, others.length) : others.length
  return others.filter(holds).length >= wanted
}
