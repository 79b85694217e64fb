import { describe, expect, it } from 'vitest'
import { type Call, draftCode, solves } from '../../../support/drafted-code.ts'

describe('a draft names a result', () => {
  it.each<[string, Call, string[]]>([
    ['flight', ['get_flight', {}, { flight: 'LX1424', eta: '15:07', pax: 1480 }], ['LX1424', '15:07']],
    ['profile', ['user_profile', {}, { user_id: 'US-771', since: 'S-2031' }], ['US-771', 'S-2031']],
    ['order', ['order_menus', {}, { order_id: 'MO-5591', total: 'T-4980' }], ['MO-5591', 'T-4980']],
    [
      'caseResult',
      ['get_case', { no: 7 }, { lead: 'ann@a.example', desk: 'D-771' }],
      ['ann@a.example', 'D-771'],
    ],
    [
      'caseResult',
      ['open_case', { case_id: 'M-2' }, { lead: 'lena@a.example', desk: 'D-771' }],
      ['D-771', 'lena@a.example'],
    ],
  ])('%s of %j', (name, call, [one = '', other = '']) => {
    const writes = /^(?:get|user)/.test(call[0]) ? ['send'] : [call[0], 'send']
    const { code } = draftCode('Do it for M-2 and 7.', [call, ['send', { one, other }, {}]], 'Done.', writes)
    expect(code).toContain(`  const ${name} = await ${call[0]}(`)
  })
})

it.each<[string, string[], Call, Call]>([
  [
    'the day that each is of',
    ['may3Revenue', 'may4Revenue'],
    ['get_revenue', { date: '2027-05-03' }, { revenue: 1204.5 }],
    ['get_revenue', { date: '2027-05-04' }, { revenue: 1504.75 }],
  ],
  [
    'the month that each is of',
    ['aprRevenue', 'mayRevenue'],
    ['get_revenue', { month: '2027-04' }, { revenue: 1204.5 }],
    ['get_revenue', { month: '2027-05' }, { revenue: 1504.75 }],
  ],
  [
    'the number that each is asked for, with its name',
    ['quarter1Report', 'quarter2Report'],
    ['get_report', { quarter: 1 }, { earned: 1204.5, spent: 812.25 }],
    ['get_report', { quarter: 2 }, { earned: 1504.75, spent: 904.5 }],
  ],
  [
    'the number of an id, with the noun alone',
    ['order70012', 'order70019'],
    ['get_order', { order_id: 70012 }, { order: { amount: 1204.5, tax: 81.5 } }],
    ['get_order', { order_id: 70019 }, { order: { amount: 1504.75, tax: 91.25 } }],
  ],
  [
    'the group of the tool, if the rest of its name is a verb',
    ['room12', 'room14'],
    ['rooms.lookup', { name: 'Room 12' }, { area: 1204.5, desks: 41 }],
    ['rooms.lookup', { name: 'Room 14' }, { area: 1504.75, desks: 52 }],
  ],
])('a draft names results of one tool by %s', (_, names, one, other) => {
  const { code } = draftCode('Compare both: how much is it together?', [one, other], 'Together 2709.25.', [])
  for (const name of names) expect(code).toContain(`${name}`)
})

it('a draft names results of one tool by two arguments, if one does not tell them apart', () => {
  const months = ['atlas', 'borealis'].flatMap((slug, i) =>
    ['2027-09', '2027-10'].map(
      (month, j): Call => [
        'get_cost',
        { slug, month },
        { total: [4510.02, 4821.37, 1298.15, 1733.9][2 * i + j] },
      ],
    ),
  )
  const { code } = draftCode('How much more are atlas and borealis?', months, 'By 311.35 and 435.75.', [])
  for (const name of ['atlasSep', 'atlasOct', 'borealisSep', 'borealisOct'])
    expect(code).toContain(`${name}Cost`)
})

it('a draft sends the items of two lists by a map of each', async () => {
  const listOf = (ids: string[]): { members: { id: string }[] } => ({ members: ids.map((id) => ({ id })) })
  const calls: Call[] = [
    ['get_team', { name: 'Platform' }, listOf(['us_1102', 'us_1103'])],
    ['get_team', { name: 'Design' }, listOf(['us_3101', 'us_3102', 'us_3103'])],
    ['invite', { ids: ['us_1102', 'us_1103', 'us_3101', 'us_3102', 'us_3103'] }, {}],
  ]
  const draft = draftCode('Invite the teams Platform and Design.', calls)
  expect(draft.code.match(/\.\.\.[\w.]+\.map\(\((\w+)\) => \1\.id\)/g)).toHaveLength(2)
  expect(await solves(draft, calls)).toBe(true)
})

