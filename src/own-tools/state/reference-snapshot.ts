import type { Json, JsonObject } from '../../shared/json.ts'
import { createActiveRedactor } from '../../shared/redact/active.ts'
import { maskTexts } from '../../shared/redact/texts-masked.ts'
import type { FunctionRun } from '../../tasks/reference/function-run.ts'
import type { FunctionWorlds } from '../../tasks/reference/function-worlds.ts'
import { SHIFT_MS } from '../../tasks/reference/live-application.ts'
import { readExample } from '../../tasks/reference/markers.ts'
import { ReferenceFunctionError } from '../../tasks/reference/reference-error.ts'
import { runInFixedTime } from '../../tasks/reference/world-time.ts'
import { isLive } from '../../tools/served.ts'
import { blankChanging, compareWithSnapshot, findPresentTimes, joinChanging } from './blank-changing.ts'
import { findChanging } from './find-changing.ts'

/** Runs that are held against the first one, until the value equals the snapshot: some values change only now and then. */
const MAX_FURTHER_RUNS = 4

/** What a reference leaves, beside its snapshot. */
export interface ComparedReference {
  /** The text to keep: that of the snapshot where both are equal. */
  text: string
  differences: string[]
}

/** What live tools answered a reference, what it returned and what it left. */
function describeRun({ calls, answer, state, seed }: FunctionRun): Json {
  const answers = calls
    .filter(({ tool }) => isLive(tool))
    .map(({ tool, args, result, output }, i) => {
      const outcome = result.ok ? { result: output } : { error: result.error.message }
      return [`${i + 1} ${tool}`, { arguments: args, ...outcome }]
    })
  const left: JsonObject = { seed, calls: Object.fromEntries(answers) as JsonObject }
  if (answer !== undefined) left.answer = readExample(answer)
  if (state !== undefined) left.state = state
  return maskTexts(left, createActiveRedactor())
}

/** Runs a reference at a moment, and finds out what changes by itself: what differs in a run at another moment. */
async function compareAt(
  at: number,
  before: Json | undefined,
  run: (at: number, draw: number) => Promise<Json>,
): Promise<ComparedReference> {
  const own = await run(at, 0)
  let changing = findPresentTimes(own, Date.now())
  let differences: string[] = []
  for (let i = 1; i <= MAX_FURTHER_RUNS; i++) {
    changing = joinChanging(changing, findChanging(own, await run(at + i * SHIFT_MS, i)))
    differences = before === undefined ? [] : compareWithSnapshot(before, own, changing)
    if (differences.length === 0) break
  }
  const left = blankChanging(own, changing) as JsonObject
  return { text: `${JSON.stringify({ at: new Date(at).toISOString(), ...left }, null, 2)}\n`, differences }
}

function readSnapshot(text: string): { at: number; before: Json } | undefined {
  try {
    const { at, ...before } = JSON.parse(text) as JsonObject
    const moment = typeof at === 'string' ? Date.parse(at) : Number.NaN
    return Number.isNaN(moment) ? undefined : { at: moment, before }
  } catch {
    return undefined
  }
}

/**
 * Compares what a reference leaves in a world with its snapshot. Its `Date` is that of the first run, so that what is due
 * then is due in every run; where an application also asks another clock, the run of the present is to be equal.
 *
 * @param snapshot Undefined where the file is missing
 * @throws ReferenceFunctionError where the reference fails
 */
export async function compareReference(
  worlds: FunctionWorlds,
  seed: number,
  snapshot: string | undefined,
): Promise<ComparedReference> {
  let first = ''
  const run = async (at: number, draw: number): Promise<Json> => {
    const made = await worlds.runLive(seed, { runInTime: (act) => runInFixedTime(seed + draw, at, act) })
    if (made.failure !== undefined) throw made.failure
    const called = made.calls.map(({ tool }) => tool).join(', ')
    if (draw === 0) first = called
    if (called !== first)
      throw new ReferenceFunctionError(
        `a further run of world ${seed} calls ${called || 'nothing'}, the first ${first || 'nothing'}. Let reset() put all data back`,
      )
    return describeRun(made)
  }
  const known = snapshot === undefined ? undefined : readSnapshot(snapshot)
  let failure: unknown
  let found: ComparedReference | undefined
  for (const at of [...(known === undefined ? [] : [known.at]), Date.now()]) {
    try {
      const { text, differences } = await compareAt(at, known?.before, run)
      if (known !== undefined && differences.length === 0) return { text: snapshot as string, differences }
      found = { text, differences: found?.differences ?? differences }
    } catch (error) {
      failure ??= error
    }
  }
  if (found === undefined) throw failure
  const isUnreadable = snapshot !== undefined && known === undefined
  return isUnreadable ? { ...found, differences: ['the file is not a snapshot of a reference'] } : found
}
