import { expect, test } from 'vitest'
import type { Task } from '../../../src/schema/task.ts'
import {
  type AuditReport,
  auditSuite,
  reportOnLooks,
  selectRules,
} from '../../../src/suites/audit/audit-suite.ts'
import { lookAtTask } from '../../../src/suites/audit/look.ts'
import { RULES, type RuleName } from '../../../src/suites/audit/rule.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { buildFrom, buildTask, step } from '../../support/task.ts'

const mail = (city: string, field: string): Task =>
  buildTask(
    `Look up the air temperature in ${city} and e-mail it to ann@example.com, subject "Weather".`,
    [
      step(1, 'get_weather', { city }),
      step(
        2,
        'send_email',
        { to: 'ann@example.com', subject: 'Weather', body: { $text: ['It has ', buildFrom(1, field)] } },
        ['step_1'],
      ),
    ],
    { task_id: `${city} ${field}`, available_tools: ['get_weather', 'send_email', 'slugify'] },
  )

const tasks = [
  mail('Oslo', '/temperature_celsius'),
  mail('Bergen', '/temperature_celsius'),
  mail('Oslo', '/no_such_field'),
  { ...mail('Oslo', '/temperature_celsius'), task_id: 'again' },
  buildTask('What does the session say?', [step(1, 'get_session_context', {})], {
    task_id: 'easy',
    available_tools: ['get_session_context', 'send_email'],
  }),
]

test('a report on looks that were sent as plain data, rule by rule, is that of an audit of the whole', async () => {
  const every = selectRules(RULES)
  const report = await reportOnLooks(tasks, every, () =>
    Promise.all(tasks.map(async (task) => structuredClone(await lookAtTask(task, registry, every)))),
  )
  expect(JSON.stringify(report)).toBe(JSON.stringify(await auditSuite(tasks, registry)))
  const { rules, findings } = report
  expect(rules.duplicates?.failed).toBe(2)
  expect(rules.mutants?.metrics).toMatchObject({ drop: { made: expect.any(Number) } })
  expect(Object.values(rules.calibration?.metrics ?? {})).toContain(1)
  expect(findings.map(({ rule }) => rule)).toContain('oracle')
})

test('figures of every rule count all tasks, not the last', async () => {
  const parts = ['Oslo', 'Bergen'].map((city) => mail(city, '/temperature_celsius'))
  const whole = await auditSuite(parts, registry)
  const each = await Promise.all(parts.map((task) => auditSuite([task], registry)))
  const numberAt = ({ rules }: AuditReport, rule: RuleName, ...path: string[]): number => {
    let at: unknown = rules[rule]?.metrics
    for (const key of path) at = (at as Record<string, unknown>)[key]
    return Number(at)
  }
  const sum = (rule: RuleName, ...path: string[]): number =>
    each.reduce((all, one) => all + numberAt(one, rule, ...path), 0)
  for (const rule of ['mutants', 'never-refused'] as const) {
    for (const name of Object.keys(whole.rules[rule]?.metrics ?? {}))
      expect([name, numberAt(whole, rule, name, 'made')]).toEqual([name, sum(rule, name, 'made')])
  }
  expect(sum('mutants', 'drop', 'made')).toBeGreaterThan(1)
  expect(numberAt(whole, 'discriminating', 'edges')).toBe(sum('discriminating', 'edges'))
  expect(numberAt(whole, 'needed', 'closures')).toBe(sum('needed', 'closures'))
})
