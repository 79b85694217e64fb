import { beforeAll, expect, test } from 'vitest'
import { LEVELS, type Task } from '../../src/schema/task.ts'
import { type AuditReport, auditSuite } from '../../src/suites/audit/audit-suite.ts'
import { RULES } from '../../src/suites/audit/rule.ts'
import { bindSuite, type Untraced } from '../../src/suites/repair/bind/bind-suite.ts'
import { markConflicts, repairSuite } from '../../src/suites/repair/repair-suite.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { expectPage, numberTable } from '../support/markdown-table.ts'
import { describeWithShared } from '../support/shared-data.ts'
import { loadPublishedTasks } from '../support/suites.ts'

/** Tasks of each level that keep every rule. */
function validRow(name: string, tasks: readonly Task[], { valid, findings }: AuditReport): string[] {
  const invalid = new Set(findings.map(({ task_id }) => task_id))
  const counts = LEVELS.map((level) => {
    const all = tasks.filter((task) => task.level === level)
    return `${all.filter(({ task_id }) => !invalid.has(task_id)).length}/${all.length}`
  })
  return [name, ...counts, `${valid}/${tasks.length}`]
}

/** Tasks of each level that break a rule. */
function failures(report: AuditReport, levelOf: (id: string) => string): (string | number)[][] {
  return RULES.map((rule) => {
    const tasks = new Set(report.findings.flatMap((one) => (one.rule === rule ? [one.task_id] : [])))
    return [
      `\`${rule}\``,
      ...LEVELS.map((level) => [...tasks].filter((id) => levelOf(id) === level).length),
      tasks.size,
    ]
  })
}

function byReason(untraced: readonly Untraced[]): (string | number)[][] {
  const times = new Map<string, number>()
  for (const { reason } of untraced) times.set(reason, (times.get(reason) ?? 0) + 1)
  return [...times].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
}

describeWithShared('the published tasks', 'comptoolbench', () => {
  let published: Task[]
  let raw: AuditReport
  let repaired: { tasks: Task[]; changes: { task_id: string }[] }
  let after: AuditReport
  const levelOf = (id: string): string => published.find(({ task_id }) => task_id === id)?.level ?? ''

  beforeAll(async () => {
    published = loadPublishedTasks()
    raw = await auditSuite(published, registry)
    repaired = repairSuite(published, registry)
    after = await auditSuite(repaired.tasks, registry)
  }, 1_200_000)

  test('hardly hold up as they are, and repair certifies none of them: a prompt that states too little stays', () => {
    expect(raw.valid).toBeLessThan(10)
    expect(after.valid).toBeGreaterThanOrEqual(raw.valid)
    const marked = markConflicts(repaired.tasks, after.findings)
    const open = marked.filter(({ todo }) => todo !== undefined).map(({ task_id }) => task_id)
    const failing = new Set(after.findings.map(({ task_id }) => task_id))
    expect([...failing].filter((id) => !open.includes(id))).toEqual([])
  })

  test('keep their steps when they are repaired: tools and their order are the same', () => {
    const toolsOf = ({ expected_trace }: Task) => expected_trace.steps.map(({ tool_name }) => tool_name)
    expect(repaired.tasks.map(toolsOf)).toEqual(published.map(toolsOf))
    expect(repaired.tasks.map(({ task_id }) => task_id)).toEqual(published.map(({ task_id }) => task_id))
  })

  test('are said to stand so in the documentation', async () => {
    const { bound, untraced } = bindSuite(published, registry)
    const head = ['', ...LEVELS, 'all']
    const changed = new Set(repaired.changes.map(({ task_id }) => task_id)).size
    await expectPage('published-audit.md', {
      valid: numberTable([
        head,
        validRow('as published', published, raw),
        validRow('after `audit --fix-out`', repaired.tasks, after),
      ]),
      broken: numberTable([head, ...failures(raw, levelOf)]),
      repaired: `${numberTable([head, ...failures(after, levelOf)])}\n\n${repaired.changes.length} changes to ${changed} tasks.`,
      untraced: `${bound} frozen values are bound to results of earlier steps. ${untraced.length} stay untraced:\n\n${numberTable([['reason', 'values'], ...byReason(untraced)])}`,
    })
  })
})
