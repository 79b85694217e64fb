import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findMaximumMatching } from '../../../src/scoring/judge-value.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { Performer } from '../../support/perform.ts'
import { from, performed, SEED, score, taskOf } from './tasks.ts'

const made = (tool: string, args: JsonObject) => performed([tool, args])

describe('optional arguments that say nothing', () => {
  const task = taskOf([['create_task', { title: 'File taxes', priority: 'medium' }]])

  it.each([
    { description: '' },
    { description: null },
    { due_date: null },
    { priority: null },
    { description: '', due_date: '', priority: 'medium' },
  ])('%j beside the title costs nothing', (more) => {
    const trace = made('create_task', { title: 'File taxes', ...more })
    expect(trace.calls[0]?.status).toBe(200)
    expect(score(task, trace)).toMatchObject({ solved: true, score: 1 })
  })

  it('one that says something does', () => {
    expect(score(task, made('create_task', { title: 'File taxes', description: 'x' })).solved).toBe(false)
  })

  it('a required one is not passed over', () => {
    const trace = made('send_email', { to: 'kim@example.com', subject: 'x', body: '' })
    const wanted = taskOf([['send_email', { to: 'kim@example.com', subject: 'x' }]])
    expect(score(wanted, trace).solved).toBe(false)
  })
})

it.each([
  [12.3456, true],
  [12.35, false],
])('a literal of the task is not rounded: %d, %s', (value, solved) => {
  const task = taskOf([['unit_convert', { value: 12.3456, from_unit: 'km', to_unit: 'miles' }]])
  const trace = made('unit_convert', { value, from_unit: 'km', to_unit: 'miles' })
  expect(score(task, trace).solved).toBe(solved)
})

describe('a reply that was lost', () => {
  const mail = { to: 'kim@example.com', subject: 'Heat', body: 'warm' }
  const task = taskOf([['send_email', mail]])
  const lost = (more: readonly JsonObject[] = []) => {
    const trace = performed(...[mail, ...more].map((args): [string, JsonObject] => ['send_email', args]))
    const [first, ...rest] = trace.calls
    if (first === undefined) throw new Error('no call was made')
    const { result: _, ...call } = first
    return { ...trace, calls: [{ ...call, status: 500, error: { code: 'fault', message: 'x' } }, ...rest] }
  }

  it('is a call made: the effect was kept', () => {
    expect(score(task, lost())).toMatchObject({ solved: true, unneeded_writes: 0 })
  })

  it('an equal retry is a warning, another one an unneeded write', () => {
    const once = score(task, lost([mail]))
    expect(once).toMatchObject({ solved: true, unneeded_writes: 0 })
    expect(once.warnings.join()).toContain('send_email was repeated')
    expect(score(task, lost([mail, mail]))).toMatchObject({ solved: false, unneeded_writes: 1 })
    expect(score(task, lost([{ ...mail, body: 'cold' }]))).toMatchObject({
      solved: false,
      unneeded_writes: 1,
    })
  })

  it('what comes after it in order may follow', () => {
    const store: [string, JsonObject] = ['store_memory', { key: 'k', value: 'alpha-4471' }]
    const stored = taskOf([store, ['retrieve_memory', { key: 'k' }, ['step_1']]])
    const [, read] = stored.expected_trace.steps
    if (read !== undefined) read.order = true
    const trace = performed(store, ['retrieve_memory', { key: 'k' }])
    const calls = trace.calls.map((call, i) => (i === 0 ? { ...call, status: 0, committed: true } : call))
    expect(score(stored, { ...trace, calls }).solved).toBe(true)
  })
})

describe('a read made twice', () => {
  it('is one read, in whichever order its arguments stand', () => {
    const rate = { from_currency: 'USD', to_currency: 'EUR', amount: 120.5 }
    const task = taskOf([
      ['get_exchange_rate', rate],
      [
        'unit_convert',
        { value: from('step_1', '/converted_amount'), from_unit: 'km', to_unit: 'miles' },
        ['step_1'],
      ],
    ])
    const performer = new Performer(SEED)
    const { amount, ...currencies } = rate
    performer.call('get_exchange_rate', rate)
    const again = performer.call('get_exchange_rate', { amount, ...currencies }) as JsonObject
    performer.call('unit_convert', {
      value: again.converted_amount as number,
      from_unit: 'km',
      to_unit: 'miles',
    })
    const judged = score(task, performer.trace('T'))
    expect(judged).toMatchObject({ solved: true, data_flow: 1 })
    expect(judged.steps[1]?.leaves.map(({ provenance }) => provenance)).toContain('grounded')
  })
})

