import { relative } from 'node:path'
import { inject, type TestContext, vi } from 'vitest'
import { PROJECT_KEY } from '../../fixtures/provided.ts'
import { readRuntimeSettings } from '../../fixtures/settings.ts'
import { schemasDigest } from '../baseline/schemas-digest.ts'
import { taskKey } from '../baseline/task-key.ts'
import { loadInterception, openInterception, recheckInterception } from '../network/interception.ts'
import { armGuard, openGateway } from '../network/refusal.ts'
import { listServedRoutes } from '../network/routes/table.ts'
import { listOwnTools } from '../own-tools/bodies.ts'
import { applyRunOptions } from '../run/apply-run-options.ts'
import type { AttemptOutcome } from '../run/attempt/make-attempt.ts'
import { type AttemptsAt, makeAttemptsAt } from '../run/attempts-at.ts'
import { checkNamed } from '../run/checks/served-checks.ts'
import type { Head } from '../run/journal/lines.ts'
import type { RuntimeSettings } from '../run/settings.ts'
import type { Agent, CalibrationAgent } from '../schema/agent.ts'
import type { AttemptRecord } from '../schema/run.ts'
import type { WrittenTask } from '../schema/task-in-world.ts'
import { TracewrightError } from '../shared/errors.ts'
import { dropUndefinedFields } from '../shared/json.ts'
import { makeLinesPrintable, makePrintable } from '../shared/printable.ts'
import { createActiveRedactor } from '../shared/redact/active.ts'
import { maskAgentName } from '../shared/redact/agent-name.ts'
import { checkSuite, listToolNames } from '../suites/load/check/check-suite.ts'
import { findSignedAnswer } from '../suites/load/check/signed-answers.ts'
import { openSuite } from '../suites/load/load.ts'
import type { SuiteLine } from '../suites/load/tasks-of.ts'
import { ApplicationError } from '../tasks/reference/live-application.ts'
import { openWorlds, type TaskWorlds } from '../tasks/task-worlds.ts'
// Suites and simulators use the built-in tools.
import '../tools/builtin/provide-built-in.ts'
import type { Registry } from '../tools/registry.ts'
import { checkRuleTools } from '../tools/rule-tools.ts'
import { addLiveTools, findMisspeltLive, isLive, prepareTools, readServedRegistry } from '../tools/served.ts'
import { createErrorAt, createNotSolvedError } from './case-errors.ts'
import type { CaseMeta, TracewrightMeta } from './case-meta.ts'
import { findFailingPlace, type LocatedTask, placeAtTask } from './failing-place.ts'
import { finishRun, type ModuleLoader } from './finish-run.ts'
import {
  buildReferencePath,
  buildSnapshotPath,
  matchReference,
  noteObsoleteReferences,
} from './match-reference.ts'
import { serveAgent } from './serve-agent.ts'

// Suites ask for tools when they are collected, at once.
await prepareTools()

/** Takes note of the place that the gate names if it fails the case. */
async function noteFailingPlace(
  meta: CaseMeta,
  at: LocatedTask,
  records: readonly AttemptRecord[],
): Promise<void> {
  const failed = records.findLast(({ score }) => score?.solved === false)
  const { reason } = failed?.score ?? {}
  if (failed === undefined || reason === undefined) return
  const place = await findFailingPlace(at, failed)
  if (place !== undefined) meta.failing = { reason, place }
}

/** Compares a snapshot; a difference is shown at the task, as the suite has no line that compares. */
async function matchSnapshot(match: () => unknown, at: LocatedTask): Promise<void> {
  try {
    await match()
  } catch (error) {
    throw error instanceof Error ? placeAtTask(error, at.task.task_id, at) : error
  }
}

/** What a report says beside the name of an agent; of one that is shown the expected trace it always says so. */
const noteOn = (agent: Agent | CalibrationAgent): string | undefined =>
  'calibration' in agent
    ? ['it knows the expected trace', agent.note].filter((part) => part !== undefined).join(': ')
    : agent.note

