import { describe, expect, it } from 'vitest'
import { type Call, draftCode, solves, takeProposals } from '../../../support/drafted-code.ts'

const order: Call = ['place_order', { item: 'it_4471' }, { ready_at: '2026-05-11T15:30:00+02:00' }]

describe('a draft proposes for the answer', () => {
  it('a moment that the reply writes in words', async () => {
    const reply = 'It is ready on 11 May 2026 at 15:30.'
    const read: Call = ['check', { item: 'it_4471' }, { checked_at: '2026-05-11T09:14:22Z' }]
    const draft = draftCode('Order it_4471, and tell me when it is ready.', [read, order], reply)
    expect(draft.code).toContain('// Proposed: return ready_at\n')
    const taken = { ...draft, code: takeProposals(draft.code) }
    expect(await solves(taken, [read, order], reply)).toBe(true)
    expect(await solves(taken, [read, order], 'It is ready on 11 May 2026 at 15:40.')).toBe(false)
  })

  it('the day of a moment, next to the value that a question names', async () => {
    const calls: Call[] = [
      ['get_dispute', { id: 'dp_1881' }, { due_by: '2026-05-24T23:59:59Z', charge: 'ch_30912' }],
      ['submit', { charge: 'ch_30912' }, { case_number: 'BNK-447190' }],
    ]
    const prompt = 'Submit the papers for dp_1881. What is the deadline and which case number is it?'
    const draft = draftCode(prompt, calls, 'The deadline is 24 May 2026, the case is BNK-447190.')
    expect(draft.code).toContain('task.todo(')
    expect(draft.code).toMatch(/Proposed: return dispute\.due_by\.slice\(0, 10\)\n {2}return case_number\n/)
  })

  it('how many items calls were made for', async () => {
    const flats = ['2201', '2207', '2213'].map((id, i) => ({ id: `fl_${id}`, late: [41, 0, 72][i] }))
    const calls: Call[] = [
      ['list_flats', {}, { flats }],
      ['remind', { id: 'fl_2201' }, {}],
      ['remind', { id: 'fl_2213' }, {}],
    ]
    const reply = 'I sent 2 reminders.'
    const draft = draftCode('Remind all who are late, and tell me how many these are.', calls, reply)
    expect(draft.code).toContain('// Proposed: return selectedFlats.length\n')
    const taken = { ...draft, code: takeProposals(draft.code) }
    expect(await solves(taken, calls, reply)).toBe(true)
    expect(await solves(taken, calls, 'I sent 3 reminders.')).toBe(false)
  })

  it('first what the last sentence of the prompt names', () => {
    const { code } = draftCode(
      'Stop what has the highest click cost. Tell me the new budget of it.',
      [
        ['get_ad', {}, { id: 'ad_7741', click_cost: 129.31 }],
        ['stop', { id: 'ad_7741' }, { budget: 1670 }],
      ],
      'It had 129.31 a click. The budget is 1670 now.',
    )
    expect(code).toMatch(/Proposed:\n {2}\/\/ return budget\n {2}\/\/ return .*click_cost\n/)
  })
})
