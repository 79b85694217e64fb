import { basename, relative } from 'node:path'
import type { TestContext } from 'vitest'
import { runAttempt } from '../../fixtures/run-attempt.ts'
import { runtimeSettings } from '../../fixtures/settings.ts'
import { traceFileOf } from '../../matchers/index.ts'
import { armGuard } from '../network/refusal.ts'
import { checkInterception, intercept } from '../network/server.ts'
import type { TaskScore } from '../schema/score.ts'
import type { Task } from '../schema/task.ts'
import { scoreTrace } from '../scoring/score.ts'
import { settle } from '../scoring/settle.ts'
import { messageOf, TracewrightError } from '../shared/errors.ts'
import { registry } from '../simulators/registry.ts'
import type { CaseMeta, TracewrightMeta } from './case-meta.ts'
import { resolveAgent } from './resolve-agent.ts'
import { appendTrace } from './trace-files.ts'

/** An error that editors and reporters place at the line of the suite. */
function placed(message: string, task: Task, file: string, line: number): Error {
  const error = new Error(message)
  error.name = 'TaskNotSolved'
  error.stack = `${error.name}: ${message}\n    at ${task.task_id} (${file}:${line}:1)`
  return error
}

const withoutSteps = ({ steps: _, ...score }: TaskScore): Omit<TaskScore, 'steps'> => score

/** Snapshot of a case, relative to its suite: suites of one folder may have tasks of one name. */
const snapshotFile = (suite: string, taskId: string): string =>
  traceFileOf(taskId).replace('/', `/${basename(suite, '.suite.jsonl')}/`)

/**
 * Binds the cases of a suite module to its agent. Called while the module is collected, so that an agent entry
 * without an agent is an error before any case runs.
 */
export function bindSuite(
  agentModule: Record<string, unknown>,
  { agent: agentPath, file }: { agent: string; file: string },
): (ctx: TestContext, line: number, task: Task) => Promise<void> {
  const agent = resolveAgent(agentModule, agentPath)
  return async (ctx, line, task) => {
    const settings = runtimeSettings()
    const { mode, network, allow, timeout, snapshots, outputDir, runId, root } = settings
    const suite = relative(root, file)
    const meta: CaseMeta = {
      line,
      task_id: task.task_id,
      level: task.level,
      outcome: 'skipped',
      agent: agent.name,
      ...(agent.note === undefined ? {} : { agentNote: agent.note }),
      seed: task.world?.seed ?? 0,
    }
    ;(ctx.task.meta as TracewrightMeta).tracewright = meta
    const missing = [...new Set(task.expected_trace.steps.map((step) => step.tool_name))].filter(
      (name) => !registry.has(name),
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
    const { trace, thrown } = await runAttempt(agent, task, { timeout, signal: ctx.signal })
    appendTrace(outputDir, runId, { ...trace, suite })
    const { score } = settings.settle
      ? await settle(task, trace, registry, async (seed) => {
          const elsewhere = { ...task, world: { seed } }
          return (await runAttempt(agent, elsewhere, { timeout, signal: ctx.signal })).trace
        })
      : { score: scoreTrace(task, trace, registry) }
    meta.outcome = 'scored'
    if (trace.duration_ms !== undefined) meta.duration_ms = trace.duration_ms
    meta.score = withoutSteps(score)
    if (snapshots)
      await ctx.expect({ trace, task }).toMatchTraceFileSnapshot(snapshotFile(file, task.task_id))
    if (mode !== 'strict' || score.solved) return
    const why = score.reason ?? 'it was not solved'
    const failure = thrown === undefined ? '' : `\nThe agent failed: ${messageOf(thrown)}`
    throw placed(`${task.task_id} (${suite}:${line}) was not solved: ${why}${failure}`, task, file, line)
  }
}