export interface BoundSuite {
  (ctx: TestContext, line: number): Promise<void>
  /** Done after the last case of the module. */
  finish(): Promise<void>
}

/** What a suite module of either kind says of itself. */
export interface ModuleFacts {
  /** Absolute path of the module that exports the agent. */
  agent: string
  /** Digest of what it imports, where that is known. */
  modules?: string
  file: string
  module: string
}

export interface SuiteModuleFacts extends ModuleFacts {
  /** SHA-256 of the suite that the module was made of, in hex. */
  digest: string
  /** Whether every line of the suite is its task as it stands, and was checked when the module was made. */
  isVerbatim: boolean
}

/** Whether calls of tools are answered in this process: such a run may end without a request. */
const isAnsweredHere = ({ wire, options }: RuntimeSettings): boolean =>
  wire === 'direct' || (options.ownTools ?? false) !== false

// In time for the first case.
if (!isAnsweredHere(readRuntimeSettings())) await loadInterception()

/** Routes the calls of a case to the simulators, closes the network, and checks that requests are intercepted. */
async function openNetwork(settings: RuntimeSettings): Promise<void> {
  const { network, allow, children, cassettes } = settings
  const isClosed = network === 'closed'
  if (isClosed) {
    await openGateway()
    armGuard(allow, { children, hasCassettes: cassettes !== 'off' })
  }
  const needsToolsAlone = cassettes === 'off' && listServedRoutes().length === 0
  await openInterception(isClosed && needsToolsAlone && isAnsweredHere(settings))
}

/** @throws ApplicationError where the option `live` misspells a tool */
function checkLiveNames(names: readonly string[]): void {
  for (const name of names) {
    const misspelt = findMisspeltLive(name, listOwnTools())
    if (misspelt !== undefined)
      throw new ApplicationError(
        `Invalid option of tracewright(): live names "${misspelt}"; did you mean "${name}"? Correct it in the Vitest config.`,
      )
  }
}

/** Lines of a suite on their way to its check: their named checks are there, and live tools need no simulator. */
export function* bindNamedChecks(lines: Iterable<SuiteLine>): Generator<SuiteLine, void> {
  for (const line of lines) {
    const names = listToolNames(line.task)
    addLiveTools(names)
    checkLiveNames(names)
    for (const check of line.task.checks ?? []) checkNamed(typeof check === 'string' ? check : check.name)
    yield line
  }
}

/** Why the journal cannot be written: further attempts would be paid for and lost. */
let journalError: TracewrightError | undefined

/** {@link attemptsAt} for a case: notes a journal that cannot be written, and gives the next case real timers. */
async function makeAttempts(
  meta: CaseMeta,
  ...given: Parameters<typeof makeAttemptsAt>
): Promise<AttemptsAt> {
  const hadFakeTimers = vi.isFakeTimers()
  try {
    if (journalError !== undefined) throw journalError
    return await makeAttemptsAt(...given)
  } catch (error) {
    if (error instanceof TracewrightError) {
      journalError = error
      meta.runError = error.message
    }
    throw error
  } finally {
    // The agent of the next case would wait for ever for what this one left.
    if (!hadFakeTimers && vi.isFakeTimers()) vi.useRealTimers()
  }
}

/** Compares a trace with its snapshot; an attempt that errored has none. */
async function matchTraceSnapshot(
  ctx: TestContext,
  at: LocatedTask,
  { trace, record }: AttemptOutcome,
): Promise<void> {
  const { task, file } = at
  if (record.outcome === 'errored')
    throw createErrorAt(
      `${makePrintable(task.task_id)} has no snapshot, also with vitest -u, because its attempt errored: ${makePrintable(record.note ?? '')}`,
      at,
    )
  const snapshot = buildSnapshotPath(file, task.task_id, trace.branch)
  await matchSnapshot(() => ctx.expect({ trace, task }).toMatchTraceFileSnapshot(snapshot), at)
}

