import type { Tools } from '../../schema/tools.ts'
import { didYouMean } from '../../shared/did-you-mean.ts'
import { isObject, type Json } from '../../shared/json.ts'
import { appendKey } from '../../shared/pointer.ts'
import { formatPointerName } from '../naming.ts'
import { describeCaller, placeError } from './call-place.ts'
import type { FieldWatch, FunctionCall, FunctionRun } from './function-run.ts'

/** A call, or the answer of a run, with values that are undefined where the function wrote them. */
type Written = Pick<FunctionCall, 'index' | 'undefinedAt'> & Partial<Pick<FunctionCall, 'tool' | 'caller'>>

interface Suspect {
  run: FunctionRun
  written: Written
  pointer: string
}

const listWritten = ({ calls, answer, undefinedAt }: FunctionRun): Written[] =>
  answer === undefined ? [...calls] : [...calls, { index: calls.length, undefinedAt }]

/** Whether a run writes a value that is undefined. */
export const hasUndefined = (run: FunctionRun): boolean =>
  listWritten(run).some(({ undefinedAt }) => undefinedAt.length > 0)

/** Values that are undefined in every call that a line of the suite makes, in all worlds. */
function listSuspects(runs: readonly FunctionRun[]): Suspect[] {
  if (!runs.some(hasUndefined)) return []
  const byPlace = new Map<string, Suspect[]>()
  for (const run of runs) {
    for (const written of listWritten(run)) {
      const place = `${written.tool} ${describeCaller(written.caller)}`
      const known = byPlace.get(place) ?? written.undefinedAt.map((pointer) => ({ run, written, pointer }))
      byPlace.set(
        place,
        known.filter(({ pointer }) => written.undefinedAt.includes(pointer)),
      )
    }
  }
  return [...byPlace.values()].flat()
}

/** Begins a text that no tool answers: it stands in for a field that a result lacks. */
const STAND_IN = '\u0000missing:'

/** Watches which fields that a result lacks a function reads right before a call. */
class MissingFields implements FieldWatch {
  /** What was read before the call of each index, as a sentence says it. */
  readonly before = new Map<number, string>()
  private last: string | undefined
  private readonly standsIn: boolean

  /** @param standsIn Whether a missing field reads as a text that says so, in place of undefined */
  constructor(standsIn = false) {
    this.standsIn = standsIn
  }

  noteCall(index: number): void {
    if (this.last !== undefined) this.before.set(index, this.last)
    this.last = undefined
  }

  watch(tool: string, output: Json, at = ''): Json {
    if (typeof output !== 'object' || output === null) return output
    const get = (target: Json[] | { [key: string]: Json }, name: string | symbol): unknown => {
      const value: unknown = Reflect.get(target, name)
      if (typeof name === 'symbol' || typeof value === 'function') return value
      if (value !== undefined) return this.watch(tool, value as Json, appendKey(at, name))
      // `await` and JSON ask these of any object.
      if (name === 'then' || name === 'toJSON') return undefined
      const names = isObject(target) ? Object.keys(target) : []
      const field = formatPointerName(appendKey(at, name))
      this.last = `the result of ${tool} has no field \`${field}\`${didYouMean(name, names)}`
      return this.standsIn ? `${STAND_IN}${this.last}` : undefined
    }
    return new Proxy(output, { get })
  }
}

/** Whether a tool says of an argument that it may be missing. */
function mayBeMissing(tool: string | undefined, pointer: string, tools: Tools): boolean {
  const schema = tools.get(tool ?? '')?.inputSchema as Json | undefined
  if (!isObject(schema) || !isObject(schema.properties)) return false
  const name = pointer.slice(1)
  return Object.hasOwn(schema.properties, name) && !(schema.required as Json[] | undefined)?.includes(name)
}

/** Runs the function again over the results of a run, with their fields watched. */
type RunWatched = (run: FunctionRun, fields: FieldWatch) => Promise<FunctionRun>

/**
 * Refuses an argument, or a field of the answer, that the function writes and that is undefined in every world. JSON drops
 * it, so an agent that passes the value would be told that nobody expects it. An argument that the tool declares as
 * optional may be undefined, unless a field that a result lacks is read right before the call.
 *
 * @throws ReferenceFunctionError that names the argument and, where it is known, the missing field
 */
export async function checkUndefined(
  runs: readonly FunctionRun[],
  tools: Tools,
  runWatched: RunWatched,
): Promise<void> {
  for (const { run, written, pointer } of listSuspects(runs)) {
    const { tool, caller, index } = written
    const fields = new MissingFields()
    await runWatched(run, fields).then(({ calls }) => fields.noteCall(calls.length))
    const missing = fields.before.get(index)
    // A run that fails may do so for another reason.
    // A cursor comes from the page before: at first it is unset, and for ever if one page has everything.
    const isCursor = fields.before.get(index + 1)?.startsWith(`the result of ${tool} `) === true
    const mayMiss = run.failure !== undefined || isCursor || mayBeMissing(tool, pointer, tools)
    if (missing === undefined && mayMiss) continue
    const name = `\`${formatPointerName(pointer)}\``
    const what = tool === undefined ? `the field ${name} of the answer` : `the argument ${name} of ${tool}`
    const why = missing === undefined ? '' : `: ${missing}`
    throw placeError(
      `${what} is undefined in every world${why}${why.endsWith('?') ? '' : '.'} Give it a value, or leave it out`,
      caller,
    )
  }
}

/**
 * Refuses an answer that is undefined because the function returns a field that a result lacks. It would not be graded.
 *
 * @throws ReferenceFunctionError that names the field
 */
export async function checkAnswer(runs: readonly FunctionRun[], runWatched: RunWatched): Promise<void> {
  const [run] = runs
  if (run === undefined || runs.some(({ answer }) => answer !== undefined)) return
  const { answer } = await runWatched(run, new MissingFields(true))
  if (typeof answer !== 'string' || !answer.startsWith(STAND_IN)) return
  const missing = answer.slice(STAND_IN.length)
  const message = `the answer is undefined in every world: ${missing}${missing.endsWith('?') ? '' : '.'} Return a value`
  throw placeError(message, undefined)
}
