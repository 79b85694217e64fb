import { describe, expect, it } from 'vitest'
import { matchTrace } from '../../../src/scoring/match-trace.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { placeInWorld } from '../../support/in-world.ts'
import { Performer } from '../../support/perform.ts'
import { buildFrom, buildTask, step } from '../../support/task.ts'

const rate = buildTask('Keep the rate from USD to EUR under the key rate.', [
  step(1, 'get_exchange_rate', { from_currency: 'USD', to_currency: 'EUR' }),
  step(2, 'store_memory', { key: 'rate', value: buildFrom(1, '/rate') }, ['step_1']),
])

function run(args: JsonObject, at: 'rate' | 'converted_amount' = 'rate') {
  const performer = new Performer(7)
  const output = performer.call('get_exchange_rate', args) as JsonObject
  performer.call('store_memory', { key: 'rate', value: String(output[at]) })
  return performer.trace('task')
}

describe('an extra optional argument of a read', () => {
  it('is not graded where the values that are used stay the same', () => {
    const trace = run({ from_currency: 'USD', to_currency: 'EUR', amount: 250 })
    expect(scoreTrace(rate, trace, registry)).toMatchObject({ solved: true, score: 1 })
    const { expected_trace: expected, prompt } = placeInWorld(rate).task
    expect(matchTrace({ expected, prompt, trace, tools: registry, seed: 0 })).toMatchObject({ pass: true })
  })

  it('is wrong where a used value changes', () => {
    const converted = structuredClone(rate)
    Object.assign(converted.expected_trace.steps[1]?.arguments ?? {}, {
      value: buildFrom(1, '/converted_amount'),
    })
    const trace = run({ from_currency: 'USD', to_currency: 'EUR', amount: 250 }, 'converted_amount')
    expect(scoreTrace(converted, trace, registry)).toMatchObject({ solved: false })
  })

  it('is wrong where nothing is used and the output changes', () => {
    const alone = { ...rate, expected_trace: { steps: rate.expected_trace.steps.slice(0, 1) } }
    const performer = new Performer(7)
    performer.call('get_exchange_rate', { from_currency: 'USD', to_currency: 'EUR', amount: 250 })
    expect(scoreTrace(alone, performer.trace('task'), registry)).toMatchObject({ solved: false })
  })

  it('is judged in the world as it was at the call', () => {
    const list = buildTask('How many files are there?', [step(1, 'list_files', {})])
    const performer = new Performer(7)
    performer.call('list_files', { directory: '/data' })
    performer.call('write_file', { path: '/tmp/x.txt', content: 'x' })
    const before = scoreTrace(list, performer.trace('task'), registry)
    // At the time of the call both listings were the same but for the directory that is told.
    expect(before.steps[0]?.leaves.map(({ right }) => right)).toEqual([false])
  })

  it('of a write is always wrong', () => {
    const args = { to: 'ana@example.com', subject: 'x', body: 'hi' }
    const mail = buildTask('Mail "hi" to ana@example.com with the subject "x".', [
      step(1, 'send_email', args),
    ])
    const performer = new Performer(7)
    performer.call('send_email', { ...args, cc: 'eve@example.com' })
    expect(scoreTrace(mail, performer.trace('task'), registry)).toMatchObject({ solved: false })
  })
})