/** A suite module in its worker: whose agent works on its tasks, and with which tools. */
export class SuiteRun {
  readonly registry: Registry
  readonly settings = readRuntimeSettings()
  /** Path of the suite below the root. */
  readonly suite: string
  readonly head: Head
  private readonly agent: Agent | CalibrationAgent
  private readonly facts: ModuleFacts
  private readonly load: ModuleLoader
  /** Attempts at the cases that Vitest runs more than once, by its options `retry` and `repeats`. */
  private readonly earlier = new WeakMap<TestContext['task'], readonly AttemptRecord[]>()

  constructor(agent: Agent | CalibrationAgent, registry: Registry, facts: ModuleFacts, load: ModuleLoader) {
    this.agent = agent
    this.registry = registry
    this.facts = facts
    this.load = load
    const { root, options, commit } = this.settings
    this.suite = relative(root, facts.file)
    this.head = {
      kind: 'head',
      project: inject(PROJECT_KEY) ?? '',
      agent: maskAgentName(agent.name, createActiveRedactor()),
      options,
      ...dropUndefinedFields({ modules: facts.modules, commit }),
    }
  }

  /** What a case tells the reporter before its first attempt. */
  buildMeta(task: WrittenTask, line: number, key: string): CaseMeta {
    return {
      line,
      task_id: task.task_id,
      level: task.level,
      outcome: 'errored',
      agent: this.head.agent,
      ...dropUndefinedFields({ agentNote: noteOn(this.agent) }),
      seed: task.world?.seed ?? 0,
      key,
      schemas: schemasDigest(task, this.registry),
    }
  }

  /** Closes the network before code of the case is run. Simulators stay reachable. */
  async openNetwork(task: WrittenTask, line: number): Promise<void> {
    try {
      await openNetwork(this.settings)
    } catch (error) {
      const at = { task, file: this.facts.file, line }
      throw error instanceof TracewrightError ? createErrorAt(error.message, at) : error
    }
  }

  /** Lets the agent work on a task as often as the run asks for. */
  async runTask(ctx: TestContext, written: WrittenTask, line: number, nextLine?: number): Promise<void> {
    const { settings, suite, registry } = this
    const task = applyRunOptions(written, settings)
    const at: LocatedTask = { task, file: this.facts.file, line, nextLine }
    const key = taskKey(task)
    const meta = this.buildMeta(task, line, key)
    ;(ctx.task.meta as TracewrightMeta).tracewright = meta
    await this.openNetwork(task, line)
    const worlds = openWorlds(task, registry)
    const tried = await this.makeCaseAttempts(ctx, worlds, key, meta)
    const records = meta.attempts ?? []
    if (tried?.last?.record.score !== undefined) await this.checkNames(at, meta, tried.last.trace)
    // A test keeps 8 kB for an `expect` of its own until its module has ended.
    if (settings.requiresAssertions) ctx.expect(records.length, 'attempts').toBeGreaterThan(0)
    const missed = records.find((record) => record.missed === true)
    if (missed !== undefined) throw createErrorAt(makePrintable(missed.note ?? ''), at)
    const changed = await matchReference(ctx, worlds, buildReferencePath(at.file, task.task_id))
    if (changed !== undefined) throw createErrorAt(makeLinesPrintable(changed), at)
    if (settings.snapshots && tried?.last !== undefined) await matchTraceSnapshot(ctx, at, tried.last)
    if (settings.mode === 'regression') await noteFailingPlace(meta, at, records)
    const failure =
      settings.mode === 'strict' ? await createNotSolvedError(at, suite, records, tried?.unsolved) : undefined
    if (failure !== undefined) throw failure
  }

  /** Done after the last case of the module, with the names of all tasks of its suite. */
  async finish(listNames: () => Iterable<string>): Promise<void> {
    noteObsoleteReferences(this.facts.file, listNames)
    await recheckInterception()
    await finishRun(this.agent, this.facts.module, this.head, this.settings, this.registry, this.load)
  }

