import { describe, expect, it } from 'vitest'
import '../../../matchers/index.ts'
import { chain, chainTask, failureOf, guess } from './traces.ts'

describe('toSolve', () => {
  it('judges a run by its task, or by the one given', async () => {
    expect({ trace: chain(), task: chainTask }).toSolve()
    expect(chain()).toSolve(chainTask)
    expect(guess()).not.toSolve(chainTask)
    await expect(Promise.resolve(chain())).resolves.toSolve(chainTask)
    expect(() => expect(chain()).not.toSolve()).toThrow('there is no task to judge by')
  })

  it('says why', () => {
    expect(failureOf(() => expect(guess()).toSolve(chainTask))).toMatchInlineSnapshot(`
      "expect(run).toSolve()

      chain was not solved:
        fabricated: step_2 unit_convert: value 21.5 is not step_1's temperature_celsius 9.333
        step_3 send_email: it was never called

      Expected:
        step_1 get_weather {"city":"Oslo"}
        step_2 unit_convert {"value":{"$from":"step_1","at":"/temperature_celsius"},"from_unit":"celsius","to_unit":"fahrenheit"}  after step_1
        step_3 send_email {"to":"ana@example.com","subject":"Oslo","body":{"$text":["It is ",{"$from":"step_2","at":"/converted_value"}…  after step_2
      Received:
        call_1 get_weather {"city":"Oslo"}
        call_2 get_weather {"city":"Paris"}
        call_3 get_weather {"town":"Oslo"}  -> 400 invalid_argument
        call_4 unit_convert {"value":21.5,"from_unit":"celsius","to_unit":"fahrenheit"}"
    `)
    expect(failureOf(() => expect(chain()).not.toSolve(chainTask))).toMatchInlineSnapshot(`
      "expect(run).not.toSolve()

      Expected chain not to be solved, but it was.
      Received:
        call_1 get_weather {"city":"Oslo"}
        call_2 unit_convert {"value":9.333,"from_unit":"celsius","to_unit":"fahrenheit"}
        call_3 send_email {"to":"ana@example.com","subject":"Oslo","body":"Hello Ana, it is 48.7994 degrees now. Bye."}"
    `)
  })
})