describe('a draft names an item of a list', () => {
  const people = ['a', 'b', 'c'].map((name, i) => ({ person_id: `R-${i}18`, mail: `${name}@x.example` }))
  const flats = [610, 540, 880].map((rent, i) => ({ id: `fl_${i}31`, rent, street: `Elm ${i}77` }))

  it('by the parameter that takes it, and by what tells its result from another one', () => {
    const { code } = draftCode('Send whoever is free to both.', [
      ['find_free', { day: 1 }, people.slice(0, 2)],
      ['find_free', { day: 2 }, people.slice(2)],
      ['assign', { referee_id: 'R-018', mail: 'a@x.example' }, {}],
      ['assign', { referee_id: 'R-218', mail: 'c@x.example' }, {}],
    ])
    expect(code).toMatch(/const day1Referee = day1Free\[0\]\n[\s\S]*const day2Referee = day2Free\[0\]\n/)
  })

  it('by the noun of the tool that gave the list', () => {
    const { code } = draftCode('Take one.', [
      ['find_flats', { page: 1 }, { items: flats.slice(0, 1), key: 'p_9917' }],
      ['find_flats', { page: 2 }, { items: flats.slice(1), key: 'p_9918' }],
      ['rent', { id: 'fl_131', street: 'Elm 177', keys: ['p_9917', 'p_9918'] }, {}],
    ])
    expect(code).toContain('const page2Flat = page2Flats.items[0]\n')
  })

  it('by what tells its result from another one', () => {
    const list = (kind: string, one: JsonItem): Call => [
      'search_catalogue',
      { kind },
      { items: [one, { ...one, sku: `${one.sku}9` }], next: `n_${kind}` },
    ]
    const { code } = draftCode('Quote a panel and an inverter.', [
      list('panel', { sku: 'PN-430', price: 118.5 }),
      list('inverter', { sku: 'IN-771', price: 1640.25 }),
      [
        'quote',
        { skus: ['PN-430', 'IN-771'], prices: [118.5, 1640.25], pages: ['n_panel', 'n_inverter'] },
        {},
      ],
    ])
    expect(code).toContain('const inverterItem = inverterCatalogue.items[0]\n')
  })

  it('by the verb of the write that takes it, where another item of the list is chosen too', () => {
    const calls: Call[] = [
      ['list_flats', {}, { flats }],
      ['check', { id: 'fl_031' }, { ok: true }],
      ['rent_flat', { flat_id: 'fl_131', street: 'Elm 177' }, {}],
    ]
    const { code } = draftCode('Check one and rent the other.', calls)
    expect(code).toMatch(/const flat = flats\[0\]\n[\s\S]*const flatToRent = flats\.reduce/)
  })

  it('by the verb of the write, where its result has the noun', () => {
    const calls: Call[] = [
      ['search_rooms', { city: 'Oslo' }, [{ id: 'RM-101', price: 120.5 }]],
      ['search_rooms', { city: 'Rome' }, [{ id: 'RM-201', price: 80.25 }]],
      ['hold_room', { room_id: 'RM-101', price: 120.5 }, { hold: 'H-991', until: 'U-71' }],
      ['hold_room', { room_id: 'RM-201', price: 80.25 }, { hold: 'H-992', until: 'U-72' }],
      ['note', { holds: ['H-991', 'H-992'], until: ['U-71', 'U-72'] }, {}],
    ]
    const { code } = draftCode('Hold a room in Oslo and one in Rome.', calls, 'Done.', ['hold_room', 'note'])
    expect(code).toContain('const osloRoomToHold = osloRooms[0]\n')
    expect(code).toContain('const romeRoomToHold = romeRooms[0]\n')
  })

  it('by its parameters, where one call takes two items', () => {
    const { code } = draftCode('Swap two flats.', [
      ['list_flats', {}, { flats }],
      ['swap', { from_flat: 'fl_031', to_flat: 'fl_231' }, {}],
    ])
    expect(code).toContain('await swap({ from_flat: fromFlat.id, to_flat: toFlat.id })')
  })
})

interface JsonItem {
  [key: string]: string | number
  sku: string
}

it('values of one list are one map in a text', async () => {
  const frames = [1017, 1018, 1052].map((frame) => ({ frame, exit_code: 137 }))
  const calls: Call[] = [
    ['list_frames', {}, { frames }],
    ['render', { frames: [1017, 1018, 1052] }, { job_id: 'job-88197' }],
    ['comment', { text: 'Frames 1017, 1018, 1052 are rendered once more as job-88197' }, {}],
  ]
  const draft = draftCode('Render the failed frames again, and say so.', calls, 'Done.', [
    'render',
    'comment',
  ])
  expect(draft.code).toContain(
    // biome-ignore lint/suspicious/noTemplateCurlyInString: printed code
    'text`Frames ${frames.map((frame) => frame.frame)} are rendered once more as ${job_id}`',
  )
  expect(await solves(draft, calls)).toBe(true)
  const without = calls.with(2, ['comment', { text: 'Frames 1017, 1018 are rendered as job-88197' }, {}])
  expect(await solves(draft, without)).toBe(false)
})

it('a text of which the prompt does not say which one is meant has all its places', () => {
  const { code } = draftCode('Note the fault.', [
    [
      'list_faults',
      {},
      ['door stays open', 'door stays open', 'oil is low'].map((text, i) => ({ text, at: `t_${i}71` })),
    ],
    ['note', { note: 'Again: door stays open' }, {}],
  ])
  expect(code).toContain('oneOf(faults[0].text, faults[1].text)')
})