describe('a read asked in another way', () => {
  const numbers = '12.5 kg, 48.25 kg and 7.125 kg'
  const task = taskOf(
    [
      ['extract_numbers', { text: numbers }],
      ['statistical_analysis', { numbers: from('step_1', '/numbers'), operation: 'mean' }, ['step_1']],
    ],
    { expected_final_answer: from('step_2', '/result') },
  )
  const analysed = (args: JsonObject, answer: string) => {
    const performer = new Performer(SEED)
    performer.call('extract_numbers', { text: numbers })
    performer.call('statistical_analysis', args)
    return score(task, performer.trace('T', answer))
  }

  it('a summary for the mean, and a list in another order, are right', () => {
    const all = [12.5, 48.25, 7.125]
    expect(analysed({ numbers: all }, 'ANSWER: 22.625')).toMatchObject({ solved: true, score: 1 })
    expect(analysed({ numbers: all.toReversed(), operation: 'mean' }, 'ANSWER: 22.625').solved).toBe(true)
    expect(analysed({ numbers: all }, 'ANSWER: 22.625').warnings.join()).toContain('with other arguments')
  })

  it('other numbers, another figure, or a value that nobody uses are not', () => {
    expect(analysed({ numbers: [12.5, 48.25] }, 'ANSWER: 30.375').solved).toBe(false)
    expect(analysed({ numbers: [22.625], operation: 'mean' }, 'ANSWER: 22.625').solved).toBe(false)
    expect(analysed({ numbers: [12.5, 48.25, 7.125] }, 'ANSWER: 67.875').solved).toBe(false)
    expect(analysed({ numbers: [12.5, 48.25, 7.125] }, '').score).toBeLessThan(0.5)
  })
})

describe('the answer in the score', () => {
  const task = taskOf([['get_weather', { city: 'Oslo' }]], {
    expected_final_answer: from('step_1', '/temperature_celsius'),
  })

  it('counts like a step', () => {
    const performer = new Performer(SEED)
    const output = performer.call('get_weather', { city: 'Oslo' })
    const warm = (output as { temperature_celsius: number }).temperature_celsius
    expect(score(task, performer.trace('T', `ANSWER: ${warm}`)).score).toBe(1)
    expect(score(task, performer.trace('T', null))).toMatchObject({ solved: false, score: 0.5 })
    expect(score(task, performer.trace('T', 'ANSWER: 99.123')).score).toBe(0.5)
  })
})

describe('a task without steps', () => {
  const task = taskOf([])

  it('is solved by calling nothing', () => {
    expect(score(task, performed())).toMatchObject({ solved: true, score: 1, completion: 1, selection: 1 })
  })

  it('allows reads and no write', () => {
    expect(score(task, made('get_weather', { city: 'Oslo' })).solved).toBe(true)
    const written = score(task, made('create_task', { title: 'x' }))
    expect(written).toMatchObject({ solved: false, score: 0.5, cause: 'unneeded-write' })
  })
})

describe('a maximum matching', () => {
  it('is as large as any, by trying all', () => {
    const table = fc.array(fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), { maxLength: 4 })
    const most = (rows: boolean[][], taken: readonly number[] = []): number => {
      const [row, ...rest] = rows
      if (row === undefined) return 0
      const options = row.flatMap((fits, i) => (fits && !taken.includes(i) ? [i] : []))
      return Math.max(most(rest, taken), ...options.map((i) => 1 + most(rest, [...taken, i])))
    }
    fc.assert(
      fc.property(table, (rows) => {
        const taken = findMaximumMatching(rows.length, 4, (left, right) => rows[left]?.[right] === true)
        const used = taken.filter((right) => right !== undefined)
        expect(new Set(used).size).toBe(used.length)
        expect(taken.every((right, left) => right === undefined || rows[left]?.[right] === true)).toBe(true)
        expect(used.length).toBe(most(rows))
      }),
    )
  })
})
