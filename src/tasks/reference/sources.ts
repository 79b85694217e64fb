import { isObject, type Json } from '../../shared/json.ts'
import { appendKey, readValueAt, replaceAt } from '../../shared/pointer.ts'
import { exchangeOutputs, type Scene } from './exchange.ts'
import { listLeaves, type Written } from './markers.ts'
import { pairCalls } from './pair-calls.ts'
import type { FunctionRun } from './run-function.ts'

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

/** Outputs over this many leaves bind nothing: their values are literals of the world. */
const MAX_LEAVES = 20_000
/** Leaves that are exchanged at once. */
const MAX_EXCHANGED = 60
/** How far an exchanged number is from its own: a ten-millionth of it, then whole numbers. */
const STEPS: readonly { isNear: boolean; size: number }[] = [
  { isNear: true, size: 1e-7 },
  { isNear: false, size: 1 },
]

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

/** Texts, numbers, booleans and nulls of an output by pointer; none of an output that has too many. */
export function listOutputLeaves(output: Json): Map<string, Json> {
  const found = new Map<string, Json>()
  const collect = (value: Json, at: string): boolean => {
    if (!isObject(value) && !Array.isArray(value)) return found.set(at, value).size <= MAX_LEAVES
    return Object.entries(value).every(([key, item]) => collect(item as Json, appendKey(at, key)))
  }
  return collect(output, '') ? found : new Map<string, Json>()
}

const leavesByStep = new WeakMap<FunctionRun, Map<string, Json>[]>()

/** Output leaves of each step of a run, by pointer. */
export function readOutputLeaves(run: FunctionRun): readonly ReadonlyMap<string, Json>[] {
  let known = leavesByStep.get(run)
  if (known === undefined)
    leavesByStep.set(run, (known = run.steps.map(({ output }) => listOutputLeaves(output))))
  return known
}

/** A value that arguments or the answer hold, and where. */
interface Use {
  step: number
  pointer: string
}

/** Places of each text and number that the function sends or returns. */
function groupUses({ steps, answer }: FunctionRun): Map<Json, Use[]> {
  const uses = new Map<Json, Use[]>()
  const add = (written: Written, step: number): void => {
    for (const [pointer, value] of listLeaves(written)) {
      if (value === null || typeof value === 'boolean') continue
      const places = uses.get(value) ?? []
      uses.set(value, [...places, { step, pointer }])
    }
  }
  steps.forEach(({ written }, i) => add(written, i))
  if (answer !== undefined) add(answer, ANSWER)
  return uses
}

/**
 * Finds which output each value comes from: every earlier leaf that equals it is exchanged for a value of its own, all at
 * once, and the one that turns up is the source.
 */
export async function findSources(scene: Scene): Promise<ValueSources> {
  const sources = new Map<number, Map<string, ValueSource>>()
  for (const [value, uses] of groupUses(scene.run)) {
    let open = uses
    for (const step of STEPS) {
      const marks = markEqualLeaves(scene.run, value, Math.max(...open.map(({ step: user }) => user)), step)
      if (marks.size === 0) break
      const changed = await exchangeOutputs(scene, applyMarks(scene.run, marks))
      if (changed === undefined) continue
      const pairs = pairCalls(scene.run.steps, changed.steps)
      open = open.filter(({ step: user, pointer }) => {
        const written = user === ANSWER ? changed.answer : pairs.get(scene.run.steps[user] as never)?.written
        const shown = written === undefined ? undefined : listLeaves(written).get(pointer)
        const [, source] = [...marks].find(([mark]) => findTransform(mark, shown) !== undefined) ?? []
        if (source === undefined) return true
        sources.set(user, (sources.get(user) ?? new Map<string, ValueSource>()).set(pointer, source))
        return false
      })
      if (open.length === 0) break
    }
  }
  return sources
}

/** Values of their own for the leaves before a step that equal a value, with what each leaf is. */
function markEqualLeaves(
  run: FunctionRun,
  value: Json,
  before: number,
  { isNear, size }: (typeof STEPS)[number],
): Map<Json, ValueSource> {
  const marks = new Map<Json, ValueSource>()
  for (const [step, leaves] of readOutputLeaves(run).slice(0, before).entries())
    for (const [at, leaf] of leaves) {
      const via = findTransform(leaf, value)
      if (via === undefined || marks.size >= MAX_EXCHANGED) continue
      const number = marks.size + 1
      const mark =
        typeof leaf === 'number'
          ? leaf + number * size * (isNear ? Math.max(1, Math.abs(leaf)) : 1)
          : `${String(leaf)}${isNear ? '~' : ' '}${number}`
      marks.set(mark, { step, at, via })
    }
  return marks
}

/** Outputs of the steps with marks in place of leaves. */
function applyMarks(run: FunctionRun, marks: ReadonlyMap<Json, ValueSource>): Map<number, Json> {
  const outputs = new Map<number, Json>()
  for (const [mark, { step, at }] of marks) {
    const output = outputs.get(step) ?? (run.steps[step]?.output as Json)
    outputs.set(step, at === '' ? mark : replaceAt(output, at, mark))
  }
  return outputs
}

/** Arrays of an output that a pointer leads through, the innermost first. */
export const listArraysAbove = (output: Json, pointer: string): { at: string; length: number }[] => {
  const found: { at: string; length: number }[] = []
  for (let end = pointer.lastIndexOf('/'); end >= 0; end = pointer.lastIndexOf('/', end - 1)) {
    const at = pointer.slice(0, end)
    const value = readValueAt(output, at)
    if (Array.isArray(value)) found.push({ at, length: value.length })
    if (end === 0) break
  }
  return found
}

/** Arrays of an output that are in no array. */
export function listArrays(output: Json, at = ''): { at: string; length: number }[] {
  if (Array.isArray(output)) return [{ at, length: output.length }]
  if (!isObject(output)) return []
  return Object.entries(output).flatMap(([key, value]) => listArrays(value, appendKey(at, key)))
}
