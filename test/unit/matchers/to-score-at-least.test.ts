import { describe, expect, it } from 'vitest'
import '../../../matchers/index.ts'
import { chain, chainTask, failureOf, guess } from './traces.ts'

describe('toScoreAtLeast', () => {
  it('compares the score', async () => {
    expect(chain()).toScoreAtLeast(1, chainTask)
    expect(guess()).not.toScoreAtLeast(0.5, chainTask)
    await expect(Promise.resolve(chain())).resolves.toScoreAtLeast(0.9, chainTask)
    expect(() => expect(chain()).not.toScoreAtLeast(90, chainTask)).toThrow('90 is not a share')
  })

  it('says what it was', () => {
    expect(failureOf(() => expect(guess()).toScoreAtLeast(0.5, chainTask))).toMatchInlineSnapshot(`
      "expect(run).toScoreAtLeast(0.5)

      Expected: at least 50 %
      Received: 33.3 %
        fabricated: step_2 unit_convert: value 21.5 is not step_1's temperature_celsius 9.333
        step_3 send_email: it was never called

      Calls:
        (calls of guess)"
    `)
    expect(failureOf(() => expect(chain()).not.toScoreAtLeast(0.5, chainTask))).toMatchInlineSnapshot(`
      "expect(run).not.toScoreAtLeast(0.5)

      Expected: under 50 %
      Received: 100 %

      Calls:
        (calls of chain)"
    `)
  })
})
