import { describe, expect, it } from 'vitest'
import { type Call, draftCode, solves, takeProposals } from '../../../support/drafted-code.ts'

const accounts = [91250, 31200, 87400, 44650.25].map((balance, i) => ({
  ...{ account_id: `ac_71${i}4`, label: `Branch ${i}`, balance },
}))
const move = (to: number, amount: number): Call => [
  'transfer',
  { from: 'ac_7104', to: `ac_71${to}4`, amount },
  {},
]

it('a draft makes one loop of calls whose values follow from the item of each', async () => {
  const calls: Call[] = [['list_accounts', {}, { accounts }], move(1, 18800), move(3, 5349.75)]
  const draft = draftCode('Top up every account under 50,000 to 50,000 from the first.', calls)
  expect(draft.code).toContain('accounts.filter(({ balance }) => balance < 50000)')
  expect(draft.code).toMatch(/for \(const (\w+) of \w+\) \{[^}]*amount: 50000 - \1\.balance/)
  expect(draft.code.split('await transfer(')).toHaveLength(2)
  expect(await solves(draft, calls)).toBe(true)
  expect(await solves(draft, calls.with(2, move(3, 5349.5)))).toBe(false)
})

it('a draft takes the item that shares a value of the same name with another result', async () => {
  const bags = ['tg_8812', 'tg_4471', 'tg_9023'].map((tag, i) => ({ bag_id: `bg_60${i}1`, tag, kg: 9 + i }))
  const calls: Call[] = [
    ['find_report', { name: 'Ann Novak' }, { report: 'rp_3310', tag: 'tg_4471' }],
    ['search_bags', { color: 'green' }, { bags }],
    ['deliver', { bag: 'bg_6011' }, {}],
  ]
  const draft = draftCode('Ann Novak lost a green suitcase. Deliver it.', calls)
  expect(draft.code).toMatch(
    /const bag = bags\.find\(\(\{ tag: \w+ \}\) => |bags\.find\(\(\{ tag \}\) => tag === /,
  )
  expect(draft.code).not.toContain('TODO')
  expect(await solves(draft, calls)).toBe(true)
  expect(await solves(draft, calls.with(2, ['deliver', { bag: 'bg_6001' }, {}]))).toBe(false)
})

it('a draft takes the slot that two calendars have', async () => {
  const calls: Call[] = [
    ['get_calendar', { of: 'Ann' }, { free: ['2031-05-06T09:00', '2031-05-06T14:30', '2031-05-07T10:00'] }],
    ['get_diary', { of: 'Ben' }, { open: ['2031-05-05T09:00', '2031-05-06T14:30', '2031-05-08T11:00'] }],
    ['book', { at: '2031-05-06T14:30' }, {}],
  ]
  const draft = draftCode('Book a slot that suits Ann and Ben.', calls)
  expect(draft.code).toMatch(/free\.find\(\((\w+)\) => (?:\w+\.)?open\.includes\(\1\)\)/)
  expect(await solves({ ...draft, code: takeProposals(draft.code) }, calls)).toBe(true)
})

it('a draft takes the item whose flag the prompt names', async () => {
  const flagged = accounts.map((one, i) => ({ ...one, main: i === 2 }))
  const calls: Call[] = [
    ['list_accounts', {}, { accounts: flagged }],
    ['close', { id: 'ac_7124' }, {}],
  ]
  const draft = draftCode('Close the main account.', calls)
  expect(draft.code).toContain('accounts.find(({ main }) => main)!')
  expect(draft.code).not.toContain('TODO')
  expect(await solves(draft, calls)).toBe(true)
})

it('a draft knows a field of the prompt in another form of the word', () => {
  const cuppings = [84.5, 87.25, 86].map((score, i) => ({ lot: `lt_20${i}1`, score, bags: 40 + i * 7 }))
  const { code } = draftCode('Reserve the lot that scored best.', [
    ['list_cuppings', {}, { cuppings }],
    ['reserve', { lot: 'lt_2011' }, {}],
  ])
  expect(code).toContain('cuppings.reduce((a, b) => (b.score > a.score ? b : a))')
  expect(code).not.toContain('TODO')
})

it('a draft chooses by two tests if no single one chooses the items', async () => {
  const loans = [
    ['2026-06-12', 0],
    ['2026-06-14', 2],
    ['2026-06-28', 0],
    ['2026-06-17', 0],
  ].map(([due = '', holds = 0], i) => ({ loan: `ln_50${i}7`, due, holds }))
  const calls: Call[] = [
    ['list_loans', {}, { loans }],
    ['renew', { loan: 'ln_5007' }, {}],
    ['renew', { loan: 'ln_5037' }, {}],
  ]
  const draft = draftCode('Renew what is due before 20 June and nobody waits for.', calls)
  expect(draft.code).toContain("loans.filter(({ due, holds }) => due < '2026-06-20' && holds === 0)")
  expect(await solves({ ...draft, code: takeProposals(draft.code) }, calls)).toBe(true)
})

it('a draft computes what a call sends from the prompt, the item and the result for the item', async () => {
  const ingredients = [
    { sku: 'FLR-T80', kg_per_loaf: 0.5 },
    { sku: 'SLT-FIN', kg_per_loaf: 0.01 },
  ]
  const calls: Call[] = [
    ['get_recipe', {}, { ingredients }],
    ['get_stock', { sku: 'FLR-T80' }, { kg: 85, supplier: 'sup_minot' }],
    ['get_stock', { sku: 'SLT-FIN' }, { kg: 6.2, supplier: 'sup_minot' }],
    ['order', { supplier: 'sup_minot', sku: 'FLR-T80', kg: 35 }, {}],
  ]
  const draft = draftCode('We bake 240 loaves. Order what is missing.', calls)
  expect(draft.code).toMatch(/TODO: this gives the .*\n {4}kg: \w+\.kg_per_loaf \* 240 - \w+\.kg,\n/)
  // The supplier is that of the item that is ordered.
  expect(draft.code).not.toContain('oneOf')
  expect(await solves({ ...draft, code: takeProposals(draft.code) }, calls)).toBe(true)
})

it('a draft proposes the first item after a day of the prompt', async () => {
  const times = ['2026-05-08T10:00', '2026-05-12T08:40', '2026-05-12T13:20', '2026-05-19T09:00']
  const calls: Call[] = [
    ['list_times', {}, { times }],
    ['move', { time: '2026-05-12T08:40' }, {}],
  ]
  const draft = draftCode('Move it to the earliest free time after 2026-05-10.', calls)
  expect(draft.code).toMatch(
    /filter\(\((\w+)\) => \1 > '2026-05-10'\)\s*(?:\/\/ +)?\.reduce\(\(a, b\) => \(b < a \? b : a\)\)/,
  )
  expect(await solves({ ...draft, code: takeProposals(draft.code) }, calls)).toBe(true)
})

it('a draft computes with what the same call sends', () => {
  const { code } = draftCode('Charge the kilometres of RB-5521 above 300.', [
    ['get_tariff', {}, { tariff: 'tr_4481', extra_km_eur: 0.35 }],
    ['charge', { km: 112, amount: 39.2 }, {}],
  ])
  expect(code).toMatch(/ amount: \w+(?:\.extra_km_eur)? \* 112,\n/)
})

it('a draft proposes no calculation if two of them give the value', () => {
  const { code } = draftCode('Post the price.', [
    ['get_price', {}, { net: 120.5, tax: 20.25, fee: 20.25 }],
    ['post', { total: 140.75 }, {}],
  ])
  expect(code).toContain('Compute it, or say it in the prompt.')
})

it('a draft takes the place that has the name of the argument', () => {
  const menus = { standard: 12, vegetarian: 41, vegan: 12 }
  const { code } = draftCode('Copy the menus.', [
    ['get_order', {}, { menus }],
    ['copy', { standard: 12, vegan: 12 }, {}],
  ])
  expect(code).toMatch(/standard: \w+\.standard, vegan: \w+\.vegan/)
})

it('a draft computes a number in the words of the agent that follows from results', () => {
  const { code } = draftCode('Log what the coffee costs.', [
    ['get_lot', {}, { lot: 'lt_8841', fob_usd: 6.9 }],
    ['get_freight', {}, { usd: 1.35 }],
    ['log', { entry: 'Lot lt_8841 costs 8.25 dollars a kilo with the freight, as it stands.' }, {}],
  ])
  expect(code).toContain('a number in this text was found so')
  expect(code).toMatch(/const sum = \w+\.fob_usd \+ \w+\.usd\n/)
})

describe('a call with an error as its result, which the agent called again', () => {
  const rates = (first: string, prompt: string): string =>
    draftCode(prompt, [
      ['get_rate', { port: first }, { error: 'port must be a code' }],
      ['get_rate', { port: 'DJJIB' }, { usd: 1.35 }],
      ['log', { usd: 1.35 }, {}],
    ]).code

  it('is left out if the agent made up what it sent', () => {
    expect(rates('Djibouti', 'Log the rate from DJJIB.').split('await get_rate(')).toHaveLength(2)
  })

  it('is left out if the agent then said the same in other words', () => {
    expect(rates('DJJI', 'Log the rate from DJJI, called DJJIB.').split('await get_rate(')).toHaveLength(2)
  })

  it('stays if the prompt asks for it', () => {
    expect(rates('Djibouti', 'Log the rate from Djibouti, or else from DJJIB.')).toContain("'Djibouti'")
  })
})

it('a draft says that a value of the prompt was masked', () => {
  const { code } = draftCode('Block card 4111111111111111.', [
    ['block', { card_number: '4111111111111111' }, {}],
  ])
  expect(code).toMatch(
    /TODO: the prompt had a value that looks like a secret \(card_number\), so it is masked/,
  )
  expect(code).not.toContain('4111')
})

describe('an answer line in JSON', () => {
  const calls: Call[] = [['get_price', { symbol: 'VALE' }, { price: 379.28, currency: 'XBT-9', days: 3 }]]
  const draft = (line: string) => draftCode('Price VALE. Answer in JSON.', calls, `ANSWER: ${line}`, [])

  it('is graded by its keys, small numbers too', async () => {
    const one = draft('{"cost": 379.28, "days": 3}')
    expect(one.code).toMatch(/return \{ cost: \w+\.price, days: \w+\.days \}/)
    expect(one.code).not.toContain('TODO')
    expect(await solves(one, calls, 'ANSWER: {"cost": 379.28, "days": 3}')).toBe(true)
    expect(await solves(one, calls, 'ANSWER: {"cost": 379.28, "days": 4}')).toBe(false)
  })

  it('may be a text with a comma, a whole list, or a rounded number', () => {
    const draftLine = (result: object, line: string): string =>
      draftCode('Read it.', [['read', {}, result]], `ANSWER: ${line}`, []).code
    expect(draftLine({ title: 'Maps of bread, chapter 54' }, 'Maps of bread, chapter 54')).toMatch(
      /return \w+$/m,
    )
    expect(draftLine({ keys: ['one', 'two'] }, '["one", "two"]')).toMatch(/return keys$/m)
    expect(draftLine({ range: 457.66, text: '4.5766e+02' }, '4.5766e+02')).toMatch(/return (?:\w+\.)?text$/m)
  })

  it('is asked about if one of its values is in no result', () => {
    expect(draft('{"cost": 379.28, "days": 4}').code).toContain('TODO')
  })
})

describe('a draft computes what a call sends', () => {
  const boxes = [
    { id: 'bx_4417', price: 11.2 },
    { id: 'bx_4427', price: 13.4 },
    { id: 'bx_4437', price: 15.1 },
  ]
  const lines = [
    { box: 'bx_4417', count: 40 },
    { box: 'bx_4427', count: 25 },
  ]
  const stock = [
    { sku: 'BEAN-1', on_hand: 6, target: 24 },
    { sku: 'CUPS-2', on_hand: 120, target: 1000 },
  ]
  it.each<[string, string, Call[], string[]]>([
    [
      'as a share that the prompt has in percent',
      'Credit 10 % of the invoice R-90417.',
      [
        ['get_invoice', { number: 'R-90417' }, { id: 'in_5521', amount: 1284.5 }],
        ['credit', { invoice: 'in_5521', amount: 128.45 }, {}],
      ],
      ['amount: invoice.amount * 0.1,'],
    ],
    [
      'as more by a share, where a machine has other last digits',
      'Raise the wage by 4 %.',
      [
        ['get_worker', {}, { id: 'wk_2155', hourly: 18.5 }],
        ['set_wage', { worker: 'wk_2155', hourly: 19.24 }, {}],
      ],
      ['hourly: worker.hourly * 1.04,'],
    ],
    [
      'as what is left without a share',
      'Sell it at 15% off.',
      [
        ['get_product', {}, { id: 'pr_5521', price: 280 }],
        ['sell', { product: 'pr_5521', price: 238 }, {}],
      ],
      ['price: product.price * 0.85,'],
    ],
    [
      'as a part for each of the people of the prompt',
      'Split the dinner by 4, and ask Ben for his part.',
      [
        ['get_expense', {}, { id: 'ex_8841', amount: 187.6 }],
        ['ask', { expense: 'ex_8841', amount: 46.9 }, {}],
      ],
      ['amount: expense.amount / 4,'],
    ],
    [
      'for each line of a list from the item of the line',
      'Order what is missing.',
      [
        ['list_stock', {}, { stock }],
        [
          'order',
          {
            lines: [
              { sku: 'BEAN-1', quantity: 18 },
              { sku: 'CUPS-2', quantity: 880 },
            ],
          },
          {},
        ],
      ],
      ['target - '],
    ],
    [
      'as a share of the sum of its lines',
      'Order 40 and 25 boxes with a 5 % tip on the food.',
      [
        ['list_boxes', {}, { boxes }],
        ['order', { lines, tip: 39.15 }, {}],
      ],
      ['tip: (boxes[0].price * 40 + boxes[1].price * 25) * 0.05,'],
    ],
  ])('%s', async (_, prompt, calls, codes) => {
    const draft = draftCode(prompt, calls)
    for (const code of codes) expect(draft.code).toContain(code)
    expect(draft.code).toContain('this gives the recorded value')
    expect(draft.code).not.toContain('Proposed')
    expect(await solves(draft, calls)).toBe(true)
  })

  it('as the result of an earlier call gives it back, in a text', async () => {
    const calls: Call[] = [
      ['get_invoice', {}, { id: 'in_5521', mail: 'jana@brandt.example', number: 'R-90417' }],
      ['credit', { invoice: 'in_5521', cents: 18845 }, { credited: 18845 }],
      ['send', { to: 'jana@brandt.example', text: 'We credit 18845 cents on your invoice R-90417.' }, {}],
    ]
    const draft = draftCode('Credit what they ask for, and write to them.', calls, 'Done.', [
      'credit',
      'send',
    ])
    expect(draft.code).toMatch(/text`We credit \$\{\w*credit\w*(?:\.credited)?\} cents on your invoice/i)
    expect(await solves(draft, calls)).toBe(true)
  })
})

it.each([
  ['a sum of products', 'It comes to 783.00.', 'boxes.reduce((sum, box) => sum + box.price * box.count, 0)'],
  ['a quotient of sums', 'It is 12.05 a box.', 'boxes.reduce((sum, { paid }) => sum + paid, 0)'],
])('a draft returns %s of a list', (_, reply, code) => {
  const boxes = [
    { price: 11.2, count: 40, paid: 448.1 },
    { price: 13.4, count: 25, paid: 335.15 },
  ]
  const { code: printed } = draftCode('What does it come to?', [['list_boxes', {}, { boxes }]], reply, [])
  expect(printed).toContain(code)
})

it('a draft returns what is left of a number that is read for the answer alone', async () => {
  const calls: Call[] = [
    ['get_balance', {}, { entitled: 28, taken: 9, remaining: 15 }],
    ['request', { days: 5, from: '2027-08-02' }, { state: 'pending' }],
  ]
  const reply = 'It is requested from 2 to 6 August 2027. You will have 10 days left.'
  const draft = draftCode('Request 5 days from 2 August 2027. How many are left?', calls, reply)
  expect(draft.code).toMatch(/return (?:\w+\.)?remaining - 5\n/)
  expect(await solves(draft, calls, reply)).toBe(true)
  expect(await solves(draft, calls, 'You will have 9 days left.')).toBe(false)
})

it('a draft computes what all calls of a tool send in one way, without a question', async () => {
  const calls: Call[] = [
    ['get_worker', { name: 'Sara' }, { id: 'wk_2155', hourly: 18.5 }],
    ['get_worker', { name: 'Omar' }, { id: 'wk_3455', hourly: 21.25 }],
    ['set_wage', { worker: 'wk_2155', hourly: 19.24 }, {}],
    ['set_wage', { worker: 'wk_3455', hourly: 22.1 }, {}],
  ]
  const draft = draftCode('Raise the wages of Sara and Omar by 4 %.', calls)
  expect(draft.code).toContain('hourly * 1.04')
  expect(draft.code).not.toContain('TODO')
  expect(await solves(draft, calls)).toBe(true)
})
