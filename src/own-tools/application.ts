import { describeBlocked } from '../network/allowed-hosts.ts'
import { findClosedRun, runClosed } from '../network/context.ts'
import type { ToolResult } from '../schema/tools.ts'
import { describeThrown, readStack, TracewrightError } from '../shared/errors.ts'
import type { Json, JsonObject } from '../shared/json.ts'
import { parsePlace, readPlace } from '../shared/shown-path.ts'
import { delay, limitTime, NOT_SETTLED } from '../shared/timer.ts'
import { addPlace } from '../tasks/reference/call-place.ts'
import {
  ApplicationError,
  type CallWatch,
  type LeftStates,
  type LiveApplication,
  type LiveRun,
  MAX_WORLDS,
  SHIFT_MS,
} from '../tasks/reference/live-application.ts'
import { runInShiftedTime } from '../tasks/reference/world-time.ts'
import { findBody, listOwnTools, watchOwnTools } from './bodies.ts'
import { runBody } from './own-call.ts'
import { describeMisspelling } from './parameters.ts'
import { joinChanging } from './state/blank-changing.ts'
import { compareStates, findLeftover } from './state/compare-states.ts'
import { type Changing, findChanging } from './state/find-changing.ts'
import { findOwnValues } from './state/own-values.ts'
import { readState } from './state/read-state.ts'

/** What the agent's entry says of the application's data. */
export interface EntryData {
  /** Puts the data back, as the seed of a world fills them. */
  reset(options: { seed: number }): unknown
  /** What counts of the data. */
  state?: (() => unknown) | undefined
  /** How many worlds `reset` can fill. Default 1. */
  worlds?: number | undefined
  /** Whether what references leave is kept as snapshots. Default false. */
  snapshot?: boolean | undefined
}

/**
 * Reads what an agent's entry exports beside the agent.
 *
 * @param resetByDefault Puts the data back where the entry exports no `reset`
 * @throws TracewrightError that names the export that cannot be used
 */
export function readEntryData(
  resetByDefault: () => unknown,
  { reset = resetByDefault, state, worlds = 1, snapshot = false }: Record<string, unknown>,
  path: string,
): EntryData {
  const fail = (name: string, expected: string): never => {
    throw new TracewrightError(
      `Failed to load the agent from ${path}: its export \`${name}\` is not ${expected}.`,
      {
        at: { file: path },
      },
    )
  }
  if (typeof reset !== 'function') fail('reset', 'a function')
  if (state !== undefined && typeof state !== 'function') fail('state', 'a function')
  if (!Number.isInteger(worlds) || (worlds as number) < 1 || (worlds as number) > MAX_WORLDS)
    fail('worlds', `a whole number from 1 to ${MAX_WORLDS}`)
  if (worlds !== 1 && reset === resetByDefault) fail('worlds', 'of use without `reset({ seed })`')
  if (typeof snapshot !== 'boolean') fail('snapshot', 'true or false')
  return { reset, state, worlds, snapshot } as EntryData
}

/** Characters of a state that is read around calls. The time that it takes would make verdicts differ between machines. */
const MAX_WATCHED_LENGTH = 100_000

/** Milliseconds after a reference run in which its tools may still write, unseen by the state that was read at its end. */
const LATE_MS = 50

/** Milliseconds that `reset` and `state` of an entry may take. */
const MAX_DATA_MS = 30_000

/** @throws ApplicationError that says which function of the entry failed, or did not end in time */
async function runOfEntry(name: string, limit: number, run: () => unknown): Promise<unknown> {
  try {
    const value = await limitTime((async () => run())(), limit)
    if (value === NOT_SETTLED) throw new Error(`it did not end within ${limit} ms`)
    return value
  } catch (error) {
    const place = readPlace(readStack(error))
    const what = `Failed to use the agent's entry: ${name}() failed: ${describeThrown(error)}`
    throw new ApplicationError(addPlace(what, place), { at: parsePlace(place) })
  }
}

