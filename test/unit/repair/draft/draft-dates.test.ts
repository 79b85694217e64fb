import { expect, it } from 'vitest'
import { type Call, draftCode, solves } from '../../../support/drafted-code.ts'

const PROMPT = 'Book the next free date for customer 771203, and send a message with the date.'
const bookOn = (date: string, words: string): Call[] => [
  ['list_dates', { customer: '771203' }, { dates: ['2026-05-18', '2026-05-21', '2026-06-02'] }],
  ['book', { date }, { order: 'NP-60417' }],
  ['send', { text: `Hello, we come to you on ${words}. Your order is NP-60417.` }, {}],
]

it('a draft takes the first date without a question', async () => {
  const calls = bookOn('2026-05-18', '18 May 2026')
  const draft = draftCode(PROMPT, calls, 'Done.', ['book', 'send'])
  expect(draft.code).toContain('const date = dates.reduce((a, b) => (b < a ? b : a))')
  expect(draft.code).not.toContain('TODO')
  expect(await solves(draft, calls)).toBe(true)
})

it('a draft says how a date follows from a date of the item that it goes on with', () => {
  const { code } = draftCode('The deadline is three days before the wedding.', [
    ['find_event', {}, { id: 'ev_4471', date: '2026-08-15', menu: 'vegan' }],
    ['set_deadline', { event: 'ev_4471', date: '2026-08-12' }, {}],
  ])
  expect(code).toContain('TODO: this is 3 days before date 2026-08-15 of an earlier result.')
  expect(code).toMatch(/new Date\(Date\.parse\(\w+\.date\) - 3 \* 86_400_000\)/)
  expect(code).not.toContain('any()')
})

it('a draft computes a day once, from the date whose days the prompt has', async () => {
  const calls: Call[] = [
    ['get_rental', {}, { vehicle: 'vh_8120', pickup: '2027-05-10', return_date: '2027-05-14T09:30' }],
    ['check', { vehicle: 'vh_8120', to: '2027-05-16' }, { free: true }],
    ['extend', { vehicle: 'vh_8120', until: '2027-05-16' }, {}],
  ]
  const draft = draftCode('Extend my rental by 2 days.', calls)
  expect(draft.code).toMatch(
    /const (\w+) = new Date\(Date\.parse\(\w+\.return_date\.slice\(0, 10\)\) \+ 2 \* 86_400_000\)\s+\.toISOString\(\)\.slice\(0, 10\)[\s\S]* to: \1,[\s\S]* until: \1,/,
  )
  expect(await solves(draft, calls)).toBe(true)
})

it('a draft explains no date by the result of the call that has it', () => {
  const { code } = draftCode('Replace the referee R-205 in all matches of this weekend.', [
    ['list_matches', { from: '2031-04-11' }, { matches: [{ id: 'M-9031', kickoff: '2031-04-12T15:00' }] }],
    ['replace', { match: 'M-9031', at: '2031-04-12T15:00' }, {}],
  ])
  expect(code).toContain('TODO: ')
  expect(code).not.toContain('of an earlier result')
})

it('a draft says how a date follows from a date of the prompt, and offers no any()', () => {
  const { code } = draftCode('Lend it from 2026-09-01; the courier comes two days before.', [
    ['book', { pickup: '2026-08-30', from: '2026-09-01' }, {}],
  ])
  expect(code).toContain('TODO: this is 2 days before 2026-09-01, which the prompt states.')
  expect(code).not.toContain('any()')
  const { code: stated } = draftCode('Lend it for 30 days from 2026-09-01.', [
    ['book', { until: '2026-10-01' }, {}],
  ])
  expect(stated).toContain('TODO: this is 30 days after 2026-09-01')
  const { code: far } = draftCode('Lend it from 2026-09-01.', [['book', { pickup: '2026-12-30' }, {}]])
  expect(far).toContain('any()')
})
