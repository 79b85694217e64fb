import { describe, expect, it } from 'vitest'
import { type Call, draftCode, solves, takeProposals } from '../../../support/drafted-code.ts'

const guests = ['vegan', 'none', 'gluten-free', 'none', 'vegan', 'vegan', 'gluten-free', 'none', 'none'].map(
  (diet, i) => ({ name: `Guest ${i}`, diet }),
)
const menus = ['standard', 'vegan', 'gluten-free'].map((kind, i) => ({ menu_id: `SM-4${i}7`, kind }))
const roofs = [16, 0, 6].map((max_panels, i) => ({ face: ['south', 'east', 'west'][i], max_panels }))

const CASES: [way: string, prompt: string, calls: Call[], proposed: string[]][] = [
  [
    'counts of items by a value, each at its own line of a list',
    'Order a menu for each vegan and each gluten-free guest.',
    [
      ['list_guests', {}, { guests }],
      ['list_menus', {}, { menus }],
      [
        'order',
        {
          lines: [
            { menu_id: 'SM-417', quantity: 3 },
            { menu_id: 'SM-427', quantity: 2 },
          ],
        },
        {},
      ],
    ],
    [
      "guests.filter((guest) => guest.diet === 'vegan').length",
      "guests.filter((guest) => guest.diet === 'gluten-free').length",
    ],
  ],
  [
    'a known number times two, for a field of the same name',
    'Render it again with twice the memory.',
    [
      ['get_job', {}, { id: 'jb_4471', memory_gb: 24, pool: 'cpu' }],
      ['submit', { job: 'jb_4471', memory_gb: 48 }, {}],
    ],
    ['job.memory_gb * 2'],
  ],
  [
    'a sum over a list, and its product with a number of the prompt',
    'Quote as many 430 W panels as fit on the roof of site S-771.',
    [
      ['get_site', { site: 'S-771' }, { roofs }],
      ['quote', { panels: 22, power_w: 9460 }, {}],
    ],
    [
      'roofs.reduce((sum, { max_panels }) => sum + max_panels, 0)',
      'roofs.reduce((sum, { max_panels }) => sum + max_panels, 0) * 430',
    ],
  ],
  [
    'the difference of two numbers of the prompt',
    'The house costs 412,000 and they have 90,000. Get offers.',
    [['get_offers', { loan: 322000 }, { offers: 3 }]],
    ['412000 - 90000'],
  ],
]

describe('a draft proposes', () => {
  it.each(CASES)('%s', async (_, prompt, calls, proposed) => {
    const draft = draftCode(prompt, calls)
    for (const one of proposed) expect(draft.code).toContain(one)
    const code = takeProposals(draft.code)
    for (const one of proposed) expect(code).toContain(`: ${one}`)
    expect(await solves({ ...draft, code }, calls)).toBe(true)
  })

  it('first the count by the value of the item that is ordered, and at most three ways', () => {
    const { code } = draftCode('Order the menus.', CASES[0]?.[2] as Call[])
    expect(code).toMatch(
      /TODO: each of these gives this number.*\n.*number\.\n *\/\/ Proposed:\n *\/\/ guests.*'vegan'\)\.length\n *\/\/ menus\.length\n *quantity: 3/,
    )
  })

  it('nothing over a result that came later, and nothing for 1', () => {
    const { code } = draftCode('Quote the panels for the roof.', [
      ['quote', { panels: 22, inverters: 1 }, {}],
      ['get_site', {}, { roofs, inverters: [{ id: 'iv_4471' }] }],
      ['send', { id: 'iv_4471' }, {}],
    ])
    expect(code).toContain('TODO: each of panels, inverters: not in the prompt or an earlier result.')
    expect(code).not.toContain('Proposed')
  })

  it('the same way in two places without a variable, and asks about the only other value at its own line', () => {
    const lines = [
      { menu_id: 'SM-417', quantity: 3 },
      { menu_id: 'SM-427', quantity: 3 },
      { menu_id: 'SM-407', quantity: 1 },
    ]
    const reads = (CASES[0]?.[2] ?? []).slice(0, 2)
    const { code } = draftCode('Order menus for the vegan guests.', [...reads, ['order', { lines }, {}]])
    expect(code.match(/\/\/ guests\.filter\(.*'vegan'\)\.length\n/g)).toHaveLength(2)
    expect(code).toMatch(/\n *\/\/ TODO: not in the prompt or an earlier result\..*\n *quantity: 1,/)
  })

  it('any() for a switch, which nothing computes', () => {
    const calls: Call[] = [['list_technicians', { on_duty: true }, { technicians: 3 }]]
    expect(draftCode('Who comes?', calls).code).toContain('If any value will do, wrap it in any().')
  })

  it('no multiple of a field with another name, if few digits agree', () => {
    const { code } = draftCode('Render job jb_4471 again.', [
      ['get_job', { job: 'jb_4471' }, { minutes: 24 }],
      ['submit', { job: 'jb_4471', memory_gb: 48 }, {}],
    ])
    expect(code).not.toContain('Proposed')
  })
})
