import { groupBy } from '../../shared/group.ts'
import { isObject, type Json } from '../../shared/json.ts'
import { memoizeByObject } from '../../shared/memoize.ts'
import { appendKey, readValueAt } from '../../shared/pointer.ts'
import { type Influences, runExchanged, type Scene } from './exchange.ts'
import { listLeaves, mapLeaves, type Written } from './markers.ts'
import { pairCalls } from './pair-calls.ts'

/** The leaf of an earlier output that a value comes from. */
export interface ValueSource {
  /** Number of the step. */
  readonly step: number
  readonly at: string
  /** What changes on the way: a number becomes a text, or a text a number. */
  readonly via: readonly ('number' | 'text')[]
}

/** Stands for the answer in place of the number of a step. */
export const ANSWER = Infinity

/** Sources by step that uses the value (or {@link ANSWER}) and pointer. */
export type ValueSources = ReadonlyMap<number, ReadonlyMap<string, ValueSource>>

/** Characters of an output over which nothing is bound to its leaves: the values are literals of the world. */
const MAX_OUTPUT_LENGTH = 256 * 1024
/** Leaves that are exchanged at once. */
const MAX_EXCHANGED = 60
/** How an exchanged leaf differs from its own: a number by a ten-millionth of it or by whole numbers, a text at its end. */
const NEAR = { size: 1e-7, suffix: '~' }
const WHOLE = { size: 1, suffix: ' ' }

/** How an output leaf became a value; undefined where the two are not equal. */
export function findTransform(
  leaf: Json | undefined,
  value: Json | undefined,
): ValueSource['via'] | undefined {
  if (leaf === undefined || value === undefined) return undefined
  if (leaf === value) return []
  if (typeof leaf === 'number' && typeof value === 'string')
    return String(leaf) === value ? ['text'] : undefined
  if (typeof leaf === 'string' && typeof value === 'number')
    return leaf.trim() !== '' && Number(leaf) === value ? ['number'] : undefined
  return undefined
}

/** How many characters are left of a number of them, once JSON is written; below 0 where it is longer. */
function subtractLength(left: number, value: Json): number {
  if (typeof value !== 'object' || value === null) return left - String(value).length
  let rest = left
  for (const [key, item] of Object.entries(value)) {
    rest = subtractLength(rest - key.length, item as Json)
    if (rest < 0) break
  }
  return rest
}

const listShortLeaves = memoizeByObject((output: object) =>
  subtractLength(MAX_OUTPUT_LENGTH, output as Json) < 0
    ? new Map<string, Json>()
    : listLeaves(output as Written),
)

/** Texts, numbers, booleans and nulls of an output by pointer; none of an output that is too long. */
export const listOutputLeaves = (output: Json): ReadonlyMap<string, Json> =>
  typeof output === 'object' && output !== null ? listShortLeaves(output) : listLeaves(output)

/** A value that arguments or the answer hold, where, and the leaves that it may come from. */
interface Use {
  readonly step: number
  readonly pointer: string
  readonly value: Json
  readonly candidates: readonly ValueSource[]
}

/** Texts and numbers that the function sends or returns and that an earlier output shows. */
function listUses({ run }: Scene, { leaves, answer, unseen }: Influences): Use[] {
  const listIn = (written: Written, step: number): Use[] =>
    [...listLeaves(written)].flatMap(([pointer, value]) => {
      if (value === null || typeof value === 'boolean') return []
      const readers = (step === ANSWER ? answer : leaves[step])?.get(pointer)
      const isBlind = (i: number): boolean => unseen[Math.min(step, run.steps.length)]?.has(i) === true
      const candidates = run.steps.slice(0, step).flatMap(({ output }, i) => {
        if (readers?.has(i) !== true && !isBlind(i)) return []
        return [...listOutputLeaves(output)].flatMap(([at, leaf]): ValueSource[] => {
          const via = findTransform(leaf, value)
          return via === undefined ? [] : [{ step: i, at, via }]
        })
      })
      return candidates.length === 0 ? [] : [{ step, pointer, value, candidates }]
    })
  return [...run.steps.map(({ written }) => written), run.answer].flatMap((written, i) =>
    written === undefined ? [] : listIn(written, i < run.steps.length ? i : ANSWER),
  )
}

