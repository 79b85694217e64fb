import { expect, it } from 'vitest'
import { LEVELS } from '../../src/schema/task.ts'
import { loadExample } from '../support/suites.ts'

it("the example project's suites have 200 tasks, of which two in five decide", async () => {
  const names = (await loadExample()).map(({ task_id }) => task_id)
  expect(new Set(names).size).toBe(200)
  expect(LEVELS.map((level) => names.filter((name) => name.startsWith(level)).length)).toEqual([
    28, 38, 24, 30,
  ])
})
