import { sourcesOf } from '../../../schema/binding.ts'
import type { Task } from '../../../schema/task.ts'
import { resolve } from '../../../scoring/bindings.ts'
import type { LeafSchema } from '../../../scoring/equality.ts'
import type { GoldRun } from '../../../scoring/gold-run.ts'
import { type Json, type JsonObject, stableJson } from '../../../shared/json.ts'
import { valueAt } from '../../../shared/pointer.ts'
import type { Simulator } from '../../../tools/define-simulator.ts'
import { executeTool } from '../../../tools/execute.ts'
import type { Registry } from '../../../tools/registry.ts'
import { World } from '../../../tools/world/world.ts'
import { type Goal, goalsOf } from './goals.ts'
import { callKey, type KnownCall, type KnownValue } from './known-values.ts'
import {
  asArgument,
  plainTypeOfValue,
  type ResultValue,
  resultValues,
  signatureOf,
  typeOfSchema,
  type ValueSchema,
} from './signature.ts'

/** Values of results that a world remembers; over that it forgets all and starts anew. */
const MAX_REMEMBERED_VALUES = 50_000

/** What a successful call gives. */
export interface CallResult {
  output: JsonObject
  values: readonly ResultValue[]
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
  readonly run: GoldRun
  /** In the same order in every world. */
  readonly goals: readonly Goal[]
  /** In the same order in every world. */
  readonly composed: readonly ComposedArgument[]
  private readonly registry: Registry
  private readonly initial: World
  private readonly remembered = new Map<string, CallResult | undefined>()
  private rememberedValues = 0

  constructor(task: Task, registry: Registry, seed: number, run: GoldRun) {
    this.seed = seed
    this.run = run
    this.registry = registry
    this.goals = goalsOf(task, registry, run.outputOf)
    this.composed = composedArgumentsOf(task, registry, run)
    this.initial = new World(seed)
  }

  /**
   * What a call gives in the world as it is at the start, or as another call left it; undefined where it is refused.
   * Nothing that it changes stays.
   */
  make(
    tool: Simulator,
    args: JsonObject,
    call = callKey(tool.name, args),
    after?: KnownCall,
  ): CallResult | undefined {
    const key = after === undefined ? call : `${after.key} ${call}`
    if (this.remembered.has(key)) return this.remembered.get(key)
    const world = tool.effect === 'read' && after === undefined ? this.initial : new World(this.seed)
    const first = this.registry.get(after?.tool ?? '')
    if (after !== undefined && first !== undefined) executeTool(first, after.arguments, world)
    const result = executeTool(tool, args, world)
    const made = result.ok
      ? { output: result.output, committed: result.committed, values: resultValues(tool, result.output) }
      : undefined
    if (this.rememberedValues > MAX_REMEMBERED_VALUES) {
      this.remembered.clear()
      this.rememberedValues = 0
    }
    this.remembered.set(key, made)
    this.rememberedValues += 1 + (made?.values.length ?? 0)
    return made
  }

  /** What a call of another world gives here, with arguments that come about in the same way; undefined where they do not. */
  repeat({ tool, arguments: args, taken }: KnownCall): CallResult | undefined {
    const simulator = this.registry.get(tool)
    if (simulator === undefined) return undefined
    const here: JsonObject = { ...args }
    let after: KnownCall | undefined
    for (const [name, known] of taken) {
      const parameter = signatureOf(simulator).parameters.find((one) => one.name === name)
      const value = this.valueOf(known)
      const argument =
        value === undefined || parameter === undefined ? undefined : asArgument(value, parameter)
      if (argument === undefined) return undefined
      here[name] = argument
      if (known.origin.from === 'call' && known.origin.call.committed) after = known.origin.call
    }
    return this.make(simulator, here, undefined, after)
  }

  /** What a known value of another world is here; undefined where its origin leads nowhere. */
  valueOf({ value, origin }: KnownValue): Json | undefined {
    switch (origin.from) {
      case 'start':
        return value
      case 'step':
        return valueAt(this.run.outputOf(origin.step) ?? null, origin.pointer)
      case 'call': {
        const result = this.repeat(origin.call)
        return result === undefined ? undefined : valueAt(result.output, origin.pointer)
      }
      default: {
        const argument = this.composed[origin.place]
        const isKnown = origin.parts.every((part, i) => {
          const value = this.valueOf(part)
          return value !== undefined && argument?.sources[i]?.includes(stableJson(value)) === true
        })
        return isKnown ? argument?.value : undefined
      }
    }
  }
}

function composedArgumentsOf(
  { expected_trace: { steps } }: Task,
  registry: Registry,
  run: GoldRun,
): ComposedArgument[] {
  return steps.flatMap(({ step_id, tool_name, arguments: args }) => {
    const schema = registry.get(tool_name)?.inputSchema as LeafSchema | undefined
    return Object.entries(args).flatMap(([parameter, written]): ComposedArgument[] => {
      const bindings = sourcesOf(written)
      const value = run.argumentsOf.get(step_id)?.[parameter]
      if (bindings.length === 0 || value === undefined) return []
      const declared = schema?.properties?.[parameter] as ValueSchema | undefined
      return [
        {
          what: `${step_id} ${parameter}`,
          type: declared === undefined ? plainTypeOfValue(value) : typeOfSchema(declared),
          value,
          sources: bindings.map(({ $from, at, via }) =>
            [{ $from, at }, ...(via === undefined ? [] : [{ $from, at, via }])]
              .map((binding) => resolve(binding, run.outputOf))
              .flatMap((flowed) => (flowed === undefined ? [] : stableJson(flowed))),
          ),
        },
      ]
    })
  })
}