/** Adds the requests that were blocked to the message of a tool that failed: a client may say `fetch failed` alone. */
async function nameBlocked(running: Promise<ToolResult>): Promise<ToolResult> {
  const result = await running
  const blocked = findClosedRun()?.refused ?? []
  if (result.ok || blocked.length === 0 || result.error.message.includes('Blocked request')) return result
  const message = `${result.error.message}. ${describeBlocked(blocked.join(', '))}`
  return { ...result, error: { ...result.error, message } }
}

/** An application whose tools answer themselves: what runs over it runs alone, and finds its data put back. */
export class OwnApplication implements LiveApplication {
  readonly worlds: number
  readonly keepsSnapshots: boolean
  findLeftover: LiveApplication['findLeftover']
  private readonly entry: EntryData
  private readonly discover: () => Promise<string | undefined>
  /** Why the agent made no tools, if it failed by itself. */
  private failure: string | undefined
  /** What a reset leaves behind fails every run, not the first alone. */
  private leftover: ApplicationError | undefined
  private readonly limit: number
  private last: Promise<unknown> = Promise.resolve()
  /** Whether the agent makes its tools in each run, whose data they hold on to; unsure after one look. */
  private making: 'no' | 'unknown' | 'unsure' | 'yes' = 'unknown'
  /** What changes with every reset; undefined before the first one, and for a state that is too large to be read around calls. */
  private changing: Changing | undefined
  /** Tools that the run of a reference called. */
  private readonly called = new Set<string>()
  /** Tools that do not write late. */
  private readonly punctual = new Set<string>()
  /** The state that a reference left, whose tools may write late. */
  private left: Json | undefined
  private readonly watched = new Set<{ isAlone: boolean }>()
  /** The state after the first reset, with what changes by itself; then only whether it was compared. */
  private first: { seed: number; state: Json; changing: Changing } | 'compared' | undefined

  /**
   * @param discover Lets the agent make its tools, before they are first called by a reference; says why it failed
   * @param limit Milliseconds that `reset` and `state` may take
   */
  constructor(entry: EntryData, discover: () => Promise<string | undefined>, limit = MAX_DATA_MS) {
    this.limit = limit
    this.entry = entry
    this.worlds = entry.worlds ?? 1
    this.keepsSnapshots = entry.snapshot ?? false
    this.discover = discover
    if (entry.state === undefined)
      this.findLeftover = ([before = null, after = null, ...further]) => {
        const changing = further.map((other) => findChanging(after, other)).reduce(joinChanging)
        return compareStates({ reference: before, after, changing })
      }
  }

  async call(tool: string, args: JsonObject): Promise<ToolResult> {
    const body = findBody(tool)
    if (body === undefined) {
      const [why, advice] =
        this.failure === undefined
          ? [
              'the agent makes no such tool before it asks its model',
              'Make the tool where its module loads, or define a simulator of its name',
            ]
          : [
              `the agent failed before it asked its model, with ${this.failure}`,
              'Repair the agent, or make the tool where its module loads',
            ]
      throw new TracewrightError(
        `${tool} runs live, and ${why}. Its own tools: ${listOwnTools().join(', ') || 'none'}. ${advice}`,
      )
    }
    const misspelling = describeMisspelling(tool, args, body)
    if (misspelling !== undefined) throw new TracewrightError(misspelling)
    this.called.add(tool)
    return nameBlocked(runBody(tool, args, body))
  }

  runInWorld<T>({ seed, runInTime = (work) => work(), tools = [] }: LiveRun, act: () => Promise<T>) {
    const run = async () => {
      await this.findLateWrites()
      return runInTime(async () => {
        await this.reset(seed)
        await this.checkReset(seed)
        await this.findTools(tools, seed)
        const isMadeAnew = watchOwnTools()
        const value = await runClosed(act)
        if (isMadeAnew()) this.making = 'yes'
        const state = await this.readState()
        if ([...this.called].some((tool) => !this.punctual.has(tool))) this.left = state
        return { value, state }
      })
    }
    const done = this.last.then(run, run)
    this.last = done.catch(() => {})
    return done
  }

