import { expect, test } from 'vitest'
import { computeFreeTextMetrics, metricsByLevel } from '../../../src/metrics/metrics.ts'
import { asksForFreeText } from '../../../src/schema/free-text.ts'
import type { Task } from '../../../src/schema/task.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import type { Json } from '../../../src/shared/json.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { buildFrom, buildTask, step } from '../../support/task.ts'

const logged = (message: Json): Task =>
  buildTask('Log the wind in Oslo: "Wind <wind>".', [
    step(1, 'get_weather', { city: 'Oslo' }),
    step(2, 'log_event', { event_type: 'note', severity: 'info', message }, ['step_1']),
  ])
const wind = buildFrom(1, '/wind_speed_kmh')
const free = logged({ $text: ['Wind ', wind] })
const quoted = logged({ $template: ['Wind ', { gap: 'wind', is: wind }] })

const scored = (task: Task) =>
  scoreTrace(task, { task_id: task.task_id, calls: [], final_answer: null, attempt: 0 }, registry)

test('a task in free text is told by its $text', () => {
  expect([asksForFreeText(free), asksForFreeText(quoted)]).toEqual([true, false])
  expect(
    asksForFreeText(buildTask('Say it.', [], { expected_final_answer: { $literal: { $text: ['a'] } } })),
  ).toBe(false)
})

test('it counts on its own and in no level', () => {
  const scores = [scored(free), scored(quoted), scored(free)]
  expect(metricsByLevel(scores).L1_chain?.tasks).toBe(1)
  expect(computeFreeTextMetrics(scores)?.tasks).toBe(2)
  expect(computeFreeTextMetrics([scored(quoted)])).toBeUndefined()
})
