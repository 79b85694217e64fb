import { LEVELS, type Level, type Task } from '../../schema/task.ts'
import { TracewrightError } from '../../shared/errors.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { Registry } from '../../tools/registry.ts'
import { lookAtTask, type TaskLook } from './look.ts'
import { type AuditRule, RULES, type RuleCheck, type RuleHelp, type RuleName } from './rule.ts'
import { auditRules } from './rules/index.ts'
import { AuditSubject } from './subject.ts'

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
  figures?: JsonObject
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

interface Running {
  rule: AuditRule
  check: RuleCheck
  checked: number
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
  { rules: names = RULES, onProgress, judge, verdicts }: AuditOptions = {},
): Promise<AuditReport> {
  const rules = rulesOf(names)
  async function* looks(): AsyncGenerator<TaskLook> {
    for (const [i, task] of tasks.entries()) {
      onProgress?.(i, tasks.length, task)
      yield await lookAtTask(task, registry, rules, { judge, verdicts })
      // Lets a timer or a signal in between two tasks.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return reportOnLooks(tasks, registry, rules, looks())
}

/**
 * The report on a suite whose tasks were looked at, here or in other threads.
 *
 * @param looks What was seen of each task, in the order of the tasks
 * @throws TracewrightError for an empty suite, a prompt of over 100,000 characters, and whatever the looks throw
 */
export async function reportOnLooks(
  tasks: readonly Task[],
  registry: Registry,
  rules: readonly AuditRule[],
  looks: AsyncIterable<TaskLook>,
): Promise<AuditReport> {
  if (tasks.length === 0) throw new TracewrightError('Failed to audit: the suite has no tasks.')
  checkPrompts(tasks)
  const running = rules.map((rule): Running => ({ rule, check: rule.start(), checked: 0 }))
  const findings: AuditFinding[] = []
  let place = 0
  for await (const look of looks) {
    const task = tasks[place++] as Task
    const found = new Map(look.map((one) => [one.rule, one]))
    for (const one of running) {
      const { rule, check } = one
      const seen = found.get(rule.name)
      if (seen === undefined && rule.comparesTasks !== true) continue
      one.checked++
      check.add?.(seen?.notes)
      const details = seen?.details ?? (await check.visit(new AuditSubject(task, registry)))
      for (const detail of details) findings.push({ task_id: task.task_id, rule: rule.name, detail })
    }
  }
  for (const { rule, check } of running) {
    for (const violation of check.finish?.() ?? []) findings.push({ ...violation, rule: rule.name })
  }
  return reportOf(tasks, running, findings)
}

function reportOf(
  tasks: readonly Task[],
  running: readonly Running[],
  findings: AuditFinding[],
): AuditReport {
  const places = new Map(tasks.map(({ task_id }, i) => [task_id, i]))
  const invalid = new Set(findings.map(({ task_id }) => task_id))
  const warnings = running.flatMap(({ rule, check }) =>
    (check.warnings?.() ?? []).map((warning) => ({ ...warning, rule: rule.name })),
  )
  const isValid = ({ task_id }: Task): boolean => !invalid.has(task_id)
  return {
    tasks: tasks.length,
    valid: tasks.filter(isValid).length,
    levels: Object.fromEntries(
      LEVELS.map((level) => [level, tasks.filter((task) => task.level === level)] as const)
        .filter(([, own]) => own.length > 0)
        .map(([level, own]) => [level, { tasks: own.length, valid: own.filter(isValid).length }]),
    ),
    findings: findings.sort((a, b) => (places.get(a.task_id) ?? 0) - (places.get(b.task_id) ?? 0)),
    ...(warnings.length === 0 ? {} : { warnings }),
    rules: Object.fromEntries(
      running.map(({ rule, check, checked }) => {
        const own = findings.filter((finding) => finding.rule === rule.name)
        const figures = check.figures?.()
        return [
          rule.name,
          {
            holds: rule.holds,
            checked,
            failed: new Set(own.map(({ task_id }) => task_id)).size,
            ...(figures === undefined ? {} : { figures }),
          },
        ]
      }),
    ),
  }
}
