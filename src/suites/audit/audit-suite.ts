import { LEVELS, type Level, type Task } from '../../schema/task.ts'
import { TracewrightError } from '../../shared/errors.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { Registry } from '../../tools/registry.ts'
import { lookAtTask, type TaskLook } from './look.ts'
import { type AuditRule, RULES, type RuleHelp, type RuleName, type SuiteView } from './rule.ts'
import { auditRules } from './rules/index.ts'

/** One thing that does not hold of one task. */
export interface AuditFinding {
  task_id: string
  rule: RuleName
  detail: string
}

export interface RuleReport {
  holds: string
  /** Tasks that the rule could look at. */
  checked: number
  /** Tasks that do not keep it. */
  failed: number
  metrics?: JsonObject
}

/** Characters of a prompt with what the user says later: rules compare it with itself, which takes quadratic time. */
const MAX_PROMPT_LENGTH = 100_000

/** @throws TracewrightError for a prompt that is too long to audit */
function checkPrompts(tasks: readonly Task[]): void {
  for (const { task_id, prompt, turns = [] } of tasks) {
    const said = turns.map((turn) => (typeof turn === 'string' ? turn : (turn.say ?? '')))
    const length = [prompt, ...said].reduce((sum, text) => sum + text.length, 0)
    if (length > MAX_PROMPT_LENGTH)
      throw new TracewrightError(
        `Failed to audit: the prompt of ${JSON.stringify(task_id)} is too long: ${length.toLocaleString('en')} characters with its turns, at most ${MAX_PROMPT_LENGTH.toLocaleString('en')}. Shorten it.`,
      )
  }
}

/** Verdict on a suite. */
export interface AuditReport {
  tasks: number
  /** Tasks without a finding. */
  valid: number
  levels: Partial<Record<Level, { tasks: number; valid: number }>>
  findings: AuditFinding[]
  /** What makes no task invalid and is worth a look, where there is anything. */
  warnings?: AuditFinding[]
  rules: Partial<Record<RuleName, RuleReport>>
}

export interface AuditOptions extends RuleHelp {
  /** Rules to check; all by default. */
  rules?: readonly RuleName[]
  /** Called before each task. */
  onProgress?: (done: number, total: number, task: Task) => void
}

/**
 * The rules of these names, in the order in which they are checked.
 *
 * @throws TracewrightError for an unknown rule, or none
 */
export function rulesOf(names: readonly RuleName[]): readonly AuditRule[] {
  for (const name of names) {
    if (!RULES.includes(name)) {
      throw new TracewrightError(`Invalid rule "${name}": expected one of ${RULES.join(', ')}.`)
    }
  }
  if (names.length === 0) {
    throw new TracewrightError('Failed to audit: every rule is off. Leave at least one on.')
  }
  return auditRules.filter(({ name }) => names.includes(name))
}

/**
 * Audits a suite by the rules of docs/guides/audit-a-suite.md#rules: whether every task can be solved by what it says,
 * and only by what it asks for. Tasks whose expected trace does not execute get the finding of `oracle`, and the rules that
 * need the run pass them over.
 *
 * @throws TracewrightError for an empty suite, a prompt of over 100,000 characters, an unknown rule, or none
 */
export async function auditSuite(
  tasks: readonly Task[],
  registry: Registry,
  { rules: names = RULES, onProgress, verdicts }: AuditOptions = {},
): Promise<AuditReport> {
  const rules = rulesOf(names)
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
 * @throws TracewrightError for an empty suite, a prompt of over 100,000 characters, and whatever the looks throw
 */
export async function reportOnLooks(
  tasks: readonly Task[],
  rules: readonly AuditRule[],
  lookAtAll: () => Promise<readonly TaskLook[]>,
): Promise<AuditReport> {
  if (tasks.length === 0) throw new TracewrightError('Failed to audit: the suite has no tasks.')
  checkPrompts(tasks)
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
  const ofSuite = (part: 'violations' | 'warnings'): AuditFinding[] =>
    [...views].flatMap(([rule, view]: [RuleName, SuiteView]) =>
      (view[part] ?? []).map((violation) => ({ ...violation, rule })),
    )
  findings.push(...ofSuite('violations'))
  const warnings = ofSuite('warnings')

  const places = new Map(tasks.map(({ task_id }, i) => [task_id, i]))
  const invalid = new Set(findings.map(({ task_id }) => task_id))
  const isValid = ({ task_id }: Task): boolean => !invalid.has(task_id)
  return {
    tasks: tasks.length,
    valid: tasks.filter(isValid).length,
    levels: Object.fromEntries(
      LEVELS.map((level) => [level, tasks.filter((task) => task.level === level)] as const)
        .filter(([, levelTasks]) => levelTasks.length > 0)
        .map(([level, levelTasks]) => [
          level,
          { tasks: levelTasks.length, valid: levelTasks.filter(isValid).length },
        ]),
    ),
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
