import { expect, it } from 'vitest'
import { redactRun, runEnvironment } from '../../../../src/synthetic/environment/run.ts'
import { agentOf, desk, RESERVE, submission } from './glaze-desk.ts'

it('masks secrets in the result, its findings and the transcript', async () => {
  const secret = `sk-${'k'.repeat(30)}`
  const agent = agentOf(async (call) => {
    await call('Reserve_Glaze', { glaze_id: 'GLZ-001', kg: 2, note: secret })
    await call('submit_attempt', submission(['Reserve_Glaze', { glaze_id: secret, kg: 2 }]))
    return `The key is ${secret}.`
  })
  const named = { ...agent, name: `desk ${secret}` }
  const run = await runEnvironment(named, RESERVE, { registry: desk })
  const written = redactRun(run, RESERVE)

  expect(JSON.stringify(run.result)).toContain(secret)
  expect(written.result.agent).toMatch(/^desk <redacted> #[0-9a-f]{12}$/)
  expect(written.result.findings[0]).not.toEqual([])
  expect(JSON.stringify(written.transcript)).toContain('<redacted>')
  expect(JSON.stringify(written)).not.toContain(secret)
})
