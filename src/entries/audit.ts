/**
 * Whether a suite can be trusted, and how to mend it.
 *
 * @packageDocumentation
 */
export type { RequestJudge, TraceToWord } from '../audit/asked/judge.ts'
export {
  type AuditFinding,
  type AuditOptions,
  type AuditReport,
  auditSuite,
  type RuleReport,
} from '../audit/audit-suite.ts'
export { RULES, type RuleHelp, type RuleName } from '../audit/rule.ts'
export { type MendedTask, mendSuite } from '../mend/mend-suite.ts'
export { regroundSuite, type Untraced as UntracedValue } from '../mend/reground/reground-suite.ts'
