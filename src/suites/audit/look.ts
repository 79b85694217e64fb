import type { Task } from '../../schema/task.ts'
import { withoutLimits } from '../../scoring/limits.ts'
import type { Registry } from '../../tools/registry.ts'
import type { AuditRule, RuleHelp, RuleName } from './rule.ts'
import { AuditSubject } from './subject.ts'

/** What one rule saw of one task. */
interface RuleLook {
  rule: RuleName
  details: readonly string[]
  /** What the rule noted for the suite as a whole, see `notes` of a rule's check. */
  notes: unknown
}

/** What the rules saw of one task, as plain data that can go to another thread; a rule that passed it over is left out. */
export type TaskLook = readonly RuleLook[]

/**
 * Looks at one task by all rules that need no other task for it. Rules that need a run of the expected trace pass a
 * task over where there is none.
 */
export async function lookAtTask(
  task: Task,
  registry: Registry,
  rules: readonly AuditRule[],
  help: RuleHelp = {},
): Promise<TaskLook> {
  const subject = new AuditSubject(withoutLimits(task), registry)
  const look: RuleLook[] = []
  for (const rule of rules) {
    if (rule.comparesTasks === true) continue
    if (rule.needsGold && !subject.gold().ok) continue
    const check = rule.start(help)
    const details = await check.visit(subject)
    look.push({ rule: rule.name, details, notes: check.notes?.() })
  }
  return look
}
