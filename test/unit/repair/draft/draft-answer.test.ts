import { describe, expect, it } from 'vitest'
import { type Call, draftCode, solves } from '../../../support/drafted-code.ts'

const order: Call = ['place_order', { item: 'it_4471' }, { ready_at: '2026-05-11T15:30:00+02:00' }]

const QUESTION = '  // TODO: the recorded reply has this. Return only what the prompt asks for.\n'

describe('a draft returns, with a question,', () => {
  it('a moment that the reply writes in words', async () => {
    const reply = 'It is ready on 11 May 2026 at 15:30.'
    const read: Call = ['check', { item: 'it_4471' }, { checked_at: '2026-05-11T09:14:22Z' }]
    const draft = draftCode('Order it_4471, and tell me when it is ready.', [read, order], reply)
    expect(draft.code).toContain(`${QUESTION}  return ready_at\n`)
    expect(await solves(draft, [read, order], reply)).toBe(true)
    expect(await solves(draft, [read, order], 'It is ready on 11 May 2026 at 15:40.')).toBe(false)
  })

  it('the day of a moment, next to the value that a question names', async () => {
    const calls: Call[] = [
      ['get_dispute', { id: 'dp_1881' }, { due_by: '2026-05-24T23:59:59Z', charge: 'ch_30912' }],
      ['submit', { charge: 'ch_30912' }, { case_number: 'BNK-447190' }],
    ]
    const prompt = 'Submit the papers for dp_1881. What is the deadline and which case number is it?'
    const draft = draftCode(prompt, calls, 'The deadline is 24 May 2026, the case is BNK-447190.')
    expect(draft.code).toContain(`${QUESTION}  return { case_number, due_by: dispute.due_by.slice(0, 10) }\n`)
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
    expect(draft.code).toContain(`${QUESTION}  return selectedFlats.length\n`)
    expect(await solves(draft, calls, reply)).toBe(true)
    expect(await solves(draft, calls, 'I sent 3 reminders.')).toBe(false)
  })

  it('the time of a moment, if the reply has no more of it', async () => {
    for (const eta of ['2031-03-01T10:40', '2031-03-01T10:40:00Z']) {
      const calls: Call[] = [['dispatch', { unit: 'un_4418' }, { eta }]]
      const draft = draftCode('Dispatch someone to un_4418. When do they arrive?', calls, 'At 10:40.')
      expect(draft.code).toMatch(/return (?:\w+\.)?eta\.split\('T'\)\[1\]/)
      expect(await solves(draft, calls, 'At 10:40.')).toBe(true)
      expect(await solves(draft, calls, 'At 10:50.')).toBe(false)
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
    expect(draft.code).toContain(`${QUESTION}  return frames.length\n`)
    expect(await solves(draft, calls, reply)).toBe(true)
    expect(await solves(draft, calls, 'There were 4.')).toBe(false)
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
    expect(code).toContain("return at.split('T')[1]")
    expect(code).not.toContain('ground_minutes')
  })

  it('a number that only the answer computes, without its operands', async () => {
    const calls = ['Vienna', 'Berlin'].map(
      (city, i): Call => ['get_forecast', { city }, { high: [23.4, 18.9][i] }],
    )
    const reply = 'Vienna: 23.4 degrees against 18.9 in Berlin, a difference of 4.5.'
    const draft = draftCode('Which of Vienna and Berlin is warmer, and by how much?', calls, reply, [])
    expect(draft.code).toContain(`${QUESTION}  return viennaForecast.high - berlinForecast.high\n`)
    expect(draft.code).not.toContain('nothing uses')
    expect(await solves(draft, calls, reply)).toBe(true)
    expect(await solves(draft, calls, 'Vienna: 23.4 degrees, a difference of 4.8.')).toBe(false)
  })

  it('a number of a result that nothing uses, or whose place has a word of the prompt', () => {
    const calls: Call[] = [
      ['get_card', { card: 'CA-55081' }, { member: 'mb_719', fines: { open_amount: 3.4 }, limit: 12.5 }],
      ['renew', { member: 'mb_719' }, { renewals: 44.5 }],
    ]
    const reply = 'It is renewed (44.5). The fine is 3.40, the limit 12.5.'
    const { code } = draftCode('Renew with CA-55081, and tell me of a fine.', calls, reply)
    expect(code).toContain('return { renewals, open_amount: card.fines.open_amount }')
  })
})

describe('a draft returns, with a question, what the prompt hints at:', () => {
  it('an id that a call takes, if the prompt asks for it by its noun', () => {
    const calls: Call[] = [
      ['create_offer', { kwp: 9.6 }, { offer: { offer_number: 'OF-2027-118' } }],
      ['send_offer', { offer_number: 'OF-2027-118' }, {}],
    ]
    const reply = 'Offer OF-2027-118 was sent.'
    const { code } = draftCode('Send an offer over 9.6 kWp, and tell me the offer number.', calls, reply, [
      'create_offer',
      'send_offer',
    ])
    expect(code).toMatch(/\n {2}return .*offer_number\n/)
  })

  it('the items that it means by a number, and not the number of each', async () => {
    const levels = [0.031, 0.078, 0.012, 0.066]
    const samples = levels.map((lead, i) => ({ id: `sm_44${i}1`, label: `W-10${i}`, lead }))
    const calls: Call[] = [
      ['list_samples', {}, { samples }],
      ['hold', { id: 'sm_4411' }, {}],
      ['hold', { id: 'sm_4431' }, {}],
    ]
    const reply = 'W-101 (0.078) and W-103 (0.066) have more.'
    const draft = draftCode('Which samples have more than 0.05 lead? Hold them.', calls, reply)
    expect(draft.code).toContain('return selectedSamples.map((sample) => sample.label)\n')
    expect(await solves(draft, calls, reply)).toBe(true)
  })

  it('what is read for nothing else, and a number that no call sent', () => {
    const calls: Call[] = [
      ['track', { parcel: 'PA-7719' }, { depot: 'Depot West', eta: '2027-05-06', weight: 2.25 }],
      ['list_shops', {}, { shops: [{ id: 'ps_8871', distance_m: 240.5 }] }],
      ['redirect', { parcel: 'PA-7719', shop: 'ps_8871' }, {}],
    ]
    const reply = 'It is in Depot West until 6 May 2027. The shop is 240.5 m away.'
    const { code } = draftCode('Where is PA-7719? Redirect it to a shop.', calls, reply)
    expect(code).toMatch(/return \{ depot: \w+\.depot, eta: \w+\.eta, distance_m: shop\.distance_m \}\n/)
  })

  it('the product of two fields of an item that the reply shows, and not the item', async () => {
    const sales = [148.5, 212, 61.2].map((kg, i) => ({ product: `P-10${i}`, kg, price: [2.4, 1.1, 2.9][i] }))
    const calls: Call[] = [['list_sales', {}, { sales }]]
    const reply = 'Most were 212 kg, which brought 233.20.'
    const draft = draftCode('How much did the best one bring in?', calls, reply, [])
    expect(draft.code).toContain('return sale.kg * sale.price\n')
    expect(await solves(draft, calls, reply)).toBe(true)
  })

  it('one of two moments with the time that the reply has, if it has the day of one', () => {
    const calls: Call[] = [
      ['get_trip', { trip: 'TR-8841' }, { departs: '2027-04-20T07:10', segment: 'sg_1771' }],
      ['rebook', { segment: 'sg_1771' }, { departs: '2027-04-21T07:10' }],
    ]
    const reply = 'It departs on 21 April 2027 at 07:10.'
    const { code } = draftCode('Rebook TR-8841. When does it leave?', calls, reply)
    expect(code).toMatch(/\n {2}return departs\n/)
  })

  it('a sum of fields of one name, and a share of an item that it goes on with', () => {
    const tariffs = [14.9, 21.9, 31.9].map((monthly, i) => ({ id: `tf_44${i}7`, name: `Flex ${i}`, monthly }))
    const calls: Call[] = [
      ['get_contract', {}, { contract: 'ct_7731', options: [{ code: 'ROAM', monthly: 4 }] }],
      ['list_tariffs', {}, { tariffs }],
      ['change', { contract: 'ct_7731', tariff: 'tf_4417' }, {}],
    ]
    const draft = (prompt: string, reply: string): string => draftCode(prompt, calls, reply).code
    expect(draft('Change to Flex 1. What will I pay?', 'You pay 25.90.')).toContain(
      'return tariff.monthly + ',
    )
    expect(draft('Change to Flex 1. What comes with 20 % tax?', 'That is 26.28.')).toContain(
      'return tariff.monthly * 1.2\n',
    )
  })

  it('the number that a call sent, if a question asks for a number and the reply has no other one', async () => {
    const fees = [212.4, 388, 64.6].map((fee, i) => ({ code: `F${i}00`, fee }))
    const calls: Call[] = [
      ['get_plan', { id: 'TP-2093' }, { fees }],
      ['create_invoice', { plan: 'TP-2093', amount: 266 }, { invoice: 'iv_4021', amount: 266 }],
    ]
    const prompt = 'How much is TP-2093 for him if 60 % are covered? Create the invoice.'
    const draft = draftCode(prompt, calls, 'It is 266.00 (iv_4021).')
    expect(draft.code.split('fees.reduce((sum, { fee }) => sum + fee, 0) * 0.4')).toHaveLength(3)
    expect(await solves(draft, calls, 'It is 266.00 (iv_4021).')).toBe(true)
  })
})

it('a draft takes a small number for the answer only if the prompt names it', () => {
  const invite: Call[] = [['invite', { event: 'ev_7712' }, { invited: 5, already: 7 }]]
  const draft = (prompt: string): string => draftCode(prompt, invite, 'I invited 5 people, 7 were.').code
  expect(draft('Report how many are invited to ev_7712.')).toContain('  return invited\n')
  expect(draft('Send ev_7712 to the team.')).not.toContain('return')
})

describe('a draft returns nothing, and does not ask,', () => {
  it.each([
    ['a value that a call sent, also within a text', 'It is on its way with JD-014.'],
    ['a small number that nobody asks for', 'It is valid for 24 hours.'],
    ['a name or an id that the prompt does not ask for', 'Replacement rp_6610 goes to Lena Hofmann.'],
  ])('for %s', (_, reply) => {
    const replaced = { id: 'rp_6610', tracking: 'JD-014', price: 48.5, hours: 24, owner: 'Lena Hofmann' }
    const calls: Call[] = [
      ['replace', { order: 'or_77120' }, replaced],
      ['send', { text: 'Your replacement has the number JD-014.' }, { sent: true }],
    ]
    const { code } = draftCode('Replace order or_77120, and send the number.', calls, reply, [
      'replace',
      'send',
    ])
    expect(code).not.toMatch(/return|reply/)
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

  it('an id whose noun the prompt has before a word for an id, in the order of the reply', () => {
    const booking = { booking_id: 'bk_58214', guest_id: 'gs_7731', total: 426.5 }
    const asking = 'Book a room, and tell me the total and the booking number.'
    const { code } = draftCode(
      asking,
      [['book', {}, booking]],
      'The total is 426.50, for bk_58214 (gs_7731).',
    )
    expect(code).toMatch(/\n {2}return \{ total: \w+\.total, booking_id: \w+\.booking_id \}\n/)
    expect(code).not.toContain('TODO')
  })

  it('no text that the prompt names, and none that a call takes', () => {
    const two = { id: 'or_5518', total: 310.5, glasses: 'Reading glasses 4471' }
    const { code } = draftCode(prompt, [['order', {}, two]], 'Reading glasses 4471 for 310.50 (or_5518).')
    expect(code).toContain('return total\n')
    const calls: Call[] = [
      ['get_bill', {}, { total: 310.5 }],
      ['pay', { amount: 310.5 }, {}],
    ]
    expect(draftCode('Pay the total.', calls, 'I paid 310.50.').code).not.toMatch(/\n {2}return /)
  })
})
