import { type AuditFinding, auditSuite } from '../../audit/audit-suite.ts'
import { RULES, type RuleName } from '../../audit/rule.ts'
import type { Task } from '../../schema/task.ts'
import { goldRun } from '../../scoring/gold-run.ts'
import { messageOf } from '../../shared/errors.ts'
import { type Proof, refuted } from './proof.ts'
import type { Workshop } from './workshop.ts'

/** Worlds, from the task's own seed on, in which golden calls must run, beside the world of seed 0. */
const SEEDS = 3

/** The rules, those first that say in the simplest words what is wrong. */
const IN_ORDER: readonly RuleName[] = ['environment-comment', 'lineage']

/** Finds why the golden calls of a task do not run; undefined where they do. */
export function whyItFails(task: Task, { registry }: Workshop): string | undefined {
  const own = task.world?.seed ?? 0
  for (const seed of new Set([0, ...Array.from({ length: SEEDS }, (_, i) => own + i)])) {
    try {
      goldRun(task, registry, seed)
    } catch (error) {
      return messageOf(error)
    }
  }
  return undefined
}

/** Findings of an audit of this one task; no more than the first rule that it breaks where that says it all. */
export async function auditFindingsOf(
  task: Task,
  { registry }: Workshop,
  rules: readonly RuleName[] = RULES,
): Promise<AuditFinding[]> {
  for (const rule of IN_ORDER) {
    const { findings } = await auditSuite([task], registry, { rules: [rule] })
    if (findings.length > 0) return findings
  }
  const rest = rules.filter((rule) => !IN_ORDER.includes(rule))
  if (rest.length === 0) return []
  return (await auditSuite([task], registry, { rules: rest })).findings
}

/** What a finding says, as a reason and in words that a model can act on. */
export function refutedBy(findings: readonly AuditFinding[]): Proof {
  const [first] = findings
  if (first === undefined) throw new Error('an audit without findings refutes nothing')
  return refuted(
    `audit:${first.rule}`,
    findings.map(({ rule, detail }) => `${rule}: ${detail}`),
  )
}
