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

  it('the time of a moment, if the reply has no more of it', async () => {
    for (const eta of ['2031-03-01T10:40', '2031-03-01T10:40:00Z']) {
      const calls: Call[] = [['dispatch', { unit: 'un_4418' }, { eta }]]
      const draft = draftCode('Dispatch someone to un_4418. When do they arrive?', calls, 'At 10:40.')
      expect(draft.code).toMatch(/Proposed: return (?:\w+\.)?eta\.split\('T'\)\[1\]/)
      const taken = { ...draft, code: takeProposals(draft.code) }
      expect(await solves(taken, calls, 'At 10:40.')).toBe(true)
      expect(await solves(taken, calls, 'At 10:50.')).toBe(false)
    }
  })

  it('the length of a list', async () => {
    const frames = [1017, 1018, 1052].map((frame) => ({ frame, code: `er_${frame}` }))
    const calls: Call[] = [
      ['list_frames', {}, { frames }],
      ['render', { frames: [1017, 1018, 1052] }, {}],
    ]
    const reply = 'There were 3, which are rendering again.'
    const draft = draftCode('Render the failed frames again, and tell me how many there were.', calls, reply)
    expect(draft.code).toContain('// Proposed: return frames.length\n')
    const taken = { ...draft, code: takeProposals(draft.code) }
    expect(await solves(taken, calls, reply)).toBe(true)
    expect(await solves(taken, calls, 'There were 4.')).toBe(false)
  })

  it('no length of a list that a call sent as a number', () => {
    const menus = ['mn_4417', 'mn_4427', 'mn_4437'].map((id) => ({ id }))
    const orderOf = (count: number): Call[] => [
      ['list_menus', {}, { menus }],
      ['order', { id: 'mn_4427', count }, { order: 'or_5518' }],
    ]
    const draft = (count: number) => draftCode('Order menus.', orderOf(count), 'I ordered 3 (or_5518).').code
    expect(draft(3)).not.toContain('return menus.length')
    expect(draft(4)).toContain('return menus.length')
  })

  it('no value that the reply has only within another one', () => {
    const flight = { flight: 'LX1424', at: '2031-06-02T15:45', ground_minutes: 45, gate: 'A17', short: 'A1' }
    const { code } = draftCode('Move LX1424.', [['move', {}, flight]], 'LX1424 is at A17 from 15:45.')
    expect(code).toContain('.gate')
    expect(code).not.toContain('ground_minutes')
  })
})

describe('a draft takes for the answer, without a question,', () => {
  const prompt = 'Order the same glasses again and tell me the total.'

  it('the only value that the prompt names', async () => {
    const calls: Call[] = [['order', { glasses: 'gl_4471' }, { id: 'or_5518', total: 310.5 }]]
    const draft = draftCode(prompt, calls, 'Order or_5518 is placed. It costs 310.50.')
    expect(draft.code).toMatch(/\n {2}return (?:\w+\.)?total\n/)
    expect(await solves(draft, calls, 'It costs 310.50.')).toBe(true)
    expect(await solves(draft, calls, 'It costs 320.50.')).toBe(false)
  })

  it('none whose name only leads to a name', () => {
    const ride: Call[] = [['get_ride', {}, { from: 'Track 12-A', id: 'ri_4471' }]]
    const { code } = draftCode('Tell me about the ride from Graz.', ride, 'It leaves from Track 12-A.')
    expect(code).not.toMatch(/\n {2}return /)
  })

  it('none that has the name of a tool, and no text', () => {
    const order: Call[] = [['order', {}, { order: 44718, address: 'Lane 5' }]]
    expect(draftCode('Order menus.', order, 'I ordered 44718.').code).not.toMatch(/\n {2}return /)
    expect(draftCode('Use my address.', order, 'It goes to Lane 5.').code).not.toMatch(/\n {2}return /)
  })

  it('none of two that the prompt names, and none that a call takes', () => {
    const two = { id: 'or_5518', total: 310.5, glasses: 'Reading glasses 4471' }
    const { code } = draftCode(prompt, [['order', {}, two]], 'Reading glasses 4471 for 310.50 (or_5518).')
    expect(code).not.toMatch(/\n {2}return /)
    const calls: Call[] = [
      ['get_bill', {}, { total: 310.5 }],
      ['pay', { amount: 310.5 }, {}],
    ]
    expect(draftCode('Pay the total.', calls, 'I paid 310.50.').code).not.toMatch(/\n {2}return /)
  })
})
