import { resolve } from '../../../scoring/bindings.ts'
import { entropyBitsOf, MIN_ENTROPY_BITS } from '../../../scoring/bits.ts'
import { type LeafSchema, numbersEqual } from '../../../scoring/equality.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { carries, numbersIn } from '../../../scoring/tokens.ts'
import { type Json, type JsonObject, stableJson } from '../../../shared/json.ts'
import { once } from '../../../shared/memoize.ts'
import { RecentMap } from '../../../shared/recent-map.ts'
import { rngOf } from '../../../shared/rng.ts'
import { World } from '../../../tools/world/world.ts'
import type { Ground, Output } from './ground.ts'

/** Seeds of the worlds that graphs are drawn in: few, so that their things are made once. */
export const DRAWING_WORLDS = 4
/** Values in the results of calls that are remembered, twice. */
const MAX_REMEMBERED_VALUES = 100_000
/** Calls of a tool without a result to pass on, after which no graph starts with it. */
const MAX_VAIN_CALLS = 24

/** An output with values that nobody knew before the call. */
export interface NewOutput {
  output: Output
  values: readonly Json[]
}

/** What a call gives. */
export interface Found {
  result: JsonObject
  values: readonly Json[]
  news(): readonly NewOutput[]
}

/** The outputs of a call that carry enough, and nothing that an argument or another place of the result holds. */
function* newsOf(outputs: readonly Output[], result: Json, args: JsonObject): Generator<NewOutput> {
  const said = JSON.stringify([args])
  const texts = leavesOf(result).flatMap(({ pointer, value }) =>
    typeof value === 'string' ? [{ pointer, value: value.normalize('NFC') }] : [],
  )
  const numbers = once(() =>
    texts.flatMap(({ pointer, value: text }) => numbersIn(text).map(({ value }) => ({ pointer, value }))),
  )
  const isElsewhere = (leaf: Json, at: string): boolean => {
    const isOther = ({ pointer }: { pointer: string }): boolean =>
      pointer !== at && !pointer.startsWith(`${at}/`)
    if (carries(said, leaf)) return true
    if (typeof leaf === 'number')
      return numbers().some((number) => numbersEqual(leaf, number.value) && isOther(number))
    if (typeof leaf !== 'string') return texts.some((text) => isOther(text) && carries(text.value, leaf))
    const plain = leaf.normalize('NFC').trim()
    const escaped = JSON.stringify(plain).slice(1, -1)
    return texts.some(
      (text) =>
        text.value.length >= leaf.length &&
        (text.value.includes(plain) || text.value.includes(escaped)) &&
        isOther(text) &&
        carries(text.value, leaf),
    )
  }
  for (const output of outputs) {
    const { at, schema } = output
    const value = resolve({ $from: 'step', at }, () => result)
    if (value === undefined) continue
    const values = leavesOf(value).map((leaf) => leaf.value)
    // A list of values has no schema of its own here.
    const own = typeof value === 'object' ? undefined : (schema as LeafSchema)
    const bits = values.reduce((sum: number, leaf) => sum + entropyBitsOf(own, leaf), 0)
    if (bits >= MIN_ENTROPY_BITS && !values.some((leaf) => isElsewhere(leaf, at))) yield { output, values }
  }
}

/** Calls in worlds of graphs that are being drawn. Those that read a world that nothing has changed are remembered. */
export class FirstCalls {
  private readonly ground: Ground
  private readonly known = new RecentMap<Found | 'refused'>(MAX_REMEMBERED_VALUES, (found) =>
    found === 'refused' ? 1 : found.values.length,
  )
  private readonly starting = new Map<string, boolean>()

  constructor(ground: Ground) {
    this.ground = ground
  }

  /** What a call gives; undefined where the arguments are none or the tool refuses. */
  call(tool: string, args: Json | undefined, drawn: JsonObject, world: World): Found | undefined {
    if (args === undefined) return undefined
    if (!this.ground.isRead(tool) || world.journal.length > 0) return this.made(tool, args, drawn, world)
    const key = `${world.seed} ${tool} ${stableJson(args)} ${stableJson(drawn)}`
    let found = this.known.get(key)
    if (found === undefined) {
      found = this.made(tool, args, drawn, world) ?? 'refused'
      this.known.set(key, found)
    }
    return found === 'refused' ? undefined : found
  }

  private made(tool: string, args: Json, drawn: JsonObject, world: World): Found | undefined {
    const result = this.ground.execute(tool, args, world)
    if (result === undefined) return undefined
    const values = leavesOf(result).map(({ value }) => value)
    return { result, values, news: once(() => [...newsOf(this.ground.outputsOf(tool), result, drawn)]) }
  }

  /** Whether a call of a tool with what requests say gives something to pass on. */
  canStart(tool: string): boolean {
    let canStart = this.starting.get(tool)
    if (canStart === undefined) {
      canStart = Array.from({ length: MAX_VAIN_CALLS }, (_, i) => i).some((i) => {
        const args = this.ground.phrasesOf(tool).draw(rngOf(i, 'start', tool))
        const result = this.ground.execute(tool, args, new World(1 + (i % DRAWING_WORLDS)))
        return result !== undefined && !newsOf(this.ground.outputsOf(tool), result, args).next().done
      })
      this.starting.set(tool, canStart)
    }
    return canStart
  }
}

const callsOver = new WeakMap<Ground, FirstCalls>()

/** The calls over what graphs are drawn over, shared by all drawings. */
export function firstCallsOver(ground: Ground): FirstCalls {
  const calls = callsOver.get(ground) ?? new FirstCalls(ground)
  callsOver.set(ground, calls)
  return calls
}
