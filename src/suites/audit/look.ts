import { listWorldsBothWays } from '../../run/worlds.ts'
import type { Task } from '../../schema/task.ts'
import { removeLimits } from '../../scoring/limits.ts'
import { openWorlds } from '../../tasks/task-worlds.ts'
import type { Registry } from '../../tools/registry.ts'
import type { AuditRule, RuleHelp, RuleName } from './rule.ts'
import { AuditSubject } from './subject.ts'

interface RuleLook {
  rule: RuleName
  details: readonly string[]
  /** What the rule noted for the suite as a whole. */
  notes: readonly unknown[]
}

/** What the rules saw of one task, as plain data that can go to another thread; a rule that passed it over is left out. */
export type TaskLook = readonly RuleLook[]

/**
 * Looks at one task by all rules. Rules that need a run of the expected trace pass over a
 * task whose expected trace does not run.
 */
export async function lookAtTask(
  task: Task,
  registry: Registry,
  rules: readonly AuditRule[],
  help: RuleHelp = {},
): Promise<TaskLook> {
  const worlds = openWorlds(removeLimits(task), registry)
  await worlds.prepare()
  const subject = new AuditSubject(worlds)
  // In its worlds a task that decides is several: what holds of one branch says nothing of another.
  const branches = listWorldsBothWays(worlds)
    .filter((seed) => worlds.isDependent && seed !== subject.seed)
    .map((seed) => new AuditSubject(worlds, seed))
  const look: RuleLook[] = []
  for (const rule of rules) {
    const notes: unknown[] = []
    const details = new Map<string, string>()
    const concerned = [subject, ...(rule.coversWorlds ? [] : branches)].filter(
      (one) => !rule.needsReferenceRun || one.runReference().ok,
    )
    if (concerned.length === 0) continue
    for (const one of concerned)
      for (const detail of await rule.visit(one, { ...help, note: (note) => notes.push(note) })) {
        const key = detail.replace(/\bworld \d+/g, 'world')
        if (!details.has(key)) details.set(key, detail)
      }
    look.push({ rule: rule.name, details: [...details.values()], notes })
  }
  return look
}
