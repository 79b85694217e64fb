import { get } from '@hyperjump/json-pointer'
import type { Task } from '../../schema/task.ts'
import { type Json, type JsonObject, stableJson } from '../../shared/json.ts'
import type { Simulator } from '../../simulators/define-simulator.ts'
import { executeTool, type ToolResult } from '../../simulators/execute.ts'
import type { Registry } from '../../simulators/registry.ts'
import type { World } from '../../world/world.ts'
import { type ResultValue, resultValues, type Uses } from './result-values.ts'
import { skewedWorld } from './skewed-world.ts'
import { type Touch, WatchedWorld } from './watched-world.ts'

/** What came of a call. */
export interface TrialCall {
  result: ToolResult
  touch: Touch
  /** What it tells; nothing where the call was refused. */
  values: readonly ResultValue[]
}

/** A world, and one that differs from it in every secret that does not count. */
export interface WorldPair {
  world: WatchedWorld
  other: World
}

/**
 * Makes calls in one world of a task, equal reads only once however often they are asked for. Of the results it gives
 * what depends on certain secrets alone: what depends on more is left out.
 */
export class TrialCalls {
  private readonly seed: number
  private readonly uses: Uses
  private readonly pristine: WatchedWorld
  private readonly trials = new Map<string, TrialCall>()
  private readonly rooms = new Map<string, { other: World; trials: Map<string, TrialCall> }>()

  constructor(seed: number, uses: Uses) {
    this.seed = seed
    this.uses = uses
    this.pristine = new WatchedWorld(seed)
  }

  /** Worlds in which writes may be made. */
  freshWorlds(secrets: ReadonlySet<string>): WorldPair {
    return {
      world: new WatchedWorld(this.seed),
      other: skewedWorld(this.seed, (secret) => !secrets.has(secret)),
    }
  }

  /**
   * What a read gives in the world as it is at the start.
   *
   * @param key Tool and arguments as text, the same for equal calls.
   */
  read(tool: Simulator, args: JsonObject, key: string, secrets: ReadonlySet<string>): TrialCall {
    let plain = this.trials.get(key)
    if (plain === undefined) {
      plain = this.watch(tool, args, this.pristine)
      this.trials.set(key, plain)
    }
    if ([...plain.touch.secrets].every((secret) => secrets.has(secret))) return plain
    const room = this.roomFor(secrets)
    let trial = room.trials.get(key)
    if (trial === undefined) {
      trial = withoutOthers(plain, executeTool(tool, args, room.other))
      room.trials.set(key, trial)
    }
    return trial
  }

  /** What a call gives in worlds that others have changed, or that it changes. */
  try(tool: Simulator, args: JsonObject, { world, other }: WorldPair): TrialCall {
    return withoutOthers(this.watch(tool, args, world), executeTool(tool, args, other))
  }

  private roomFor(secrets: ReadonlySet<string>): { other: World; trials: Map<string, TrialCall> } {
    const key = stableJson([...secrets].sort())
    let room = this.rooms.get(key)
    if (room === undefined) {
      room = { other: this.freshWorlds(secrets).other, trials: new Map() }
      this.rooms.set(key, room)
    }
    return room
  }

  private watch(tool: Simulator, args: JsonObject, world: WatchedWorld): TrialCall {
    const [result, touch] = world.watch((own) => executeTool(tool, args, own))
    const values = result.ok ? resultValues(tool, result.output, this.uses) : []
    return { result, touch, values }
  }
}

const withoutOthers = (trial: TrialCall, other: ToolResult): TrialCall => ({
  ...trial,
  values: without(trial.values, other.ok ? other.output : undefined),
})

/** The values of a result that another one gives as well. */
export const without = (values: readonly ResultValue[], other: Json | undefined): ResultValue[] =>
  values.filter(({ pointer, text }) => {
    const there = other === undefined ? undefined : valueAt(other, pointer)
    return there !== undefined && stableJson(there) === text
  })

function valueAt(output: Json, pointer: string): Json | undefined {
  try {
    return get(pointer)(output) as Json | undefined
  } catch {
    return undefined
  }
}

/** The tools of a task that are on offer and have a simulator. */
export const offeredTo = (task: Task, registry: Registry): Simulator[] =>
  [...new Set(task.available_tools)].flatMap((name) => registry.get(name) ?? [])
