import { expect, it } from 'vitest'
import { createLateReport } from '../../../../src/run/attempt/late-report.ts'
import type { Trace } from '../../../../src/schema/trace.ts'

const KEY = 'sk-planted-0001-planted'

it('tells of a tool that is called too late once, and without a secret in its name', () => {
  const trace: Pick<Trace, 'task_id' | 'late'> = { task_id: 't' }
  const told: string[] = []
  const report = createLateReport(trace, (tool) => told.push(tool))
  for (const tool of ['send_email', KEY, KEY, 'send_email']) report(tool)
  expect(told).toEqual(['send_email', '<redacted>'])
  expect(trace.late).toEqual(told)
})
