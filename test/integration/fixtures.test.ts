import { expect, it } from 'vitest'
import { createProject } from '../support/run-vitest.ts'

it('fixtures serve hand-written tests, also concurrent ones', async () => {
  const { stdout } = await createProject('fixtures').exits(0, ['run', '--reporter=verbose'])
  expect(stdout).toContain('49 passed')
})
