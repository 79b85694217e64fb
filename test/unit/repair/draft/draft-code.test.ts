import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scoreTrace } from '../../../../src/scoring/score.ts'
import type { JsonObject } from '../../../../src/shared/json.ts'
import type { CodeTask } from '../../../../src/suites/code/code-task.ts'
import { readConversations } from '../../../../src/suites/repair/draft/conversations.ts'
import { draftConversations } from '../../../../src/suites/repair/draft/draft-conversations.ts'
import { createRecordedSimulators } from '../../../../src/suites/repair/record/recorded-simulators.ts'
import { registry } from '../../../../src/tools/builtin/registry.ts'
import { registryOf } from '../../../../src/tools/registry.ts'
import { prepareTaskOf } from '../../../support/code-task.ts'
import { type Call, draftCode, traceOf } from '../../../support/drafted-code.ts'
import { readPrintedSuite } from '../../../support/printed-suite.ts'

const countTodos = (code: string): number => code.split('// TODO').length - 1

describe('a draft does not ask about', () => {
  it.each<[string, string, JsonObject]>([
    [
      'a share that the prompt has in percent',
      'Book 8% tax and 12.5 % for the rest.',
      { tax: 0.08, rest: 0.125 },
    ],
    [
      'words of the prompt in another case',
      'Refund by PayPal: wrong item.',
      { by: 'paypal', why: 'wrong_item' },
    ],
    [
      'a switch that the prompt names',
      'Book it: packaging intact, no return fee.',
      { packaging_intact: true, returnFee: 0 },
    ],
    ['the sum of two numbers of the prompt', 'Refund $119.99 + $9.60 tax.', { total: 129.59 }],
    [
      'a date in words',
      'Book 14 January 2027, 9:00 to 12:30.',
      { from: '2027-01-14T09:00', to: '2027-01-14 12:30' },
    ],
    ['a day without its year', 'I am off from 21 to 23 December.', { from: '2026-12-21', to: '2026-12-23' }],
    ['a month in words', 'Pay Ann for Nov. 2026.', { month: '2026-11' }],
  ])('%s', (_, prompt, args) => {
    expect(draftCode(prompt, [['book', args, {}]]).code).toMatch(/^import \{ task \} .*\n\ntask\(/)
  })

  it.each([
    ['[{"text":"10.554","kind":"number"}]', /data: JSON\.stringify\(.*items\)/],
    ['[ {"kind": "number", "text": "10.554"} ]', /const item = items\[0\]\n.*data: text`.*\$\{item\.text\}/],
  ])('the JSON text of a part of an earlier result: %s', async (data, printed) => {
    const found = { items: [{ text: '10.554', kind: 'number' }], length: 192 }
    const { code, recording } = draftCode('Find the items, and save them as JSON.', [
      ['find', {}, found],
      ['save', { data }, {}],
    ])
    expect(code).toMatch(printed)
    const [task] = readPrintedSuite(code)
    expect(task?.mode).toBe('run')
    const recorded = registryOf(createRecordedSimulators([recording]))
    const options = { ...task?.options, seed: 0 } as unknown as CodeTask['options']
    const prepared = await prepareTaskOf(
      { name: 'a', reference: task?.reference as never, options },
      recorded,
    )
    const solve = (text: string): boolean =>
      scoreTrace(
        prepared,
        traceOf([
          ['find', {}, found],
          ['save', { data: text }, {}],
        ]),
        recorded,
      ).solved
    expect([solve(data), solve(data.replace('10.554', '10.555'))]).toEqual([true, false])
  })
})

describe('a draft still asks about', () => {
  it.each<[string, string, JsonObject]>([
    ['a share that the prompt does not have', 'Book 18% tax.', { tax: 0.08 }],
    ['a part of a word of the prompt', 'Refund by PayPalace.', { by: 'paypal' }],
    ['a switch that the prompt does not name', 'Book it, intact.', { packaging_intact: true }],
    ['a number that two of the prompt give by chance', 'Move 12 and 30.', { total: 42 }],
    ['a date of another year', 'Book 14 January 2027.', { day: '2028-01-14' }],
    ['a date of another day', 'Book 14 January 2027.', { day: '2027-01-15' }],
    ['another hour', 'Book 14 January 2027, 9:00 to 12:30.', { from: '2027-01-14T10:00' }],
  ])('%s', (_, prompt, args) => {
    const { code } = draftCode(prompt, [['book', args, {}]])
    expect(code).toContain('task.todo(')
    expect(countTodos(code)).toBe(1)
  })
})

it('a draft computes the change of two prices in percent, and has no any()', () => {
  const { code } = draftCode('Post the percentage change from the price of SONY to that of VALE.', [
    ['get_price', { symbol: 'SONY' }, { price: 264.53, volume: 1201 }],
    ['get_price', { symbol: 'VALE' }, { price: 379.28, volume: 8841 }],
    ['post', { message: '+43.3788%' }, {}],
  ])
  expect(code).toContain(`
  const change = (100 * (valePrice / sonyPrice - 1)).toFixed(4)
  await post({
    // TODO: this gives the recorded value. If it is the reason, remove this comment.
    message: text\`\${change}%\`,`)
  expect(code).not.toContain('any(')
  expect(code).not.toContain('nothing uses')
})

it('a draft does not offer any() for a number that it cannot compute', () => {
  const { code } = draftCode('Refund the order.', [['refund', { total: 171.98, currency: 'EUR' }, {}]])
  expect(code).toContain('Compute it, or say it in the prompt.\n    total: 171.98,')
  expect(code).toContain('If any value will do, wrap it in any().\n    currency')
  const { code: hours } = draftCode('Pay Ann.', [['pay', { hours: 160, overtime: 12, kind: 'wage' }, {}]])
  expect(hours).toMatch(/each of hours, overtime: .* Compute it, or say it in\s+\/\/ the prompt\./)
})

it('a draft asks about several arguments of a call together, and about an argument once', () => {
  const { code } = draftCode('Tell C-1041 about it.', [
    ['notify', { to: 'C-1041', kind: 'approved', channels: ['mail'] }, {}],
    ['notify', { to: 'C-1041', kind: 'ready', channels: ['mail'] }, {}],
  ])
  expect(code).toMatch(/\/\/ TODO: each of kind, channels: not in the prompt or .*\n.*\n {4}await notify/)
  expect(countTodos(code)).toBe(1)
})

it('a draft names what belongs to a chosen item, also in a long text', () => {
  const body = (url: string, ms: number): string =>
    `Dear reader,\n\nof the two pages that you asked about, the fastest is this one: ${url}\nIts time is ${ms} ms.`
  const check = (url: string, ms: number): Call => ['check', { url }, { ms }]
  const pages = [{ url: 'https://a.example/11' }, { url: 'https://b.example/22' }]
  const { code } = draftCode('List the pages, check each, and mail the fastest one.', [
    ['list', {}, { pages }],
    check('https://a.example/11', 117.25),
    check('https://b.example/22', 355.5),
    ['mail', { body: body('https://a.example/11', 117.25) }, {}],
  ])
  expect(code).toContain(`  // TODO: why item 1 of 2? This rule may be meant: write it in place of the line.
  // Proposed: const selectedCheck = checks.reduce((a, b) => (b.ms < a.ms ? b : a))
  const selectedCheck = checks[0]
  const page = pages[checks.indexOf(selectedCheck)]
`)
  // Its words are for the reader alone.
  expect(code).toContain(`text\`\${[page.url, selectedCheck.ms]}\``)
  expect(code).not.toMatch(/.{101}/)
})

it('a draft names the field that is passed on as the reason of a choice, and no other', () => {
  const weather = (city: string, celsius: number, humidity: number): Call => [
    'weather',
    { city },
    { city, celsius, humidity },
  ]
  const { code } = draftCode('Which of Oslo and Lima is warmer? Store the temperature.', [
    weather('Oslo', 7.45, 41.5),
    weather('Lima', 21.95, 77.25),
    ['store', { value: 21.95 }, {}],
  ])
  expect(code).toContain('b.celsius > a.celsius')
  expect(code).not.toContain('humidity')
})

it.each([
  ['Note the wind of Oslo and Rome.', 'note_the_wind_of_oslo_and_rome'],
  ['Check Oslo, Bergen, Molde, Bodo and on.', 'check_oslo_bergen_molde_bodo_and_on'],
  ['Refund the last order of ann@example.com.', 'refund_the_last_order_of_ann'],
])('the name of a drafted task does not end in the middle of a phrase: %s', (prompt, name) => {
  expect(draftCode(prompt, [['book', {}, {}]]).code).toContain(`task('${name}', {`)
})

it('results whose noun and verb are in use are named without a number', () => {
  const read = (name: string, text: string): Call => [name, {}, { text, total: text.length * 1000.5 }]
  const tools = ['get_customer', 'get_order', 'find_customer', 'find_order']
  const texts = tools.map((tool) => `text-of-${tool}-4711`)
  const { code } = draftCode('Collect everything.', [
    ...tools.map((tool, i) => read(tool, texts[i] as string)),
    ['save', { texts, totals: texts.map((text) => text.length * 1000.5) }, {}],
  ])
  expect(code).toContain('const orderResult = await find_order()')
  expect(code).not.toContain('Result2')
})

describe('a draft asks once by which rule items of a list are chosen', () => {
  const leads = [91, 40, 80, 79, 85].map((score, i) => ({ id: `ld_7${i}13`, score, company: `Acme ${i}77` }))
  const rooms = [
    { id: 'rm_4101', seats: 8, price: 20.5 },
    { id: 'rm_4102', seats: 30, price: 75.25 },
    { id: 'rm_4103', seats: 12, price: 38.75 },
  ]

  it('of an extreme, above a variable for the item, also where a text of the agent is free', () => {
    const { code } = draftCode('Book the cheapest room that you find and note why.', [
      ['list_rooms', {}, { rooms }],
      ['note', { text: 'The small one will do for the four of us.' }, {}],
      ['book', { room: 'rm_4101', price: 20.5 }, {}],
    ])
    expect(code).toContain(`  // TODO: is this why item 1 of 3 was taken?
  const room = rooms.reduce((a, b) => (b.price < a.price ? b : a))
  await book({ room: room.id, price: room.price })
`)
  })

  it('of a bound that the prompt states', () => {
    const { code } = draftCode('Book the cheapest room with more than 10 seats.', [
      ['list_rooms', {}, { rooms }],
      ['book', { room: 'rm_4103' }, {}],
    ])
    expect(code).toContain(`  // TODO: is this why item 3 of 3 was taken? No item has 10: > or >=?
  const room = rooms.filter(({ seats }) => seats > 10).reduce((a, b) => (b.price < a.price ? b : a))
`)
  })

  it('that is true of the whole list, not only of the items that the prompt leaves', () => {
    const members = ['2021-04-12', '2017-09-01', '2019-02-18'].map((since, i) => ({
      ...{ id: `em_${22 + i}10`, role: i === 1 ? 'designer' : 'engineer', since },
    }))
    const draft = (field: Partial<(typeof members)[1]>): string =>
      draftCode('Make the longest-serving engineer of the team her buddy.', [
        ['list_members', {}, { members: members.map((one, i) => (i === 1 ? { ...one, ...field } : one)) }],
        ['assign_buddy', { id: 'em_2410' }, {}],
      ]).code
    expect(draft({})).toMatch(/filter\(\(\{ role \}\) => role === 'engineer'\)\s+\.reduce\(/)
    expect(draft({ role: 'engineer' })).not.toMatch(/least|greatest|reduce/)
  })

  it('whose rule solves its own recording, and no other item does', async () => {
    const calls: Call[] = [
      ['list_rooms', {}, { rooms }],
      ['book', { room: 'rm_4103' }, {}],
    ]
    const { code, recording } = draftCode('Book the cheapest room with more than 10 seats.', calls)
    const [task] = readPrintedSuite(code)
    const recorded = registryOf(createRecordedSimulators([recording]))
    const options = { ...task?.options, seed: 0 } as unknown as CodeTask['options']
    const reference = task?.reference as never
    const prepared = await prepareTaskOf({ name: 'a', reference, options }, recorded)
    const solve = (room: string): boolean =>
      scoreTrace(prepared, traceOf(calls.with(1, ['book', { room }, {}])), recorded).solved
    expect([solve('rm_4103'), solve('rm_4102')]).toEqual([true, false])
  })

  it('that code compares in the same way: texts of numbers are in another order', () => {
    const draft = (prices: readonly string[]): string => {
      const offers = prices.map((price, i) => ({ id: `of_4${i}17`, price }))
      return draftCode('Take the offer that is cheapest.', [
        ['list_offers', {}, { offers }],
        ['take', { id: 'of_4017' }, {}],
      ]).code
    }
    expect(draft(['19.75', '20.25'])).toContain('b.price < a.price')
    expect(draft(['9.75', '20.25'])).not.toContain('b.price < a.price')
  })

  it('of several items, which one loop goes through', () => {
    const chosen = leads.filter(({ score }) => score >= 80)
    const { code } = draftCode('Give each lead with a score of 80 or more to Samira, and call it.', [
      ['list_leads', {}, { leads }],
      ...chosen.map(({ id }): Call => ['check_lead', { id, by: 'Samira' }, {}]),
      ...chosen.map(({ id, company }): Call => ['call', { id, company }, {}]),
    ])
    expect(code).toContain(`  // TODO: is this why items 1, 3 and 5 of 5 were taken?
  const selectedLeads = leads.filter(({ score }) => score >= 80)
  for (const lead of selectedLeads) {
    // TODO: nothing uses this result. Write what it decides, or remove the call if it is optional.
    await check_lead({ id: lead.id, by: 'Samira' })
    await call({ id: lead.id, company: lead.company })
  }
`)
  })

  it('of several items that results of calls for each tell apart', () => {
    const parcels = ['lost', 'moving', 'lost'].map((state, i) => ({
      id: `pc_5${i}12`,
      cover: 81.5 + i,
      state,
    }))
    const { code } = draftCode(
      'For each parcel that is reported as lost, claim its cover. Which claims are they?',
      [
        ['list_parcels', {}, { parcels: parcels.map(({ id, cover }) => ({ id, cover })) }],
        ...parcels.map(({ id, state }): Call => ['track_parcel', { id }, { state }]),
        ...parcels
          .filter(({ state }) => state === 'lost')
          .map(({ id, cover }, i): Call => ['open_claim', { id, cover }, { claim: `CL-77${i}9` }]),
      ],
      'CL-7709 and CL-7719.',
    )
    expect(code).toContain(`  const selectedParcels = parcels.filter((_, i) => tracks[i].state === 'lost')
  const claims = []
  for (const parcel of selectedParcels) {
    claims.push(await open_claim({ id: parcel.id, cover: parcel.cover }))
  }
  return claims.map((claim) => claim.claim)
`)
  })

  it('of items that no rule is known for, above the call that takes the first of them', () => {
    const pallets = [12, 30, 14].map((day, i) => ({ id: `pl_3${i}07`, expires: `the ${day}th`, kg: 400 }))
    const draft = (prompt: string, ids: readonly string[]): string =>
      draftCode(prompt, [
        ['find_pallets', {}, { pallets }],
        ...ids.map((id, i): Call => ['move', { id, dock: `D${i}` }, {}]),
      ]).code
    const prompt = 'Move the pallets that are due to the docks D0 and D1.'
    expect(draft(prompt, ['pl_3007', 'pl_3207'])).toContain(`
  // TODO: why items 1 and 3 of the 3 in pallets? If by a rule, write it in place of the indices.
  await move({ id: pallets[0].id, dock: 'D0' })
`)
    expect(draft(prompt, ['pl_3107'])).toContain('why item 2 of the 3')
    expect(draft(prompt, ['pl_3007', 'pl_3107', 'pl_3207'])).not.toContain('TODO: why')
    expect(draft('Move the pallet of the 30th to D0.', ['pl_3107'])).not.toContain('TODO: why')
  })

  it('of one of several results, with each rule that chooses it', () => {
    const { code } = draftCode('Ask A1 and B2 for a quote, and buy where it is cheapest.', [
      ['get_quote', { shop: 'A1' }, { id: 'qu_11873', price: 31.5, days: 2.25 }],
      ['get_quote', { shop: 'B2' }, { id: 'qu_55610', price: 28.25, days: 4.75 }],
      ['buy', { quote: 'qu_55610' }, {}],
    ])
    expect(code).toContain('why item 2 of 2? One of these rules may be meant')
    expect(code).toMatch(/b\.price < a\.price[\s\S]*b\.days > a\.days/)
  })

  it('of none that a word of the prompt names', () => {
    const lines = [
      { id: 'ln_401', title: 'Burr grinder', price: 89.95 },
      { id: 'ln_402', title: 'Glass kettle 1.2 l', price: 41.75 },
    ]
    const { code } = draftCode('My kettle is cracked: refund it.', [
      ['list_lines', {}, { lines }],
      ['refund', { line: 'ln_402', amount: 41.75 }, {}],
    ])
    expect(code).toContain('const line = lines[1]\n  await refund({ line: line.id, amount: line.price })')
    expect(code).not.toContain('TODO')
  })
})

describe('the answer of a draft', () => {
  const claims: Call[] = [
    ['list_parcels', {}, { parcels: [{ no: 'SH-40118' }, { no: 'SH-40162' }] }],
    ['open_claim', { parcel: 'SH-40118' }, { claim_no: 'CL-7719', due: '2031-03-05' }],
    ['open_claim', { parcel: 'SH-40162' }, { claim_no: 'CL-7720', due: '2031-04-06' }],
  ]
  const said = 'I opened CL-7719 and CL-7720 for SH-40118 and SH-40162, until 2031-03-05 and 2031-04-06.'

  it('is what the question names, under one name a list, and no question is left', () => {
    const { code } = draftCode('Claim each parcel. When is each due?', claims, said)
    expect(code).toContain('  return [claim1.due, claim2.due]\n')
    expect(code).not.toContain('TODO')
  })

  it('is a number that the prompt asks for by its noun, and nothing that it does not ask for', () => {
    const prompt = 'Claim each parcel, and tell me the claim numbers.'
    expect(draftCode(prompt, claims, said).code).toContain('  return [claim1.claim_no, claim2.claim_no]\n')
    expect(draftCode('Open a claim for each parcel.', claims, said).code).not.toMatch(/return/)
  })

  it('is none, without a question, if the reply has no value of a result', () => {
    expect(draftCode('Open a claim for each parcel.', claims, 'All is done.').code).not.toMatch(/return|TODO/)
  })

  it('is asked about if no question names it', () => {
    const prompt = 'Ask the man who owns SH-40118, and open a claim. Which parcel is it?'
    const { code } = draftCode(prompt, claims.slice(0, 2), 'Parcel SH-40162, with claim CL-7719.')
    expect(code).toMatch(
      /TODO: the recorded reply has this\..*\n {2}return \{ no: .*\[1\]\.no, claim_no \}\n/,
    )
  })

  it('is no field whose name only leads to a name, and no value that a call gave back', () => {
    const ride: Call[] = [['get_ride', {}, { from: 'Track 12-A', to: 'Track 14-C', hours: 12.5 }]]
    const { code } = draftCode('How long is the ride from Graz to Basel?', ride, 'From Track 12-A: 12.5 h.')
    expect(code).toMatch(/TODO: the recorded reply has this\..*\n {2}return hours\n/)
    const rate: Call[] = [['get_rate', { currency: 'XBT-9' }, { currency: 'XBT-9', rate: 0.0853 }]]
    const echo = draftCode('Which currency?', rate, 'It is XBT-9, at 0.0853.').code
    expect(echo).not.toContain('return currency')
  })

  it('is asked about if it was computed, although the question names a field', () => {
    const paid: Call[] = [['list_gifts', {}, { gifts: [{ amount: 120.25 }, { amount: 87.5 }] }]]
    const { code } = draftCode('What amount is it?', paid, 'Gifts of 120.25 and 87.5 make 207.75.')
    expect(code).toMatch(/TODO: .*\n {2}return gifts\.reduce\(\(sum, \{ amount \}\) => sum \+ amount, 0\)\n/)
    expect(draftCode('What amount is it?', paid, 'Gifts of 120.25 and 87.5.').code).toMatch(/^ {2}return /m)
  })
})

it('a draft asks about results of a loop that nothing uses, where others are used', () => {
  const samples = ['sm_50121', 'sm_50122', 'sm_50123']
  const { code } = draftCode('Flag the samples that are too high.', [
    ['get_batch', {}, { samples }],
    ...samples.map((sample, i): Call => ['get_result', { sample }, { result: `rs_7${i}15`, level: 4.25 }]),
    ['flag', { sample: 'sm_50122', result: 'rs_7115' }, {}],
  ])
  expect(
    code,
  ).toContain(`  // TODO: nothing uses some results of get_result. Write what they decide, or remove these calls if
  // they are optional.
  const results = await Promise.all(samples.map(`)
  expect(code.split('nothing uses')).toHaveLength(2)
  expect(code).toMatch(/why item 2 of the 3 in samples.*\n {2}const sample = samples\[1\]\n/)
})

it('a draft grades an answer line that holds nothing but values of results', () => {
  const calls: Call[] = [
    ['refund_order', { id: 'o_1101' }, { refund: 'rf_8841' }],
    ['refund_order', { id: 'o_1102' }, { refund: 'rf_8857' }],
  ]
  const prompt = 'Refund o_1101 and o_1102. Answer with ANSWER: and the two ids.'
  expect(draftCode(prompt, calls, 'Done.\n\nANSWER: rf_8841, rf_8857').code).not.toContain('TODO')
  expect(draftCode(prompt, calls, 'ANSWER: 2 refunds, rf_8841, rf_8857').code).toContain(
    'TODO: the recorded reply',
  )
})

describe('a draft asks about a call that was refused', () => {
  const find: Call = ['find_pallets', {}, { pallets: [{ pallet: 'PL-31001' }, { pallet: 'PL-31007' }] }]
  const locked = { error: { code: 'conflict', message: 'held by quality control' } }
  const first: Call = ['move', { pallet: 'PL-31001' }, {}]
  const move: Call = ['move', { pallet: 'PL-31007' }, {}]
  const refused: Call = ['move', { pallet: 'PL-31007' }, locked]

  const draft = (...calls: Call[]): string =>
    draftCode(
      'Move all pallets.',
      [find, ...calls],
      'Done.',
      calls.map(([tool]) => tool),
    ).code

  it('above the change that made it succeed', () => {
    const code = draft(first, refused, ['release', { pallet: 'PL-31007' }, {}], move)
    expect(code).toMatch(
      /\/\/ TODO: move was refused \("held by quality control"\), and this call is dropped\. The agent went on\n {2}\/\/ with release: if it may not, correct the task\.\n(?: {2}\/\/ .*\n)* {2}await release\(/,
    )
  })

  it('for good, while others were not', () => {
    expect(draft(first, refused)).toMatch(/The agent stopped\s+\/\/ there: if it may not,/)
  })

  it('and not about a plain retry', () => {
    expect(draft(refused, first, move)).not.toContain('was refused')
  })
})

it('a draft names pages that a cursor leads to, and a package by what the tool returns', () => {
  const { code } = draftCode('List all parcels of the package 5512, and mark the last one.', [
    ['get_package', { order: '5512' }, { package_id: 'pk_99301', zip: 'A-8010' }],
    ['list_parcels', { package: 'pk_99301' }, { parcels: [{ id: 'pc_1101' }], next_cursor: 'cu_7781' }],
    ['list_parcels', { package: 'pk_99301', cursor: 'cu_7781' }, { parcels: [{ id: 'pc_1102' }] }],
    ['mark', { parcel: 'pc_1102', zip: 'A-8010' }, {}],
  ])
  expect(code).toContain(`  const packageResult = await get_package({ order: '5512' })
  const page1 = await list_parcels({ package: packageResult.package_id })
`)
  expect(code).toContain('const page2 = await list_parcels(')
  expect(code).toContain('const parcels = [...page1.parcels, ...page2.parcels]\n')
  expect(code).toContain('const parcel = parcels[1]\n')
})

it('a text carries a number that the agent wrote otherwise', () => {
  const { code } = draftCode('Pay the invoice and post the total.', [
    ['pay', {}, { total: 16100.75, fee: 41.9 }],
    ['post', { text: 'We paid 16,100.75 EUR in all, and a fee of 41.90 EUR.' }, {}],
  ])
  expect(code).toMatch(/text`We paid \$\{\w+\.total\} EUR in all, and a fee of \$\{\w+\.fee\} EUR\.`/)
})

/** A conversation whose messages are given. */
function draftMessages(messages: readonly JsonObject[], reads: string[], writes: string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'draft-'))
  writeFileSync(join(root, 'a.jsonl'), JSON.stringify({ messages }))
  const conversations = readConversations(join(root, 'a.jsonl'))
  return readFileSync(
    draftConversations(conversations, { out: 'a.suite.ts', root, reads, writes }, registry).suite,
    'utf8',
  )
}

const callAll = (...calls: readonly Call[]): JsonObject[] => [
  {
    role: 'assistant',
    tool_calls: calls.map(([name, args]) => ({
      ...{ id: name, type: 'function' },
      function: { name, arguments: JSON.stringify(args) },
    })),
  },
  ...calls.map(([name, , result]) => ({ role: 'tool', tool_call_id: name, content: JSON.stringify(result) })),
]

it('a draft takes nothing from a call that was made in parallel', () => {
  const messages = [
    { role: 'user', content: 'Book a flight from Vienna for l.haas@example.com.' },
    ...callAll(
      ['get_traveler', { email: 'l.haas@example.com' }, { id: 'tr_6601', airport: 'VIE7' }],
      ['find_flight', { origin: 'VIE7' }, { flight: 'fl_3113' }],
    ),
    ...callAll(['book', { flight: 'fl_3113', traveler: 'tr_6601' }, {}]),
    { role: 'assistant', content: 'Booked.' },
  ]
  const code = draftMessages(messages, ['get_traveler', 'find_flight'], ['book'])
  expect(code).toContain("origin: 'VIE7'")
  expect(code).not.toContain('do not solve')
})

it('a read of an item that a later message names comes after that message', () => {
  const messages = [
    { role: 'user', content: 'Cancel the plan of m@example.com.' },
    ...callAll(['get_plans', { email: 'm@example.com' }, { plans: [{ id: 'pl_881' }, { id: 'pl_992' }] }]),
    { role: 'assistant', content: 'Which one?' },
    { role: 'user', content: 'The second.' },
    ...callAll(['preview', { plan: 'pl_992' }, { credit: 12.45 }]),
    ...callAll(['cancel', { plan: 'pl_992', credit: 12.45 }, {}]),
    { role: 'assistant', content: 'Done.' },
  ]
  const code = draftMessages(messages, ['get_plans', 'preview'], ['cancel'])
  expect(code).toMatch(/await turn\(2\)\n {2}const plan = plans\[1\]\n.* await preview\(/)
})
