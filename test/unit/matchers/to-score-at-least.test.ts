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
        call_1 get_weather {"city":"Oslo"}
        call_2 get_weather {"city":"Paris"}
        call_3 get_weather {"town":"Oslo"}  -> 400 invalid_argument
        call_4 unit_convert {"value":21.5,"from_unit":"celsius","to_unit":"fahrenheit"}"
    `)
    expect(failureOf(() => expect(chain()).not.toScoreAtLeast(0.5, chainTask))).toMatchInlineSnapshot(`
      "expect(run).not.toScoreAtLeast(0.5)

      Expected: under 50 %
      Received: 100 %

      Calls:
        call_1 get_weather {"city":"Oslo"}
        call_2 unit_convert {"value":9.333,"from_unit":"celsius","to_unit":"fahrenheit"}
        call_3 send_email {"to":"ana@example.com","subject":"Oslo","body":"Hello Ana, it is 48.7994 degrees now. Bye."}"
    `)
  })
})
