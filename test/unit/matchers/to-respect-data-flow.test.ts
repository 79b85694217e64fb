import { describe, expect, it } from 'vitest'
import '../../../matchers/index.ts'
import { chain, chainTask, failureOf, guess } from './traces.ts'

describe('toRespectDataFlow', () => {
  it('wants every bound value to have flowed', async () => {
    expect({ trace: chain(), task: chainTask }).toRespectDataFlow()
    expect(guess()).not.toRespectDataFlow(chainTask)
    await expect(Promise.resolve(chain())).resolves.toRespectDataFlow(chainTask)
    const [step] = chainTask.expected_trace.steps
    const unbound = { ...chainTask, expected_trace: { steps: [step as NonNullable<typeof step>] } }
    expect(() => expect(chain()).not.toRespectDataFlow(unbound)).toThrow('binds no value')
  })

  it('says where each value came from', () => {
    expect(failureOf(() => expect(guess()).toRespectDataFlow(chainTask))).toMatchInlineSnapshot(`
      "expect(run).toRespectDataFlow()

      Expected every bound value to flow:
        step_2 unit_convert: value 21.5 is not step_1's temperature_celsius 9.333 [fabricated]
        step_3 send_email: it was never called

      Received:
        (calls of guess)"
    `)
    expect(failureOf(() => expect(chain()).not.toRespectDataFlow(chainTask))).toMatchInlineSnapshot(`
      "expect(run).not.toRespectDataFlow()

      Expected at least one bound value to be wrong; all were right:
        step_2 unit_convert: value is grounded (step_1 /temperature_celsius)
        step_3 send_email: body is grounded (step_2 /converted_value)

      Received:
        (calls of chain)"
    `)
  })
})
