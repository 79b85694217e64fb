import { isBudgetSpent, Limits } from '../../models/limits.ts'
import { describeThrown } from '../../shared/errors.ts'
import { stringifyStably } from '../../shared/json.ts'
import type { JsonlFile } from '../../shared/jsonl-file.ts'
import { runItems, stripServicePrefix } from '../generate/run-items.ts'
import { respond } from '../simulate/respond.ts'
import { listParameters } from '../tool-spec/rule.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'
import { isCallOf } from '../validate/validate.ts'
import { type AuditRecord, auditRecordKey, auditTest, type TestedResponder } from './audit-test.ts'
import { COVERAGES, type Coverage } from './judgment.ts'
import type { ModelJudge } from './model-judge.ts'
import {
  categorizeJudgment,
  computeReliability,
  DEFAULT_MIN_RELIABILITY,
  JUDGMENT_CATEGORIES,
  type JudgmentCategory,
} from './reliability.ts'
import { auditSequences, type SequenceReport } from './sequence.ts'
import { type DerivedTests, deriveAllStressTests } from './stress/derive.ts'

interface Audited {
  readonly toolkit: SyntheticToolkit
  readonly derived: readonly (DerivedTests & { tool: ToolSpec })[]
  readonly records: readonly AuditRecord[]
  readonly wanted: number
  readonly sequences: readonly SequenceReport[]
  readonly resumed: number
  readonly stopped: string | null
  readonly minReliability: number
}

const readCategory = ({ test, first }: AuditRecord): JudgmentCategory =>
  categorizeJudgment(test.kind, first.judgment)

/** The failure modes of a tool that no test touches. */
function listUntouched(
  { tool, untested }: Audited['derived'][number],
  { failing = [], tools }: SyntheticToolkit,
) {
  const isUntested = (kind: string, parameters: readonly string[]): boolean =>
    untested.some(
      (one) => one.rule === kind && stringifyStably(one.parameters) === stringifyStably(parameters),
    )
  const touched = new Set([
    ...tool.rules.flatMap((rule) =>
      isUntested(rule.kind, listParameters(rule)) ? [] : [rule.from.text, rule.message],
    ),
    ...(tool.handler?.one === true ? [tool.handler.missing] : []),
    ...failing.filter(isCallOf(tool, tools)).map(({ sentence }) => sentence),
  ])
  return tool.failureModes.flatMap((sentence) => (touched.has(sentence) ? [] : [{ tool: tool.id, sentence }]))
}

/** A first response that is wrong. */
function buildFinding(record: AuditRecord) {
  const { test, first, retries } = record
  return {
    test: test.id,
    tool: test.tool,
    category: readCategory(record),
    judgment: first.judgment,
    confidence: first.confidence,
    reasoning: first.reasoning,
    args: test.args,
    response: first.response,
    /** At which attempt the response was correct; null where it never was. */
    corrected_at: retries.find(({ judgment }) => judgment === 'correct')?.attempt ?? null,
  }
}

const isWrong = (judgment: string): boolean => judgment !== 'correct' && judgment !== 'unknown'

function countKnown(records: readonly AuditRecord[]) {
  const known = records.filter(({ test }) => test.fault.startsWith('known'))
  return { cases: known.length, wrong: known.filter(({ first }) => isWrong(first.judgment)).length }
}

export type ToolAuditReport = ReturnType<typeof buildReport>

function buildReport(audited: Audited) {
  const { toolkit, derived, records, wanted, stopped, minReliability } = audited
  const categories = records.map(readCategory)
  const tools = toolkit.tools.map(({ id }) => {
    const recordsOfTool = records.filter(({ test }) => test.tool === id)
    return computeReliability(id, recordsOfTool.map(readCategory), minReliability)
  })
  const counted = JUDGMENT_CATEGORIES.map(
    (name) => [name, categories.filter((one) => one === name).length] as const,
  )
  const retried = records.filter(({ retries }) => retries.length > 0)
  return {
    toolkit: toolkit.name,
    min_reliability: minReliability,
    tools,
    tests: records.length,
    correct: records.filter(({ first }) => first.judgment === 'correct').length,
    /** Only first responses that are checked count as correct or wrong. */
    coverage: Object.fromEntries(
      COVERAGES.map((one) => [one, records.filter(({ first }) => first.coverage === one).length]),
    ) as Record<Coverage, number>,
    known: countKnown(records),
    categories: Object.fromEntries(counted) as Record<JudgmentCategory, number>,
    retried: {
      tests: retried.length,
      corrected: retried.filter(({ retries }) => retries.at(-1)?.judgment === 'correct').length,
    },
    findings: records.filter(({ first }) => isWrong(first.judgment)).map(buildFinding),
    /** Failure modes that no test touches: whether they are kept to is unknown. */
    untouched: derived.flatMap((one) => listUntouched(one, toolkit)),
    untested: derived.flatMap(({ tool, untested }) => untested.map((one) => ({ tool: tool.id, ...one }))),
    bad_known: derived.flatMap(({ tool, badKnown }) =>
      badKnown.map((problem) => ({ tool: tool.id, problem })),
    ),
    sequences: audited.sequences,
    resumed: audited.resumed,
    stopped:
      records.length < wanted ? { open: wanted - records.length, why: stopped ?? 'it ended early' } : null,
  }
}

