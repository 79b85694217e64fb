import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { taskToLine } from '../../src/suites/load/task-line.ts'
import { bookingTasks } from '../support/booking/tasks.ts'
import { createProject } from '../support/run-vitest.ts'

/** A file of the booking world as a user of the package would have it. */
const asUser = (file: string): string =>
  readFileSync(join(import.meta.dirname, '../support/booking', file), 'utf8').replaceAll(
    '../../../src/index.ts',
    'tracewright',
  )

it('20 conversations in Vitest are solved as well as their agent remembers them', async () => {
  const project = createProject('booking', {
    'simulators.ts': asUser('simulators.ts'),
    'agents.ts': asUser('agents.ts'),
    'booking.suite.jsonl': `${bookingTasks.map(taskToLine).join('\n')}\n`,
  })
  await project.exits(0)
  const { cases } = project.run()
  const solvedBy = (agent: string) => {
    const own = cases.filter((item) => item.project === agent)
    return [own.filter(({ score }) => score?.solved).length, own.length]
  }
  expect(['careful', 'trying', 'double', 'forgetful'].map(solvedBy)).toEqual([
    [20, 20],
    [20, 20],
    [10, 20],
    [0, 20],
  ])
  for (const { conversation } of project.traces())
    expect(conversation).toEqual(expect.arrayContaining([{ role: 'user', content: expect.any(String) }]))
})
