import { expect, it } from 'vitest'
import { runAttempt } from '../../../src/run/attempt/run-attempt.ts'
import type { Agent } from '../../../src/schema/agent.ts'
import { simulatorsOf } from '../../../src/synthetic/simulate/simulators.ts'
import { registryOf } from '../../../src/tools/registry.ts'
import { findUnansweredCall } from '../../../src/tools/unanswered-call.ts'
import { shopOf, shopTool } from '../synthetic/simulate/kiln-shop.ts'

const registry = registryOf(
  simulatorsOf(shopOf([shopTool('Advise', { glaze: 'string' }, { note: 'string' })])),
)
const task = { task_id: 'advice', prompt: 'Ask about celadon.', available_tools: ['Advise'] }
const asks = (args: object): Agent => ({
  name: 'asker',
  async run({ tools }) {
    await tools[0]?.invoke(args as never).catch(() => undefined)
    return 'Done.'
  },
})

it('an attempt with a call that nothing answers has no result, and says which call it was', async () => {
  const { trace } = await runAttempt(asks({ glaze: 'celadon' }), task, { registry, wire: 'direct' })
  expect(trace.calls[0]).toMatchObject({ status: 500, committed: false })
  expect(findUnansweredCall(trace)).toMatch(/^Nothing answers Advise\(\{"glaze":"celadon"\}\) in world 0/)
})

it('one with a call that is refused has one', async () => {
  const { trace } = await runAttempt(asks({ glaze: 7 }), task, { registry, wire: 'direct' })
  expect(trace.calls[0]?.status).toBe(400)
  expect(findUnansweredCall(trace)).toBeUndefined()
})