/** The toolkit with the tools that are kept, and their known calls; undefined where none is. */
export function keepReliableTools(
  toolkit: SyntheticToolkit,
  { tools }: Pick<ToolAuditReport, 'tools'>,
): SyntheticToolkit | undefined {
  const kept = new Set(tools.flatMap(({ tool, kept }) => (kept ? [tool] : [])))
  const left = toolkit.tools.filter(({ id }) => kept.has(id))
  if (left.length === 0) return undefined
  const gone = toolkit.tools.filter(({ id }) => !kept.has(id))
  const isGone = (name: string): boolean => gone.some((tool) => tool.id === name || tool.name === name)
  return {
    ...toolkit,
    tools: left,
    known: toolkit.known.filter(({ tool }) => !isGone(tool)),
    ...(toolkit.failing && { failing: toolkit.failing.filter(({ tool }) => !isGone(tool)) }),
    ...(toolkit.answers && { answers: toolkit.answers.filter(({ tool }) => !isGone(tool)) }),
  }
}

export interface ToolAuditOptions {
  /** What is audited. Default: the toolkit's own simulation, without a model. */
  readonly responder?: { readonly name: string; readonly answer: TestedResponder } | undefined
  /** Judges beside the rules. Default none. */
  readonly judge?: { readonly name: string; readonly judge: ModelJudge } | undefined
  /** Draws of the calls and of the worlds that they run in. Default 0. */
  readonly seed?: number
  /** How often at most a call is asked whose response is not correct. Default 3; 1 asks none anew. */
  readonly attempts?: number | undefined
  /** Least Wilson bound of a tool that is kept. Default {@link DEFAULT_MIN_RELIABILITY}. */
  readonly minReliability?: number
  /** Concurrency and budget. */
  readonly limits?: Limits
  /** Keeps the judgments; what is in it is not asked again. */
  readonly records?: JsonlFile<AuditRecord> | undefined
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

const describeFailures = (failures: readonly string[]): string | null =>
  failures.length === 0 ? null : `${failures.length} questions failed, the last with: ${failures.at(-1)}`

export async function auditToolkit(
  toolkit: SyntheticToolkit,
  options: ToolAuditOptions = {},
): Promise<ToolAuditReport> {
  const { responder, judge, seed = 0, attempts = 3, limits = new Limits(), records, onProgress } = options
  const { minReliability = DEFAULT_MIN_RELIABILITY } = options
  const derived = deriveAllStressTests(toolkit, seed)
  const answer = responder?.answer ?? respond
  const bench = { toolkit, responder: answer, judge: judge?.judge, seed, attempts }
  const setting = { responder: responder?.name ?? 'respond', judge: judge?.name ?? null, seed, attempts }
  const items = derived.flatMap(({ tool, tests }) =>
    tests.map((test) => ({ tool, test, key: auditRecordKey(test, tool, toolkit, setting) })),
  )
  const done = new Map((records?.lines ?? []).map((record) => [record.key, record]))
  // What the judge did not answer is open, as is what a run that was stopped no longer begins: another run asks it.
  const { resumed, failed } = await runItems<(typeof items)[number], Omit<AuditRecord, 'key'>>(
    {
      stage: 'audit',
      items,
      nameOf: ({ test }) => test.id,
      isDone: ({ key }) => done.has(key),
      work: async ({ test, tool }) => ({ ok: true, value: await auditTest(test, tool, bench), notes: [] }),
      save({ key }, made) {
        const record = { key, ...made }
        records?.append(record)
        done.set(key, record)
      },
    },
    {
      limits,
      counts: { retries: 0, truncated: 0, invalid: 0 },
      onProgress: onProgress && ((progress) => onProgress(progress.done, progress.total)),
    },
  )
  const failures = failed.flatMap(({ problems }) => problems.map(stripServicePrefix))
  const sequences = await limits
    .turn(async () => (limits.stopped === undefined ? auditSequences(toolkit, answer, seed) : []))
    .catch((error: unknown): SequenceReport[] => {
      if (!isBudgetSpent(error)) failures.push(describeThrown(error))
      return []
    })
  return buildReport({
    toolkit,
    sequences,
    derived,
    resumed,
    minReliability,
    records: items.flatMap(({ key }) => done.get(key) ?? []),
    wanted: items.length,
    stopped: limits.stopped ?? describeFailures(failures),
  })
}
