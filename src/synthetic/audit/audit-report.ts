import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'
import { type Agreement, type AgreementOutcome, agreementOf } from './agreement.ts'
import type { AuditRecord } from './audit-record.ts'
import { JUDGMENT_CATEGORIES, type JudgmentCategory, judgmentCategoryOf } from './category.ts'
import { isLateError } from './observed.ts'
import { type Reliability, reliabilityOf } from './reliability.ts'
import { FORM_ONLY, PLAUSIBLE } from './rule-judge.ts'
import type { SequenceReport } from './sequence.ts'
import type { DerivedTests } from './stress/derive.ts'

/** A first response that is not correct. */
export interface ToolFinding {
  readonly test: string
  readonly tool: string
  readonly category: JudgmentCategory
  readonly judgment: string
  readonly confidence: number
  readonly reasoning: string
  readonly args: AuditRecord['test']['args']
  readonly response: AuditRecord['first']['response']
  /** At which attempt the response was correct; null where it never was. */
  readonly mended_at: number | null
}

export interface ToolAuditReport {
  readonly toolkit: string
  readonly min_reliability: number
  readonly tools: readonly Reliability[]
  readonly tests: number
  readonly correct: number
  /** Those of the correct of which only the form could be judged: their values need not mean anything. */
  readonly form_only: number
  /** Those of the correct that hold values which something made up and nothing speaks against. */
  readonly plausible: number
  readonly unknown: number
  /** Calls whose result is known, asked as they are or with defaults written out, and those answered otherwise. */
  readonly known: { readonly cases: number; readonly wrong: number }
  readonly categories: Readonly<Record<JudgmentCategory, number>>
  readonly agreement: Agreement
  /** Tests that were asked anew, and those of them that were correct in the end. */
  readonly retried: { readonly tests: number; readonly mended: number }
  /** First responses that rules and model both judged, and those where they agree; null without a model. */
  readonly judges: { readonly both: number; readonly agree: number; readonly unusable: number } | null
  readonly findings: readonly ToolFinding[]
  /** Rules that no test breaks. */
  readonly untested: readonly { tool: string; rule: string; parameters: readonly string[] }[]
  /** Known calls that do not fit their own specification. */
  readonly bad_known: readonly { tool: string; problem: string }[]
  /** Things made, shown, listed, changed and removed one after another in one world, by their kind. */
  readonly sequences: readonly SequenceReport[]
  readonly resumed: number
  /** Tests that were not asked, and why; null where all were. */
  readonly stopped: { readonly open: number; readonly why: string } | null
}

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

const categoryIn = ({ test, first }: AuditRecord): JudgmentCategory =>
  judgmentCategoryOf(test.kind, first.judgment)

function outcomeOf({ test, first }: AuditRecord): AgreementOutcome[] {
  const { response } = first
  if (response === null) return []
  const got = isLateError(response) ? 'FAIL' : response.status
  return [{ family: test.fault, due: test.expected.status, got }]
}

/** The correct that the rules leave open in this way, and of which no model said more. */
const leftOpen = (records: readonly AuditRecord[], why: string): number =>
  records.filter(
    ({ first: { judgment, rules, model } }) =>
      judgment === 'correct' &&
      (model === null || model.judgment === 'unknown') &&
      rules.checks.some(({ name }) => name === why),
  ).length

function findingOf(record: AuditRecord): ToolFinding {
  const { test, first, retries } = record
  return {
    test: test.id,
    tool: test.tool,
    category: categoryIn(record),
    judgment: first.judgment,
    confidence: first.confidence,
    reasoning: first.reasoning,
    args: test.args,
    response: first.response,
    mended_at: retries.find(({ judgment }) => judgment === 'correct')?.attempt ?? null,
  }
}

function judgesOf(records: readonly AuditRecord[]): ToolAuditReport['judges'] {
  const asked = records.flatMap(({ first }) =>
    first.model === null ? [] : [{ ...first, model: first.model }],
  )
  if (asked.length === 0) return null
  const both = asked.filter(
    ({ rules, model }) => rules.judgment !== 'unknown' && model.judgment !== 'unknown',
  )
  return {
    both: both.length,
    agree: both.filter(({ rules, model }) => rules.judgment === model.judgment).length,
    unusable: asked.filter(({ model }) => model.judgment === 'unknown').length,
  }
}

function knownOf(records: readonly AuditRecord[]): ToolAuditReport['known'] {
  const known = records.filter(({ test }) => test.fault.startsWith('known'))
  return { cases: known.length, wrong: known.filter(({ first }) => first.judgment !== 'correct').length }
}

/** What an audit found, from its records. */
export function reportOf(audited: Audited): ToolAuditReport {
  const { toolkit, derived, records, wanted, stopped, minReliability } = audited
  const categories = records.map(categoryIn)
  const tools = toolkit.tools.map(({ id }) => {
    const own = records.filter(({ test }) => test.tool === id)
    return reliabilityOf(id, own.map(categoryIn), minReliability)
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
    form_only: leftOpen(records, FORM_ONLY),
    plausible: leftOpen(records, PLAUSIBLE),
    unknown: records.filter(({ first }) => first.judgment === 'unknown').length,
    known: knownOf(records),
    categories: Object.fromEntries(counted) as Record<JudgmentCategory, number>,
    agreement: agreementOf(records.flatMap(outcomeOf)),
    retried: {
      tests: retried.length,
      mended: retried.filter(({ retries }) => retries.at(-1)?.judgment === 'correct').length,
    },
    judges: judgesOf(records),
    findings: records.filter(({ first }) => first.judgment !== 'correct').map(findingOf),
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
export function keptToolkit(
  toolkit: SyntheticToolkit,
  { tools }: Pick<ToolAuditReport, 'tools'>,
): SyntheticToolkit | undefined {
  const kept = new Set(tools.flatMap(({ tool, kept }) => (kept ? [tool] : [])))
  const left = toolkit.tools.filter(({ id }) => kept.has(id))
  if (left.length === 0) return undefined
  const gone = toolkit.tools.filter(({ id }) => !kept.has(id))
  const isGone = (name: string): boolean => gone.some(({ id, name: own }) => id === name || own === name)
  return { ...toolkit, tools: left, known: toolkit.known.filter(({ tool }) => !isGone(tool)) }
}
