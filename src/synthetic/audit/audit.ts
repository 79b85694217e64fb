import { isBudgetSpent, Limits } from '../../models/limits.ts'
import { messageOf } from '../../shared/errors.ts'
import type { JsonlFile } from '../../shared/jsonl-file.ts'
import { World } from '../../world/world.ts'
import { wholeToolkit } from '../simulate/kinds/whole-toolkit.ts'
import { respond } from '../simulate/respond.ts'
import { groundState } from '../simulate/state.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'
import { type AuditRecord, type AuditSetting, auditRecordKey } from './audit-record.ts'
import { reportOf, type ToolAuditReport } from './audit-report.ts'
import { auditTest } from './audit-test.ts'
import type { ModelJudge } from './model-judge.ts'
import { DEFAULT_MIN_RELIABILITY } from './reliability.ts'
import type { TestedResponder } from './run-test.ts'
import { auditSequences, type SequenceReport } from './sequence.ts'
import { deriveStressTests } from './stress/derive.ts'
import type { StressTest } from './stress/stress-test.ts'

export interface ToolAuditOptions {
  /** What is audited. Default: the toolkit's own simulation, without a model. */
  readonly responder?: { readonly name: string; readonly answer: TestedResponder } | undefined
  /** Judges beside the rules. Default none. */
  readonly judge?: { readonly name: string; readonly judge: ModelJudge } | undefined
  /** Draws of the calls and of the worlds that they run in. Default 0. */
  readonly seed?: number
  /** How often at most a call is asked whose response is not correct. Default 3; 1 asks none anew. */
  readonly attempts?: number
  /** Least Wilson bound of a tool that is kept. Default {@link DEFAULT_MIN_RELIABILITY}. */
  readonly minReliability?: number
  /** Concurrency and budget. */
  readonly limits?: Limits
  /** Keeps the judgments; what is in it is not asked again. */
  readonly records?: JsonlFile<AuditRecord> | undefined
  /** Calls beside those that are derived, of a model say. */
  readonly extra?: readonly StressTest[]
  readonly onProgress?: (done: number, total: number) => void
}

const failedText = (failures: readonly string[]): string | null =>
  failures.length === 0 ? null : `${failures.length} questions failed, at last with: ${failures.at(-1)}`

/**
 * Audits the simulated tools of a toolkit: derives stress tests, asks them, judges the responses and gives each tool a
 * reliability. What a budget or an interrupt left open is in the report as `stopped`.
 */
export async function auditToolkit(
  toolkit: SyntheticToolkit,
  options: ToolAuditOptions = {},
): Promise<ToolAuditReport> {
  const { responder, judge, seed = 0, attempts = 3, limits = new Limits(), records, extra = [] } = options
  const whole = wholeToolkit(toolkit).toolkit
  // Calls are made over the things that there are in the world of this seed.
  const ground = { ...whole, state: groundState(toolkit, new World(seed)) }
  const derived = whole.tools.map((tool) => ({ tool, ...deriveStressTests(tool, ground, seed) }))
  const setting: AuditSetting = {
    responder: responder?.name ?? 'respond',
    judge: judge?.name ?? null,
    seed,
    attempts,
  }
  const bench = {
    toolkit: whole,
    responder: responder?.answer ?? respond,
    judge: judge?.judge,
    seed,
    attempts,
  }
  const items = derived.flatMap(({ tool, tests }) =>
    [...tests, ...extra.filter((test) => test.tool === tool.id)].map((test) => ({
      tool,
      test,
      key: auditRecordKey(test, tool, toolkit, setting),
    })),
  )
  const done = new Map((records?.lines ?? []).map((record) => [record.key, record]))
  const resumed = items.filter(({ key }) => done.has(key)).length
  let settled = resumed
  const failures: string[] = []
  const handle = async ({ tool, test, key }: { tool: ToolSpec; test: StressTest; key: string }) => {
    if (limits.stopped !== undefined) return
    try {
      const record = { key, ...(await auditTest(test, tool, bench)) }
      records?.append(record)
      done.set(key, record)
      limits.noteAnswer()
      options.onProgress?.(++settled, items.length)
    } catch (error) {
      // What the judge did not answer is open, as is what a run that was stopped no longer begins: another run asks it.
      if (isBudgetSpent(error)) return
      limits.noteFailure(error)
      failures.push(messageOf(error))
    }
  }
  const open = items.filter(({ key }) => !done.has(key))
  await Promise.all(open.map((item) => limits.turn(() => handle(item))))
  const sequences = await limits
    .turn(async () => (limits.stopped === undefined ? auditSequences(toolkit, bench.responder, seed) : []))
    .catch((error: unknown): SequenceReport[] => {
      if (isBudgetSpent(error)) return []
      failures.push(messageOf(error))
      return []
    })
  return reportOf({
    toolkit,
    sequences,
    derived,
    records: items.flatMap(({ key }) => done.get(key) ?? []),
    wanted: items.length,
    resumed,
    stopped: limits.stopped ?? failedText(failures),
    minReliability: options.minReliability ?? DEFAULT_MIN_RELIABILITY,
  })
}
