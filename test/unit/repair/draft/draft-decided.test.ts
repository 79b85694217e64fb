import { describe, expect, it } from 'vitest'
import { type Call, draftCode, solves } from '../../../support/drafted-code.ts'

const partners = [7, 3, 5].map((open_cases, i) => ({ id: `pa_77${i}1`, open_cases, name: `Ann B${i}` }))

describe('the words of a prompt decide a rule without a question', () => {
  it.each([
    [
      'an extreme, if it names the field of the only rule',
      'Pick the partner with the fewest open cases.',
      '',
    ],
    ['but not if it names a part of the field', 'Pick the partner with the fewest cases.', '// TODO'],
  ])('%s', async (_, prompt, question) => {
    const calls: Call[] = [
      ['list_partners', {}, { partners }],
      ['pick', { id: 'pa_7711' }, {}],
    ]
    const draft = draftCode(prompt, calls)
    expect(draft.code).toContain('reduce((a, b) => (b.open_cases < a.open_cases ? b : a))')
    expect(draft.code.includes('// TODO')).toBe(question !== '')
    expect(await solves(draft, calls)).toBe(true)
    expect(await solves(draft, calls.with(1, ['pick', { id: 'pa_7721' }, {}]))).toBe(false)
  })

  it('a bound, if the number stands next to a word of one field', async () => {
    const flats = [41, 0, 72].map((days_late, i) => ({
      id: `fl_20${i}9`,
      days_late,
      rent: [890, 14, 975][i],
    }))
    const calls: Call[] = [
      ['list_flats', { street: 'Elm 12' }, { flats }],
      ['remind', { id: 'fl_2009' }, {}],
      ['remind', { id: 'fl_2029' }, {}],
    ]
    const draft = draftCode('Remind all of Elm 12 who are more than 30 days behind.', calls)
    expect(draft.code).toContain('flats.filter(({ days_late }) => days_late > 30)')
    expect(draft.code).not.toMatch(/rent|> 12|> 0|Proposed/)
    expect(await solves(draft, calls)).toBe(true)
  })
})

it('the likeliest rule is the code, whichever list it compares, and the question names another', async () => {
  const campaigns = [850, 1240, 430].map((daily_budget, i) => ({ id: `ca_77${i}4`, daily_budget }))
  const costs = [129.31, 89.58, 209.34]
  const calls: Call[] = [
    ['list_campaigns', {}, { campaigns }],
    ...campaigns.map(({ id }, i): Call => ['get_metrics', { id }, { click_cost: costs[i] }]),
    ['pause', { id: 'ca_7724', budget: 430 }, {}],
  ]
  const draft = draftCode('Pause the one with the highest click cost, and note its daily budget.', calls)
  expect(draft.code).toMatch(
    /TODO: is this why item 3 of 3 was taken\? Or the least daily_budget\?\n.*b\.click_cost > a\.click_cost/,
  )
  expect(await solves(draft, calls)).toBe(true)
  expect(await solves(draft, calls.with(4, ['pause', { id: 'ca_7704', budget: 850 }, {}]))).toBe(false)
})

describe('calls for chosen items are one loop', () => {
  const list: Call = ['list_shops', {}, { shops: partners }]

  it('with the place that all calls have in common, where two places show one value', async () => {
    const debt = [41.5, 0, 72.25]
    const shops = partners.map((one, i) => ({ ...one, fee: [41.5, 12.75, 60.5][i] }))
    const calls: Call[] = [
      ['list_shops', {}, { shops }],
      ...shops.map(({ id }, i): Call => ['get_debt', { id }, { debt: debt[i] }]),
      ['remind', { id: 'pa_7701', sum: 41.5 }, {}],
      ['remind', { id: 'pa_7721', sum: 72.25 }, {}],
    ]
    const draft = draftCode('Remind all with more than 20 debt.', calls)
    expect(draft.code).not.toMatch(/oneOf|fee/)
    expect(draft.code).toMatch(/for \(const \w+ of selectedShops\) \{[^}]*sum: \w+\.debt/)
    expect(await solves(draft, calls)).toBe(true)
  })

  it('also where a call takes the result of the call before it for the same item', async () => {
    const chosen = ['pa_7701', 'pa_7721']
    const save = (id: string, i: number): Call => ['save', { id }, { copy: `cp_30${i}8` }]
    const calls: Call[] = [
      list,
      ...chosen.map(save),
      ...chosen.map((id, i): Call => ['drop', { id, copy: `cp_30${i}8` }, {}]),
    ]
    const draft = draftCode('Drop all with 5 open cases or more, and save each first.', calls, 'Done.', [
      'save',
      'drop',
    ])
    expect(draft.code.split('for (const shop of selectedShops) {')).toHaveLength(2)
    expect(draft.code.split('await drop(')).toHaveLength(2)
    expect(await solves(draft, calls)).toBe(true)
    const swapped = calls.with(3, ['drop', { id: 'pa_7701', copy: 'cp_3018' }, {}])
    expect(await solves(draft, swapped)).toBe(false)
  })
})

it('a draft computes the sum of a field of two chosen items', async () => {
  const ads = [850, 1240, 430].map((budget, i) => ({ id: `ad_77${i}4`, budget }))
  const calls: Call[] = [
    ['list_ads', {}, { ads }],
    ['pause', { id: 'ad_7724' }, {}],
    ['update', { id: 'ad_7714', budget: 1670 }, {}],
  ]
  const draft = draftCode('Pause the last, and add what it has to the second.', calls, 'Done.', [
    'pause',
    'update',
  ])
  expect(draft.code).toContain('    budget: adToUpdate.budget + adToPause.budget,\n')
  expect(draft.code).toContain('const adToPause = ')
  expect(await solves(draft, calls)).toBe(true)
})

it('a draft sends a field of a whole list by a map, also of two items', async () => {
  const notes = ['msg_2041', 'msg_2191'].map((id) => ({ id }))
  const calls: Call[] = [
    ['list_notes', {}, { notes }],
    ['send', { notes: notes.map(({ id }) => id) }, {}],
  ]
  const draft = draftCode('Send the notes.', calls)
  expect(draft.code).toContain('notes: notes.map((note) => note.id)')
  expect(await solves(draft, calls)).toBe(true)
  const three = draftCode('Send the notes.', [
    ['list_notes', {}, { notes: [...notes, { id: 'msg_3301' }] }],
    calls[1] as Call,
  ])
  expect(three.code).not.toContain('notes.map(')
})

it('a draft names several chosen items by what they are of', () => {
  const calls: Call[] = [
    ['list_shops', {}, { shops: partners }],
    ['close_shop', { id: 'pa_7701' }, {}],
    ['close_shop', { id: 'pa_7721' }, {}],
  ]
  const { code } = draftCode('Close all with 5 open cases or more.', calls)
  expect(code).toContain('const selectedShops = shops.filter(({ open_cases }) => open_cases >= 5)')
})
