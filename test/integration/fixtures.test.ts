import { expect, it } from 'vitest'
import { projectOf } from '../support/run-vitest.ts'

it('fixtures serve hand-written tests, also concurrent ones', async () => {
  const { exitCode, stdout, stderr } = await projectOf('fixtures').vitest(['run', '--reporter=verbose'])
  expect(exitCode, stdout + stderr).toBe(0)
  expect(stdout).toContain('49 passed')
})