  /** Makes the attempts at a case and notes them, those that Vitest asked for earlier included. */
  private async makeCaseAttempts(
    ctx: TestContext,
    worlds: TaskWorlds<Registry>,
    key: string,
    meta: CaseMeta,
  ): Promise<AttemptsAt | undefined> {
    const { agent, settings, head, suite } = this
    const before = this.earlier.get(ctx.task) ?? []
    const first = Math.max(-1, ...before.map(({ attempt }) => attempt)) + 1
    const place = { project: head.project, suite, key }
    // A cassette holds the attempts that the run asks for, and none of a case that is tried again.
    const isRepeated = before.length > 0 && settings.cassettes !== 'off'
    const tried = isRepeated
      ? undefined
      : await makeAttempts(meta, agent, worlds, { place, head }, settings, ctx.signal, first)
    const records = [...before, ...(tried?.records ?? [])]
    this.earlier.set(ctx.task, records)
    meta.attempts = records
    meta.ownTools = listOwnTools()
    meta.outcome = records.some(({ score }) => score !== undefined) ? 'scored' : 'errored'
    return tried
  }

  /** Fails a case whose task names a live tool that the agent does not have, or an argument that it cannot read. */
  private async checkNames(at: LocatedTask, meta: CaseMeta, trace: AttemptOutcome['trace']): Promise<void> {
    if (!at.task.available_tools.some(isLive)) return
    const { describeStrayName } = await import('./stray-names.ts')
    const stray = describeStrayName(at.task, meta.ownTools ?? [], trace)
    if (stray === undefined) return
    meta.runError = `Failed to run ${this.suite}:${at.line}: ${stray}`
    throw createErrorAt(meta.runError, at, { name: 'SuiteError' })
  }
}

/**
 * Opens a suite module for its agent. Called while the module is collected, so that an agent entry without an agent and a
 * run that may not be taken up are errors before any case runs.
 *
 * @param load Imports a module in this worker
 */
export async function openSuiteRun(
  agentModule: Record<string, unknown>,
  facts: ModuleFacts,
  load: ModuleLoader,
): Promise<SuiteRun> {
  const registry = readServedRegistry()
  const run = new SuiteRun(await serveAgent(agentModule, facts.agent, load, registry), registry, facts, load)
  const { settings, head } = run
  checkRuleTools('option `faults`', settings.faults, registry.keys())
  checkRuleTools('option `injections`', settings.injections, registry.keys())
  if (settings.resumed && !settings.forced) {
    const { checkHead } = await import('../run/journal/resume.ts')
    checkHead(settings.outputDir, settings.runId, head)
  }
  return run
}

/**
 * Binds the cases of a suite module to its agent. A tool that nothing simulates is an error before any case runs.
 *
 * @param load Imports a module in this worker
 */
export async function bindAgent(
  agentModule: Record<string, unknown>,
  { digest, isVerbatim, ...facts }: SuiteModuleFacts,
  load: ModuleLoader,
): Promise<BoundSuite> {
  const run = await openSuiteRun(agentModule, facts, load)
  const { suite, registry } = run
  const tasks = openSuite(facts.file, isVerbatim)
  if (tasks.digest !== digest)
    throw new TracewrightError(`Failed to run ${suite}: it was changed while the run started. Run it again.`)
  checkSuite(bindNamedChecks(tasks.iterateLines()), suite, registry)
  const signed = findSignedAnswer(tasks.iterateLines(), facts.file, registry)
  if (signed !== undefined) process.stderr.write(` tracewright  ${signed}\n`)
  return Object.assign((ctx: TestContext, line: number) => run.runTask(ctx, tasks.readTaskAt(line), line), {
    finish: () => run.finish(() => [...tasks.iterateLines()].map(({ task }) => task.task_id)),
  })
}
