import { expect, it } from 'vitest'
import { projectOf } from '../support/run-vitest.ts'

it('forks the runs of hand-written tests', async () => {
  const { exitCode, stdout, stderr } = await projectOf('fork').vitest(['run', '--reporter=verbose'])
  expect(exitCode, stdout + stderr).toBe(0)
  expect(stdout).toContain('25 passed')
})
