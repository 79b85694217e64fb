/**
 * Whether a suite can be trusted, and how to repair it.
 *
 * @packageDocumentation
 */

export {
  type AuditFinding,
  type AuditOptions,
  type AuditReport,
  auditSuite,
} from './suites/audit/audit-suite.ts'
export type { RuleName } from './suites/audit/rule.ts'
export { bindSuite } from './suites/repair/bind/bind-suite.ts'
export { repairSuite } from './suites/repair/repair-suite.ts'
