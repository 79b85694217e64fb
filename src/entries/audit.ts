/**
 * Whether a suite can be trusted, and how to mend it.
 *
 * @packageDocumentation
 */

export {
  type AuditFinding,
  type AuditOptions,
  type AuditReport,
  auditSuite,
  type RuleReport,
} from '../suites/audit/audit-suite.ts'
export type { RequestJudge, TraceToWord } from '../suites/audit/request-judge.ts'
export { RULES, type RuleHelp, type RuleName } from '../suites/audit/rule.ts'
export { type MendedTask, mendSuite } from '../suites/repair/mend-suite.ts'
export { regroundSuite, type Untraced as UntracedValue } from '../suites/repair/reground/reground-suite.ts'
