import { relative } from 'node:path'
import { performance } from 'node:perf_hooks'
import { inject, type TestContext, vi } from 'vitest'
import { PROJECT_KEY } from '../../fixtures/provided.ts'
import { readRuntimeSettings } from '../../fixtures/settings.ts'
import { schemasDigest } from '../baseline/schemas-digest.ts'
import { taskKey } from '../baseline/task-key.ts'
import { armGuard, openGateway } from '../network/refusal.ts'
import { checkInterception, intercept } from '../network/server.ts'
import { listOwnTools } from '../own-tools/bodies.ts'
import { applyRunOptions } from '../run/apply-run-options.ts'
import type { AttemptOutcome } from '../run/attempt/make-attempt.ts'
import { type AttemptsAt, makeAttemptsAt } from '../run/attempts-at.ts'
import { checkNamed } from '../run/checks/served-checks.ts'
import type { CasePlace } from '../run/journal/journal.ts'
import type { Head } from '../run/journal/lines.ts'
import type { RuntimeSettings } from '../run/settings.ts'
import type { Agent, CalibrationAgent } from '../schema/agent.ts'
import type { AttemptRecord } from '../schema/run.ts'
import type { WrittenTask } from '../schema/task-in-world.ts'
import type { Exception } from '../schema/trace.ts'
import { didYouMean } from '../shared/did-you-mean.ts'
import { TracewrightError } from '../shared/errors.ts'
import { dropUndefinedFields } from '../shared/json.ts'
import { makeLinesPrintable, makePrintable } from '../shared/printable.ts'
import { createActiveRedactor } from '../shared/redact/active.ts'
import { maskAgentName } from '../shared/redact/agent-name.ts'
import type { Redactor } from '../shared/redact/redactor.ts'
import { checkSuite, listToolNames } from '../suites/load/check/check-suite.ts'
import { findSignedAnswer } from '../suites/load/check/signed-answers.ts'
import { openSuite } from '../suites/load/load.ts'
import type { SuiteLine } from '../suites/load/tasks-of.ts'
import { openWorlds } from '../tasks/task-worlds.ts'
import type { Registry } from '../tools/registry.ts'
import { checkRuleTools } from '../tools/rule-tools.ts'
import { addLiveTools, isLive, prepareTools, readServedRegistry } from '../tools/served.ts'
import type { CaseMeta, TracewrightMeta } from './case-meta.ts'
import { findFailingPlace, type LocatedTask, placeAtTask } from './failing-place.ts'
import { finishRun, type ModuleLoader } from './finish-run.ts'
import { matchReference, noteObsoleteReferences } from './match-reference.ts'
import { serveAgent } from './serve-agent.ts'
import { buildReferencePath, buildSnapshotPath } from './snapshot-path.ts'

// Suites ask for tools when they are collected, at once.
await prepareTools()

const listFrames = (thrown: Error): string[] =>
  (thrown.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))

/**
 * What an agent threw as Vitest's reporters may print it: with name, message, stack and causes, without control
 * characters, and without the address of the attempt's tools.
 *
 * @param chain The exceptions of the trace, whose texts no longer hold that address
 * @param thrown What they were made of, for the frames with the paths of this machine
 * @param redactor What masked the texts of the trace
 */
export function createPrintableError(
  [first, ...causes]: readonly Exception[],
  thrown: unknown,
  redactor: Redactor,
): Error | undefined {
  if (first === undefined) return undefined
  const isError = thrown instanceof Error
  const cause = createPrintableError(causes, isError ? thrown.cause : undefined, redactor)
  const error = new Error(makeLinesPrintable(first.message), cause === undefined ? {} : { cause })
  error.name = makePrintable(first.name)
  const frames = isError ? listFrames(thrown) : first.frames.map((frame) => `    at ${frame}`)
  error.stack = [
    `${error.name}: ${error.message}`,
    ...frames.map((frame) => makePrintable(redactor.text(frame))),
  ].join('\n')
  return error
}

interface ErrorParts {
  /** Default `TaskNotSolved`. */
  name?: string
  cause?: Error | undefined
  /** File, line and column of the only frame. Default: the line of the task. */
  place?: string | undefined
}

function createErrorAt(
  message: string,
  { task, file, line }: LocatedTask,
  { name = 'TaskNotSolved', cause, place = `${file}:${line}:1` }: ErrorParts = {},
): Error {
  const error = new Error(message, cause === undefined ? {} : { cause })
  error.name = name
  error.stack = `${error.name}: ${message}\n    at ${task.task_id} (${place})`
  return error
}

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

