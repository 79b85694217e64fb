import { describe, expect, it } from 'vitest'
import '../../../matchers/index.ts'
import { Performer } from '../../support/perform.ts'
import { buildFrom, buildTask, step } from '../../support/task.ts'
import { chain, chainTask, failureOf, guess } from './traces.ts'

describe('toSolve', () => {
  it('judges a run by its task, or by the one given', async () => {
    expect({ trace: chain(), task: chainTask }).toSolve()
    expect(chain()).toSolve(chainTask)
    expect(guess()).not.toSolve(chainTask)
    await expect(Promise.resolve(chain())).resolves.toSolve(chainTask)
    expect(() => expect(chain()).not.toSolve()).toThrow('a task is missing')
  })

  it('says why', () => {
    expect(failureOf(() => expect(guess()).toSolve(chainTask))).toMatchInlineSnapshot(`
      "expect(run).toSolve()

      chain was not solved, score 33.3 %:
        fabricated: step_2 unit_convert: value 21.5 is not step_1's temperature_celsius 9.333
        step_3 send_email: it was never called

      Expected:
        step_1 get_weather {"city":"Oslo"}
        step_2 unit_convert {"value":{"$from":"step_1","at":"/temperature_celsius"},"from_unit":"celsius","to_unit":"fahrenheit"}  after step_1
        step_3 send_email {"to":"ana@example.com","subject":"Oslo","body":{"$text":["It is ",{"$from":"step_2","at":"/converted_value"}…  after step_2
      Received:
        (calls of guess)"
    `)
    expect(failureOf(() => expect(chain()).not.toSolve(chainTask))).toMatchInlineSnapshot(`
      "expect(run).not.toSolve()

      Expected chain not to be solved, but it was.
      Received:
        (calls of chain)"
    `)
  })

  const price = buildTask('What does NVDA cost?', [step(1, 'get_stock_price', { symbol: 'NVDA' })], {
    task_id: 'price',
    expected_final_answer: buildFrom(1, '/price_usd'),
  })

  it.each([
    ['missing', null],
    ['wrong', 'ANSWER: 12.345'],
  ])('says first that the answer is %s, with the score', (_, answer) => {
    const performer = new Performer(7)
    performer.call('get_stock_price', { symbol: 'NVDA' })
    const trace = performer.trace('price', answer)
    const solve = failureOf(() => expect(trace).toSolve(price))
    expect(solve).toMatch(
      /^expect\(run\)\.toSolve\(\)\n\nprice was not solved, score 50 %:\n {2}wrong-answer: final answer: /,
    )
    expect(solve).toContain('  answer {"$from":"step_1","at":"/price_usd"}')
    expect(solve).toContain(`  answer ${answer === null ? '(none)' : '"ANSWER: 12.345"'}`)
    const least = failureOf(() => expect(trace).toScoreAtLeast(0.75, price))
    expect(least).toContain('Received: 50 %\n  wrong-answer: final answer: ')
  })

  it('says so first as well where the call proves nothing without the answer', () => {
    const performer = new Performer(7)
    performer.call('list_memories', {})
    const task = buildTask('How many memories are there?', [step(1, 'list_memories', {})], {
      task_id: 'memories',
      expected_final_answer: buildFrom(1, '/count'),
    })
    const message = failureOf(() => expect(performer.trace('memories', 'ANSWER: 99')).toSolve(task))
    expect(message).toContain('memories was not solved, score 0 %:\n  wrong-answer: final answer: ')
    expect(message).toContain('  step_1 list_memories: it was called correctly, but nothing uses its result')
  })
})
