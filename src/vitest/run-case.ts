import { basename, relative } from 'node:path'
import { inject, type TestContext } from 'vitest'
import { PROJECT_KEY, type RuntimeSettings, runtimeSettings } from '../../fixtures/settings.ts'
import { traceFileOf } from '../../matchers/index.ts'
import { schemasDigest } from '../ledger/schemas-digest.ts'
import { taskKey } from '../ledger/task-key.ts'
import { armGuard } from '../network/refusal.ts'
import { checkInterception, intercept } from '../network/server.ts'
import { type Made, makeAttempt } from '../run/attempt/make-attempt.ts'
import { type Place, readJournal, recordOf } from '../run/journal/journal.ts'
import type { Agent, CalibrationAgent } from '../schema/agent.ts'
import type { AttemptRecord } from '../schema/run.ts'
import type { Task } from '../schema/task.ts'
import { messageOf, TracewrightError } from '../shared/errors.ts'
import { servedRegistry } from '../simulators/served.ts'
import type { CaseMeta, TracewrightMeta } from './case-meta.ts'
import { finishRun, flippedIn } from './finish-run.ts'
import { resolveAgent } from './resolve-agent.ts'

/** An error that editors and reporters place at the line of the suite. */
function placed(message: string, task: Task, file: string, line: number): Error {
  const error = new Error(message)
  error.name = 'TaskNotSolved'
  error.stack = `${error.name}: ${message}\n    at ${task.task_id} (${file}:${line}:1)`
  return error
}

/** Snapshot of a case, relative to its suite: suites of one folder may have tasks of one name. */
const snapshotFile = (suite: string, taskId: string): string =>
  traceFileOf(taskId).replace('/', `/${basename(suite, '.suite.jsonl')}/`)

/** Attempts of the run that this one takes up, by the place of their case. */
let takenOver: Map<string, AttemptRecord[]> | undefined

function recordsOf(place: Place, { outputDir, runId, resumed }: RuntimeSettings): AttemptRecord[] {
  if (!resumed) return []
  const nameOf = ({ project, suite, key }: Place): string => JSON.stringify([project, suite, key])
  if (takenOver === undefined) {
    takenOver = new Map()
    for (const entry of readJournal(outputDir, runId)) {
      const name = nameOf(entry)
      takenOver.set(name, [...(takenOver.get(name) ?? []), recordOf(entry)])
    }
  }
  return takenOver.get(nameOf(place)) ?? []
}

/** All attempts at a task that the run asks for, and the last one made now. */
async function attemptsAt(
  agent: Agent | CalibrationAgent,
  task: Task,
  place: Place,
  settings: RuntimeSettings,
  signal: AbortSignal,
): Promise<{ records: AttemptRecord[]; last: Made | undefined }> {
  const before = recordsOf(place, settings)
  const records: AttemptRecord[] = []
  let last: Made | undefined
  const attempt = async (number: number, fresh?: true): Promise<void> => {
    const known = before.find((record) => record.attempt === number)
    if (known !== undefined) {
      records.push(known)
      return
    }
    last = await makeAttempt(agent, task, place, settings, {
      attempt: number,
      signal,
      ...(fresh === undefined ? {} : { fresh }),
    })
    records.push(last.record)
  }
  const wanted = settings.repeats
  for (let number = 0; number < wanted; number++) await attempt(number)
  // Of an agent that does the same every time, a failure where the ledger has a success is looked at once more.
  if (flippedIn(place.key, records, settings)) await attempt(wanted, true)
  return { records, last }
}

/** What a suite module does with its agent. */
export interface BoundSuite {
  (ctx: TestContext, line: number, task: Task): Promise<void>
  /** Done after the last case of the module. */
  finish(): Promise<void>
}

/**
 * Binds the cases of a suite module to its agent. Called while the module is collected, so that an agent entry
 * without an agent is an error before any case runs.
 */
export function bindSuite(
  agentModule: Record<string, unknown>,
  { agent: agentPath, file, module }: { agent: string; file: string; module: string },
): BoundSuite {
  const agent = resolveAgent(agentModule, agentPath)
  const run = async (ctx: TestContext, line: number, task: Task): Promise<void> => {
    const settings = runtimeSettings()
    const { mode, network, allow, snapshots, root } = settings
    const suite = relative(root, file)
    const place: Place = { project: inject(PROJECT_KEY) ?? '', suite, key: taskKey(task) }
    const meta: CaseMeta = {
      line,
      task_id: task.task_id,
      level: task.level,
      outcome: 'skipped',
      agent: agent.name,
      ...(agent.note === undefined ? {} : { agentNote: agent.note }),
      seed: task.world?.seed ?? 0,
      tools: [...new Set(task.expected_trace.steps.map(({ tool_name }) => tool_name))],
      key: place.key,
      schemas: schemasDigest(task, servedRegistry()),
    }
    ;(ctx.task.meta as TracewrightMeta).tracewright = meta
    const missing = [...new Set(task.expected_trace.steps.map((step) => step.tool_name))].filter(
      (name) => !servedRegistry().has(name),
    )
    if (missing.length > 0) {
      meta.note = `no simulator for ${missing.join(', ')}`
      ctx.skip(meta.note)
    }
    try {
      if (network === 'closed') armGuard(allow)
      intercept()
      await checkInterception()
    } catch (error) {
      if (!(error instanceof TracewrightError)) throw error
      throw placed(error.message, task, file, line)
    }
    const { records, last } = await attemptsAt(agent, task, place, settings, ctx.signal)
    const scored = records.find(({ score }) => score !== undefined)
    meta.attempts = records
    meta.outcome = scored === undefined ? 'errored' : 'scored'
    const [first] = records
    if (first?.duration_ms !== undefined) meta.duration_ms = first.duration_ms
    if (scored?.score !== undefined) meta.score = scored.score
    if (scored === undefined && first?.note !== undefined) meta.note = first.note
    if (snapshots && last !== undefined) {
      const received = { trace: last.trace, task }
      await ctx.expect(received).toMatchTraceFileSnapshot(snapshotFile(file, task.task_id))
    }
    if (mode !== 'strict') return
    const failed = records.find(({ score }) => score?.solved !== true)
    if (failed === undefined) return
    const why = failed.score?.reason ?? failed.note ?? 'it was not solved'
    const which = records.length > 1 ? `, attempt ${failed.attempt + 1} of ${records.length}` : ''
    const thrown = last?.record === failed ? last.thrown : undefined
    const failure = thrown === undefined ? '' : `\nThe agent failed: ${messageOf(thrown)}`
    throw placed(
      `${task.task_id} (${suite}:${line}) was not solved${which}: ${why}${failure}`,
      task,
      file,
      line,
    )
  }
  const finish = (): Promise<void> => finishRun(agent, module, runtimeSettings())
  return Object.assign(run, { finish })
}
