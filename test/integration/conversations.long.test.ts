import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { taskToLine } from '../../src/suites/load/task-line.ts'
import { bookingTasks } from '../support/booking/tasks.ts'
import { projectOf } from '../support/run-vitest.ts'

/** A file of the booking world as a user of the package would have it. */
const asUser = (file: string): string =>
  readFileSync(join(import.meta.dirname, '../support/booking', file), 'utf8').replaceAll(
    '../../../src/index.ts',
    'tracewright',
  )

it.each([
  ['careful', 20],
  ['trying', 20],
  ['double', 10],
  ['forgetful', 0],
] as const)('20 conversations in Vitest: %s solves %i', async (agent, solved) => {
  const project = projectOf('booking', {
    'simulators.ts': asUser('simulators.ts'),
    'agents.ts': asUser('agents.ts'),
    'booking.suite.jsonl': `${bookingTasks.map(taskToLine).join('\n')}\n`,
  })
  const { exitCode, stdout, stderr } = await project.vitest(['run'], { AGENT: agent })
  expect(exitCode, stdout + stderr).toBe(0)
  const { cases } = project.run()
  expect(cases).toHaveLength(20)
  expect(cases.filter(({ score }) => score?.solved).length).toBe(solved)
  const [trace] = project.traces()
  expect(trace?.conversation).toEqual(expect.arrayContaining([{ role: 'user', content: expect.any(String) }]))
})
