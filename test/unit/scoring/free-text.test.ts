import { describe, expect, it } from 'vitest'
import type { Task } from '../../../src/schema/task.ts'
import type { Call, Trace } from '../../../src/schema/trace.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { performGold } from '../../support/perform.ts'
import { buildFrom, buildTask, step } from '../../support/task.ts'

const list = step(1, 'list_memories', {})
const count = buildFrom(1, '/count')
const counting = (more: Partial<Task> = {}): Task =>
  buildTask('How many memories are kept?', [list], { expected_final_answer: count, ...more })

const PROSE = 'I looked, and there are $COUNT of them.'

/** The verdict on the right calls with a reply, in which `$COUNT` stands for the number of memories. */
const judge = (task: Task, reply: string | null = PROSE, more: Partial<Trace> = {}) => {
  const gold = performGold(task)
  const shown = String((gold.calls[0]?.result as { count?: number } | undefined)?.count)
  return scoreTrace(
    task,
    { ...gold, final_answer: reply === null ? null : reply.replace('$COUNT', shown), ...more },
    registry,
  )
}

describe('a task of which prose is the only proof', () => {
  it('is free text; its calls and the mention are what can be judged', () => {
    expect(judge(counting())).toMatchObject({ free_text: true, answer: 'mentioned', solved: true, score: 1 })
  })

  it('fails as before where the value is missing, or the call', () => {
    expect(judge(counting(), 'There are some.')).toMatchObject({
      free_text: true,
      answer: 'wrong',
      solved: false,
      score: 0,
      cause: 'wrong-answer',
    })
    expect(judge(counting(), PROSE, { calls: [] })).toMatchObject({ free_text: true, solved: false })
  })

  it('is a failure, not free text, where no reply came', () => {
    for (const reply of [null, ' ']) expect(judge(counting(), reply)).not.toHaveProperty('free_text')
  })

  it('is one without steps as well', () => {
    const asked = (prompt: string) => buildTask(prompt, [], { expected_final_answer: 'unknown' })
    expect(judge(asked('Say "unknown".'), 'It is unknown.')).toMatchObject({ free_text: true, solved: true })
    expect(judge(asked('Reply ANSWER: <unknown>'), 'ANSWER: unknown')).not.toHaveProperty('free_text')
  })

  it('is one that has such a way among its alternatives', () => {
    const [first, other] = [step(1, 'get_weather', { city: 'Oslo' }), buildFrom(1, '/humidity_percent')]
    const task = (expected_final_answer: Task['expected_final_answer']) =>
      buildTask('How humid is it?', [first], {
        expected_final_answer: other,
        alternatives: [{ steps: [list], expected_final_answer }],
      })
    expect(judge(task(count), 'It is humid.')).toHaveProperty('free_text')
    expect(
      judge(task({ $template: ['There are ', { gap: 'n', is: count }] }), 'It is humid.'),
    ).not.toHaveProperty('free_text')
  })
})

describe('what proves a task beside prose', () => {
  it.each<[string, Task, string, Partial<Trace>?]>([
    [
      'an answer line',
      counting({ prompt: 'How many memories? End with ANSWER: <number>' }),
      'ANSWER: $COUNT',
    ],
    [
      'a template',
      counting({ expected_final_answer: { $template: [{ gap: 'n', is: count }, ' kept'] } }),
      '$COUNT kept',
    ],
    ['structured output', counting(), PROSE, { structured_answer: { count: 0 } }],
    ['a graded end state', counting({ grade: 'state' }), PROSE],
    [
      'a call that nobody makes by chance',
      buildTask('What does NVDA cost?', [step(1, 'get_stock_price', { symbol: 'NVDA' })], {
        expected_final_answer: buildFrom(1, '/price_usd'),
      }),
      'It costs a lot.',
    ],
    [
      'a later step that takes the value',
      buildTask(
        'How many memories are kept, and what is twice that?',
        [
          list,
          step(2, 'unit_convert', { value: count, from_unit: 'celsius', to_unit: 'fahrenheit' }, ['step_1']),
        ],
        { expected_final_answer: count },
      ),
      PROSE,
    ],
    [
      'a text in an argument',
      buildTask('Log it.', [
        list,
        step(2, 'log_event', { event_type: 'note', severity: 'info', message: { $text: ['Kept: ', count] } }),
      ]),
      'Done.',
    ],
  ])('%s', (_, task, reply, more) => {
    expect(judge(task, reply, more)).not.toHaveProperty('free_text')
  })

  it('leaves a value in prose a mention all the same', () => {
    const task = buildTask('What does NVDA cost?', [step(1, 'get_stock_price', { symbol: 'NVDA' })], {
      expected_final_answer: buildFrom(1, '/price_usd'),
    })
    const gold = performGold(task)
    const [call] = gold.calls as [Call]
    const { price_usd } = call.result as { price_usd: number }
    const score = scoreTrace(task, { ...gold, final_answer: `It is $${price_usd}.` }, registry)
    expect(score).toMatchObject({ answer: 'mentioned', solved: true, score: 1 })
    expect(score).not.toHaveProperty('free_text')
  })
})
