import type { Task } from '../../schema/task.ts'
import { type Json, stableJson } from '../../shared/json.ts'
import { valueAt } from '../../shared/pointer.ts'
import type { Simulator } from '../../simulators/define-simulator.ts'
import { executeTool, type ToolResult } from '../../simulators/execute.ts'
import type { Registry } from '../../simulators/registry.ts'
import { type CommittedEffect, writeKey } from '../../world/effect.ts'
import type { World } from '../../world/world.ts'
import type { TreeCall } from './call-tree.ts'
import { type ResultValue, resultValues, type Uses } from './result-values.ts'
import { skewedWorld } from './skewed-world.ts'
import type { TrialCall } from './trial-call.ts'
import type { ValueIds } from './value-ids.ts'
import { type Touch, WatchedWorld } from './watched-world.ts'

/** Secrets that count, with a world that is another one in all others. */
export interface Room {
  /** Its place among `TreeCall.trials`. */
  readonly place: number
  readonly secrets: ReadonlySet<string>
  readonly other: World
  /** Writes that give the same wherever they have not been made before, by their calls. */
  readonly writes: Map<TreeCall, TrialCall>
}

/**
 * A world, and one that differs from it in every secret that does not count, in which writes are made. A write that is
 * known to give the same is left until something is called that could see it.
 */
export interface WorldPair {
  readonly world: WatchedWorld
  readonly other: WatchedWorld
  /** Effects that both of them lack, with their keys. */
  readonly left: Map<string, CommittedEffect>
}

/**
 * Makes calls in one world of a task, equal reads only once however often they are asked for. Of the results it gives
 * what depends on certain secrets alone: what depends on more is left out.
 */
export class TrialCalls {
  private readonly seed: number
  private readonly uses: Uses
  private readonly ids: ValueIds
  private readonly pristine: WatchedWorld
  private readonly rooms = new Map<string, Room>()

  constructor(seed: number, uses: Uses, ids: ValueIds) {
    this.seed = seed
    this.uses = uses
    this.ids = ids
    this.pristine = new WatchedWorld(seed)
  }

  /** Where calls are made of which what depends on certain secrets alone counts. */
  roomFor(secrets: ReadonlySet<string>): Room {
    const key = stableJson([...secrets].sort())
    let room = this.rooms.get(key)
    if (room === undefined) {
      const other = skewedWorld(this.seed, (secret) => !secrets.has(secret))
      room = { place: this.rooms.size, secrets, other, writes: new Map() }
      this.rooms.set(key, room)
    }
    return room
  }

  /** Worlds in which writes may be made. */
  freshWorlds({ secrets }: Room): WorldPair {
    return {
      world: new WatchedWorld(this.seed),
      other: new WatchedWorld(this.seed, (secret) => !secrets.has(secret)),
      left: new Map(),
    }
  }

  /** What a read gives in the world as it is at the start. */
  read(call: TreeCall, room: Room): TrialCall {
    const known = call.trials[room.place]
    if (known !== undefined) return known
    const { tool, arguments: args } = call
    call.trial ??= this.watch(tool, args, this.pristine)
    let trial = call.trial
    for (const secret of trial.touch.secrets) {
      if (room.secrets.has(secret)) continue
      trial = withoutOthers(trial, executeTool(tool, args, room.other))
      break
    }
    call.trials[room.place] = trial
    return trial
  }

  /** What a call gives in worlds that others have changed, or that it changes. */
  try(call: TreeCall, room: Room, worlds: WorldPair): TrialCall {
    const known = room.writes.get(call)
    if (known !== undefined && isFirst(known.touch, worlds)) {
      for (const effect of known.touch.effects) worlds.left.set(keyOf(effect), effect)
      return known
    }
    const { tool, arguments: args } = call
    const { world, other, left } = worlds
    for (const one of left.size === 0 ? [] : [world, other]) {
      one.watch((there) => {
        for (const effect of left.values()) there.commit(effect)
      })
    }
    left.clear()
    const own = this.watch(tool, args, world)
    const [elsewhere, touch] = other.watch((there) => executeTool(tool, args, there))
    const trial = withoutOthers(own, elsewhere)
    if (seesNoState(own.touch, world) && seesNoState(touch, other) && haveEqualEffects(own.touch, touch)) {
      const writes = new Set([...(own.touch.writes ?? []), ...(touch.writes ?? [])])
      room.writes.set(call, { ...trial, touch: { ...own.touch, writes } })
    }
    return trial
  }

  private watch(tool: Simulator, args: TreeCall['arguments'], world: WatchedWorld): TrialCall {
    const [result, touch] = world.watch((own) => executeTool(tool, args, own))
    const values = result.ok ? resultValues(tool, result.output, this.uses) : []
    return {
      result,
      touch,
      values: values.map((value) => ({ ...value, id: this.ids.idOf(value.text) })),
      isNoted: false,
    }
  }
}

const keyOf = ({ tool, arguments: args }: CommittedEffect): string => writeKey(tool, args)

/** Whether a call just made in a world would have given the same wherever its write was not made before. */
const seesNoState = ({ writes, effects }: Touch, world: WatchedWorld): boolean =>
  writes !== undefined &&
  [...writes].every((key) => world.timesWritten(key) === effects.filter((one) => keyOf(one) === key).length)

const haveEqualEffects = (one: Touch, other: Touch): boolean =>
  stableJson(one.effects.map(keyOf)) === stableJson(other.effects.map(keyOf))

/** Whether no write that a call asks about or makes was made in either world. */
const isFirst = ({ writes = new Set(), effects }: Touch, { world, other, left }: WorldPair): boolean =>
  [...writes, ...effects.map(keyOf)].every(
    (key) => !left.has(key) && world.timesWritten(key) + other.timesWritten(key) === 0,
  )

const withoutOthers = (trial: TrialCall, other: ToolResult): TrialCall => ({
  ...trial,
  isNoted: false,
  values: without(trial.values, other.ok ? other.output : undefined),
})

/** The values of a result that another one gives as well. */
export const without = <T extends ResultValue>(values: readonly T[], other: Json | undefined): T[] =>
  values.filter(({ pointer, text }) => {
    const there = other === undefined ? undefined : valueAt(other, pointer)
    return there !== undefined && stableJson(there) === text
  })

/** The tools of a task that are on offer and have a simulator. */
export const offeredTo = (task: Task, registry: Registry): Simulator[] =>
  [...new Set(task.available_tools)].flatMap((name) => registry.get(name) ?? [])