  compareStates({ reference, runs, after, writes }: LeftStates): string[] {
    const [one, other] = runs
    return compareStates({ reference, after, changing: findChanging(one, other), own: findOwnValues(writes) })
  }

  /** Has the agent make its tools, where they are unknown or would hold on to data that are gone. */
  private async findTools(tools: readonly string[], seed: number): Promise<void> {
    const isUnknown = this.making === 'unknown' && tools.some((tool) => findBody(tool) === undefined)
    if (tools.length === 0 || this.making === 'no' || (this.making === 'unknown' && !isUnknown)) return
    const isMadeAnew = watchOwnTools()
    const watch = this.watchCall()
    await watch.begin()
    this.failure = await this.discover()
    // What the agent writes past its tools does not belong to what the reference leaves.
    if ((await watch.end()) === true) await this.reset(seed)
    if (this.making !== 'yes') this.making = isUnknown ? 'unsure' : isMadeAnew() ? 'yes' : 'no'
  }

  watchCall(): CallWatch {
    const call = { isAlone: this.watched.size === 0 }
    for (const other of this.watched) other.isAlone = false
    this.watched.add(call)
    const read = async (): Promise<Json | undefined> =>
      // The state after the run is read in any case, and says what fails.
      call.isAlone && this.changing !== undefined ? this.readState().catch(() => undefined) : undefined
    let before: Json | undefined
    return {
      begin: async () => {
        before = await read()
      },
      end: async () => {
        const after = before === undefined ? undefined : await read()
        this.watched.delete(call)
        if (before === undefined || after === undefined || !call.isAlone) return undefined
        const isSame = JSON.stringify(before) === JSON.stringify(after)
        return !isSame && findLeftover(before, after, this.changing).length > 0
      },
    }
  }

  private async readState(): Promise<Json | undefined> {
    const { state } = this.entry
    return state === undefined ? undefined : readState(await runOfEntry('state', this.limit, state))
  }

  /** Looks whether the state that a reference left has changed since, once for each of its tools. */
  private async findLateWrites(): Promise<void> {
    const { left, changing } = this
    const tools = [...this.called]
    this.left = undefined
    this.called.clear()
    if (left === undefined || changing === undefined) return
    await delay(LATE_MS)
    const now = await this.readState()
    const late = now === undefined ? [] : compareStates({ reference: left, after: now, changing })
    for (const tool of tools) this.punctual.add(tool)
    if (late.length > 0)
      this.leftover ??= new ApplicationError(
        `Failed to read what a reference leaves: state() changed within ${LATE_MS} ms after it: ${late.join('; ')}. One of ${tools.join(', ')} writes after it returned: let state() wait for the write, or leave it out`,
      )
  }

  private async reset(seed: number): Promise<void> {
    await runOfEntry('reset', this.limit, () => this.entry.reset({ seed }))
  }

  /** Compares the states after the first two resets of a world, between which something ran. */
  private async checkReset(seed: number): Promise<void> {
    if (this.leftover !== undefined) throw this.leftover
    if (this.first === 'compared' || this.entry.state === undefined) return
    const state = (await this.readState()) as Json
    if (this.first === undefined) {
      const again = await runInShiftedTime(seed, SHIFT_MS, async () => {
        await this.reset(seed)
        return (await this.readState()) as Json
      })
      this.first = { seed, state, changing: findChanging(state, again) }
      if (JSON.stringify(state).length <= MAX_WATCHED_LENGTH) this.changing = this.first.changing
      await this.reset(seed)
    } else if (this.first.seed === seed) {
      const { state: before, changing } = this.first
      this.first = 'compared'
      const left = findLeftover(before, state, changing)
      if (left.length > 0)
        this.leftover = new ApplicationError(
          `Failed to reset: state() differs after two calls of reset({ seed: ${seed} }): ${left.join('; ')}. Let reset() put all data back`,
        )
      if (this.leftover !== undefined) throw this.leftover
    }
  }
}
