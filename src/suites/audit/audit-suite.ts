import type { Task } from '../../schema/task.ts'
import { TracewrightError } from '../../shared/errors.ts'
import type { JsonObject } from '../../shared/json.ts'
import { renameRule } from '../../shared/old-names.ts'
import type { Registry } from '../../tools/registry.ts'
import { lookAtTask, type TaskLook } from './look.ts'
import { type AuditRule, RULES, type RuleHelp, type RuleName, type SuiteView } from './rule.ts'
import { auditRules } from './rules/index.ts'

/** A broken rule of one task. */
export interface AuditFinding {
  /** The task that breaks the rule. */
  task_id: string
  /** The broken rule. */
  rule: RuleName
  /** What is wrong, in a sentence. */
  detail: string
}

/** What one rule says of a suite. */
export interface RuleReport {
  /** What holds where a task keeps the rule. */
  holds: string
  /** Tasks that the rule could look at. */
  checked: number
  /** Tasks that do not keep it. */
  failed: number
  /** Metrics that the rule measured, by name. */
  metrics?: JsonObject
}

/** Verdict of an audit on a suite. */
export interface AuditReport {
  /** Number of audited tasks. */
  tasks: number
  /** Tasks without a finding. */
  valid: number
  /** Each rule that a task breaks. */
  findings: AuditFinding[]
  /** Notes that make no task invalid; absent if there are none. */
  warnings?: AuditFinding[]
  /** What each rule found. */
  rules: Partial<Record<RuleName, RuleReport>>
}

/** Options of an audit. */
export interface AuditOptions extends RuleHelp {
  /** Rules to check; all by default. */
  rules?: readonly RuleName[]
  /** Called before each task. */
  onProgress?: (done: number, total: number, task: Task) => void
}

/**
 * The rules of these names, in the order in which they are checked.
 *
 * @throws TracewrightError for none
 */
export function selectRules(names: readonly RuleName[]): readonly AuditRule[] {
  if (names.length === 0) {
    throw new TracewrightError('Failed to audit: every rule is off. Leave at least one on.')
  }
  const renamed = names.map((name) => renameRule(name, process.emitWarning))
  return auditRules.filter(({ name }) => renamed.includes(name))
}

/**
 * Audits a suite by the rules of docs/guides/audit-a-suite.md#rules: whether every task can be solved by what it says,
 * and only by what it asks for. Tasks whose expected trace does not execute get the finding of `oracle`, and the rules that
 * need the run pass them over.
 *
 * @throws TracewrightError for an empty suite, or no rule
 */
export async function auditSuite(
  tasks: readonly Task[],
  registry: Registry,
  { rules: names = RULES, onProgress, verdicts }: AuditOptions = {},
): Promise<AuditReport> {
  const rules = selectRules(names)
  return reportOnLooks(tasks, rules, async () => {
    const looks: TaskLook[] = []
    for (const [i, task] of tasks.entries()) {
      onProgress?.(i, tasks.length, task)
      looks.push(await lookAtTask(task, registry, rules, { verdicts }))
      // Lets a timer or a signal in between two tasks.
      await new Promise((resolve) => setImmediate(resolve))
    }
    return looks
  })
}

/**
 * The report on a suite whose tasks are looked at, here or in other threads.
 *
 * @param lookAtAll Gives what was seen of each task, in the order of the tasks
 * @throws TracewrightError for an empty suite, and whatever the looks throw
 */
export async function reportOnLooks(
  tasks: readonly Task[],
  rules: readonly AuditRule[],
  lookAtAll: () => Promise<readonly TaskLook[]>,
): Promise<AuditReport> {
  if (tasks.length === 0) throw new TracewrightError('Failed to audit: the suite has no tasks.')
  const findings: AuditFinding[] = []
  const notes = new Map(rules.map(({ name }) => [name, { checked: 0, all: [] as unknown[] }]))
  for (const [place, look] of (await lookAtAll()).entries()) {
    const { task_id } = tasks[place] as Task
    for (const { rule, details, notes: more } of look) {
      const noted = notes.get(rule)
      if (noted !== undefined) noted.checked++
      noted?.all.push(...more)
      for (const detail of details) findings.push({ task_id, rule, detail })
    }
  }
  const views = new Map(rules.map((rule) => [rule.name, rule.sumUp?.(notes.get(rule.name)?.all ?? []) ?? {}]))
  const collectSuiteFindings = (part: 'violations' | 'warnings'): AuditFinding[] =>
    [...views].flatMap(([rule, view]: [RuleName, SuiteView]) =>
      (view[part] ?? []).map((violation) => ({ ...violation, rule })),
    )
  findings.push(...collectSuiteFindings('violations'))
  const warnings = collectSuiteFindings('warnings')

  const places = new Map(tasks.map(({ task_id }, i) => [task_id, i]))
  const invalid = new Set(findings.map(({ task_id }) => task_id))
  return {
    tasks: tasks.length,
    valid: tasks.filter(({ task_id }) => !invalid.has(task_id)).length,
    findings: findings.sort((a, b) => (places.get(a.task_id) ?? 0) - (places.get(b.task_id) ?? 0)),
    ...(warnings.length === 0 ? {} : { warnings }),
    rules: Object.fromEntries(
      rules.map(({ name, holds }) => {
        const ruleFindings = findings.filter((finding) => finding.rule === name)
        const failed = new Set(ruleFindings.map(({ task_id }) => task_id)).size
        const { metrics }: SuiteView = views.get(name) ?? {}
        const checked = notes.get(name)?.checked ?? 0
        return [name, { holds, checked, failed, ...(metrics === undefined ? {} : { metrics }) }]
      }),
    ),
  }
}
