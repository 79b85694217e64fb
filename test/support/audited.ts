import { z } from 'zod'
import type { Task } from '../../src/schema/task.ts'
import { auditSuite } from '../../src/suites/audit/audit-suite.ts'
import type { AuditRule, RuleName } from '../../src/suites/audit/rule.ts'
import { registry as builtIn } from '../../src/tools/builtin/registry.ts'
import type { Registry } from '../../src/tools/registry.ts'
import { createSubject } from './in-world.ts'

const metricsSchema = z.record(z.string(), z.record(z.string(), z.number()))

/** What an audit by one rule finds in tasks, without their names. */
export async function listFindings(rule: RuleName, ...tasks: Task[]): Promise<string[]> {
  const { findings } = await auditSuite(tasks, builtIn, { rules: [rule] })
  return findings.map(({ detail }) => detail)
}

/** What a rule says of a suite, and its metrics: counts by kind. */
export async function runRule<Note>(
  rule: AuditRule<Note>,
  tasks: readonly Task[],
  registry: Registry = builtIn,
): Promise<{ findings: string[]; metrics: z.infer<typeof metricsSchema> }> {
  const notes: Note[] = []
  const findings: string[] = []
  for (const task of tasks) {
    const subject = createSubject(task, registry)
    if (rule.needsReferenceRun && !subject.runReference().ok) continue
    findings.push(...(await rule.visit(subject, { note: (one) => notes.push(one) })))
  }
  const { violations = [], metrics = {} } = rule.sumUp?.(notes) ?? {}
  findings.push(...violations.map(({ task_id, detail }) => `${task_id}: ${detail}`))
  return { findings, metrics: metricsSchema.parse(metrics) }
}