/**
 * Finds which output each value comes from: every earlier leaf that equals it is exchanged for a value of its own, and the
 * one that turns up is the source. All values are tried at once, then those that are left one by one.
 */
export async function findSources(scene: Scene, influences: Influences): Promise<ValueSources> {
  const sources = new Map<number, Map<string, ValueSource>>()
  const search = async (uses: readonly Use[], difference: typeof NEAR): Promise<Use[]> => {
    const marks = markLeaves(scene, uses, difference)
    // A run that fails has shown by then what its calls took: an exchanged key finds nothing.
    const changed = await runExchanged(scene, applyMarks(scene, marks))
    const pairs = pairCalls(scene.run.steps, changed.steps)
    return uses.filter(({ step, pointer, candidates }) => {
      const written = step === ANSWER ? changed.answer : pairs.get(scene.run.steps[step] as never)?.written
      const shown = written === undefined ? undefined : listLeaves(written).get(pointer)
      const isShown = ({ step: from, at }: ValueSource): boolean =>
        findTransform(marks.get(from)?.get(at), shown) !== undefined
      const source = candidates.find(isShown)
      if (source !== undefined) sources.set(step, (sources.get(step) ?? new Map()).set(pointer, source))
      return source === undefined
    })
  }
  const uses = listUses(scene, influences)
  const left = uses.length === 0 ? [] : await search(uses, NEAR)
  for (const group of groupBy(left, ({ value }) => value).values()) {
    const rest =
      left.length === uses.length && group.length === uses.length ? group : await search(group, NEAR)
    if (rest.length > 0) await search(rest, WHOLE)
  }
  return sources
}

/** Values of their own for leaves, by step and pointer. */
function markLeaves(
  { run }: Scene,
  uses: readonly Use[],
  { size, suffix }: typeof NEAR,
): Map<number, Map<string, Json>> {
  const marks = new Map<number, Map<string, Json>>()
  let count = 0
  for (const { step, at } of uses.flatMap(({ candidates }) => candidates)) {
    const known = marks.get(step) ?? new Map<string, Json>()
    if (known.has(at) || ++count > MAX_EXCHANGED) continue
    const leaf = listOutputLeaves(run.steps[step]?.output as Json).get(at) as number | string
    const unit = size < 1 ? size * Math.max(1, Math.abs(Number(leaf))) : size
    marks.set(
      step,
      known.set(at, typeof leaf === 'number' ? leaf + count * unit : `${leaf}${suffix}${count}`),
    )
  }
  return marks
}

/** Outputs of the steps with marks in place of leaves. */
const applyMarks = (
  { run }: Scene,
  marks: ReadonlyMap<number, ReadonlyMap<string, Json>>,
): Map<number, Json> =>
  new Map(
    [...marks].map(([step, values]) => [
      step,
      mapLeaves(run.steps[step]?.output as Json, (leaf, at) => values.get(at) ?? leaf),
    ]),
  )

/** Arrays of an output that a pointer leads through, the innermost first. */
export function listArraysAbove(output: Json, pointer: string): { at: string; length: number }[] {
  const end = pointer.lastIndexOf('/')
  if (end < 0) return []
  const at = pointer.slice(0, end)
  const value = readValueAt(output, at)
  return [...(Array.isArray(value) ? [{ at, length: value.length }] : []), ...listArraysAbove(output, at)]
}

/** Arrays of an output that are in no array. */
export function listArrays(output: Json, at = ''): { at: string; length: number }[] {
  if (Array.isArray(output)) return [{ at, length: output.length }]
  if (!isObject(output)) return []
  return Object.entries(output).flatMap(([key, value]) => listArrays(value, appendKey(at, key)))
}