/** Why a case fails in mode `strict`; undefined where every attempt solved its task. */
async function createNotSolvedError(
  at: LocatedTask,
  suite: string,
  records: readonly AttemptRecord[],
  unsolved: AttemptOutcome | undefined,
): Promise<Error | undefined> {
  const failed = records.find(({ score }) => score?.solved !== true)
  if (failed === undefined) return undefined
  const { score, note, attempt } = failed
  const why = score?.reason ?? note ?? 'it was not solved'
  const which = records.length > 1 ? `, attempt ${attempt + 1} of ${records.length}` : ''
  const trace = unsolved?.record === failed ? unsolved.trace : undefined
  const isReported = score?.cause === 'agent-failed'
  const failure =
    trace?.failure === undefined || isReported
      ? ''
      : `\nThe agent failed: ${makeLinesPrintable(trace.failure)}`
  const condition = score?.decided === undefined ? '' : `\nCondition: ${makePrintable(score.decided)}`
  return createErrorAt(
    `${makePrintable(at.task.task_id)} (${suite}:${at.line}) was not solved${which}: ${makePrintable(why)}${condition}${failure}`,
    at,
    {
      cause: unsolved && createPrintableError(trace?.exceptions ?? [], unsolved.thrown, unsolved.redactor),
      place: await findFailingPlace(at, failed),
    },
  )
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

/** Time in milliseconds for which interception that works, by the same `fetch`, is taken to go on working. */
const CHECK_INTERVAL_MS = 1_000
let checked: { at: number; fetch: typeof fetch } | undefined

async function checkInterceptionOnce(): Promise<void> {
  if (checked?.fetch === fetch && performance.now() - checked.at < CHECK_INTERVAL_MS) return
  await checkInterception()
  checked = { at: performance.now(), fetch }
}

/** Routes the calls of a case to the simulators, closes the network, and checks that requests are intercepted. */
async function openNetwork({ network, allow, children, cassettes }: RuntimeSettings): Promise<void> {
  if (network === 'closed') {
    await openGateway()
    armGuard(allow, { children, hasCassettes: cassettes !== 'off' })
  }
  intercept()
  await checkInterceptionOnce()
}

/** Lines of a suite on their way to its check: their named checks are there, and live tools need no simulator. */
export function* bindNamedChecks(lines: Iterable<SuiteLine>): Generator<SuiteLine, void> {
  for (const line of lines) {
    addLiveTools(listToolNames(line.task))
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

/** A suite module in its worker: whose agent works on its tasks, and with which tools. */
export interface SuiteRun {
  readonly settings: RuntimeSettings
  readonly registry: Registry
  /** Path of the suite below the root. */
  readonly suite: string
  readonly head: Head
  /** Closes the network before code of the case is run. Simulators stay reachable. */
  openNetwork(task: WrittenTask, line: number): Promise<void>
  /** What a case tells the reporter before its first attempt. */
  buildMeta(task: WrittenTask, line: number, key: string): CaseMeta
  /** Lets the agent work on a task as often as the run asks for. */
  runTask(ctx: TestContext, written: WrittenTask, line: number, nextLine?: number): Promise<void>
  /** Done after the last case of the module, with the names of all tasks of its suite. */
  finish(listNames: () => Iterable<string>): Promise<void>
}

/** Says which live tool a task offers that the agent does not have; nothing else would tell of its name. */
function describeStrayTool(
  { task_id, available_tools }: WrittenTask,
  known: readonly string[],
): string | undefined {
  const name = available_tools.find((one) => isLive(one) && !known.includes(one))
  return name === undefined
    ? undefined
    : `${makePrintable(task_id)} offers ${JSON.stringify(name)}, and the agent made and called no such tool${didYouMean(name, known) || '.'} Its own tools: ${known.join(', ') || 'none'}. Correct the tools of the task`
}

/**
 * Opens a suite module for its agent. Called while the module is collected, so that an agent entry without an agent and a
 * run that may not be taken up are errors before any case runs.
 *
 * @param load Imports a module in this worker
 */
export async function openSuiteRun(
  agentModule: Record<string, unknown>,
  { agent: agentPath, modules, file, module }: ModuleFacts,
  load: ModuleLoader,
): Promise<SuiteRun> {
  const registry = readServedRegistry()
  const agent = await serveAgent(agentModule, agentPath, load, registry)
  const agentName = maskAgentName(agent.name, createActiveRedactor())
  const settings = readRuntimeSettings()
  const suite = relative(settings.root, file)
  checkRuleTools('option `faults`', settings.faults, registry.keys())
  checkRuleTools('option `injections`', settings.injections, registry.keys())
  const head: Head = {
    kind: 'head',
    project: inject(PROJECT_KEY) ?? '',
    agent: agentName,
    options: settings.options,
    ...dropUndefinedFields({ modules, commit: settings.commit }),
  }
  if (settings.resumed && !settings.forced) {
    const { checkHead } = await import('../run/journal/resume.ts')
    checkHead(settings.outputDir, settings.runId, head)
  }
  const buildMeta = (task: WrittenTask, line: number, key: string): CaseMeta => ({
    line,
    task_id: task.task_id,
    level: task.level,
    outcome: 'errored',
    agent: agentName,
    ...dropUndefinedFields({ agentNote: noteOn(agent) }),
    seed: task.world?.seed ?? 0,
    key,
    schemas: schemasDigest(task, registry),
  })
  /** Attempts at the cases that Vitest runs more than once, by its options `retry` and `repeats`. */
  const earlier = new WeakMap<TestContext['task'], readonly AttemptRecord[]>()
  const openNetworkOf = (task: WrittenTask, line: number): Promise<void> =>
    openNetwork(settings).catch((error: unknown) => {
      throw error instanceof TracewrightError ? createErrorAt(error.message, { task, file, line }) : error
    })
  const runTask: SuiteRun['runTask'] = async (ctx, written, line, nextLine) => {
    const task = applyRunOptions(written, settings)
    const at: LocatedTask = { task, file, line, nextLine }
    const place: CasePlace = { project: head.project, suite, key: taskKey(task) }
    const meta = buildMeta(task, line, place.key)
    ;(ctx.task.meta as TracewrightMeta).tracewright = meta
    await openNetworkOf(task, line)
    const worlds = openWorlds(task, registry)
    const before = earlier.get(ctx.task) ?? []
    const first = Math.max(-1, ...before.map(({ attempt }) => attempt)) + 1
    // A cassette holds the attempts that the run asks for, and none of a case that is tried again.
    const isRepeated = before.length > 0 && settings.cassettes !== 'off'
    const tried = isRepeated
      ? undefined
      : await makeAttempts(meta, agent, worlds, { place, head }, settings, ctx.signal, first)
    const records = [...before, ...(tried?.records ?? [])]
    earlier.set(ctx.task, records)
    meta.attempts = records
    meta.ownTools = listOwnTools()
    meta.outcome = records.some(({ score }) => score !== undefined) ? 'scored' : 'errored'
    const stray = tried?.last?.record.score === undefined ? undefined : describeStrayTool(task, meta.ownTools)
    if (stray !== undefined) {
      meta.runError = `Failed to run ${suite}:${line}: ${stray}`
      throw createErrorAt(meta.runError, at, { name: 'SuiteError' })
    }
    // A test keeps 8 kB for an `expect` of its own until its module has ended.
    if (settings.requiresAssertions) ctx.expect(records.length, 'attempts').toBeGreaterThan(0)
    const missed = records.find((record) => record.missed === true)
    if (missed !== undefined) throw createErrorAt(makePrintable(missed.note ?? ''), at)
    const changed = await matchReference(ctx, worlds, buildReferencePath(file, task.task_id))
    if (changed !== undefined) throw createErrorAt(makeLinesPrintable(changed), at)
    if (settings.snapshots && tried?.last !== undefined) {
      const { trace, record } = tried.last
      if (record.outcome === 'errored')
        throw createErrorAt(
          `${makePrintable(task.task_id)} has no snapshot, also with vitest -u, because its attempt errored: ${makePrintable(record.note ?? '')}`,
          at,
        )
      const snapshot = buildSnapshotPath(file, task.task_id, trace.branch)
      await matchSnapshot(() => ctx.expect({ trace, task }).toMatchTraceFileSnapshot(snapshot), at)
    }
    if (settings.mode === 'regression') await noteFailingPlace(meta, at, records)
    const failure =
      settings.mode === 'strict' ? await createNotSolvedError(at, suite, records, tried?.unsolved) : undefined
    if (failure !== undefined) throw failure
  }
  const finish: SuiteRun['finish'] = async (listNames) => {
    noteObsoleteReferences(file, listNames)
    // Interception may have ended since the last check, and the tools of an attempt did not answer.
    if (checked !== undefined) await checkInterception()
    await finishRun(agent, module, head, settings, registry, load)
  }
  return { settings, registry, suite, head, openNetwork: openNetworkOf, buildMeta, runTask, finish }
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
