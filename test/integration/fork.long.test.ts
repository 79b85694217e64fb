import { expect, it } from 'vitest'
import { projectOf } from '../support/run-vitest.ts'

it('forks the runs of hand-written tests', async () => {
  const { stdout } = await projectOf('fork').exits(0, ['run', '--reporter=verbose'])
  expect(stdout).toContain('18 passed')
})
