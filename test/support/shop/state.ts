import type { StateAnswer } from '../../../src/synthetic/handlers/state.ts'

type Row = StateAnswer['collections'][number]['rows'][number]

function table(name: string, fields: readonly (readonly [string, string?])[], rows: Row[]) {
  const [key] = fields[0] ?? ['']
  return { name, key, fields: fields.map(([field, refers_to = null]) => ({ name: field, refers_to })), rows }
}

/** What the repair shop knows, as a model makes it up. */
export const SHOP_STATE: StateAnswer = {
  collections: [
    table(
      'customers',
      [['customer_id'], ['full_name'], ['email'], ['phone']],
      [
        ['CUS-48213', 'Marta Lindqvist', 'marta.lindqvist@mail.example', '+46 70 555 0143'],
        ['CUS-50977', 'Ole Brandvold', 'ole.brandvold@post.example', '+47 22 555 0119'],
        ['CUS-61340', 'Ines Caldeira', 'ines.caldeira@correio.example', '+351 21 555 0172'],
        ['CUS-73658', 'Ravi Menon', 'ravi.menon@mail.example', '+91 44 5550 0186'],
        ['CUS-88402', 'Tomasz Zielak', 'tomasz.zielak@poczta.example', '+48 12 555 0155'],
      ],
    ),
    table(
      'bicycles',
      [['frame_number'], ['model'], ['owner_id', 'customers'], ['wheel_size']],
      [
        ['WBK7741903', 'Kestrel Tour 8', 'CUS-48213', 622],
        ['HLM2290517', 'Halmar Cargo', 'CUS-61340', 507],
        ['WBK1186254', 'Kestrel Gravel 3', 'CUS-88402', 584],
        ['PDR5503788', 'Padrao Fold', 'CUS-50977', 406],
        ['HLM9034426', 'Halmar City', 'CUS-73658', 559],
      ],
    ),
    table(
      'parts',
      [['part_number'], ['title'], ['unit_price'], ['stock'], ['shelf_code']],
      [
        ['BRK-30417', 'Hydraulic brake caliper', 64.95, 7, 'SHELF-C14'],
        ['GRS-11862', 'Eleven-speed cassette', 89.4, 3, 'SHELF-A09'],
        ['WHL-72055', 'Rear rim, 36 holes', 47.25, 12, 'SHELF-F22'],
        ['ELC-58391', 'Hub dynamo lamp', 38.7, 2, 'SHELF-D05'],
        ['BRK-30998', 'Brake pads, sintered', 18.35, 40, 'SHELF-C17'],
      ],
    ),
    table(
      'mechanics',
      [['mechanic_id'], ['full_name'], ['trade'], ['bench_code']],
      [
        ['MEC-2207', 'Hanna Reuter', 'brakes', 'BENCH-12'],
        ['MEC-3915', 'Davide Orsini', 'gears', 'BENCH-31'],
        ['MEC-4482', 'Siri Aune', 'wheels', 'BENCH-45'],
        ['MEC-5160', 'Kofi Asante', 'electrics', 'BENCH-58'],
      ],
    ),
    table(
      'repair_orders',
      [
        ...([['order_id'], ['frame_number', 'bicycles'], ['part_number', 'parts'], ['trade']] as const),
        ...([['status'], ['mechanic_id', 'mechanics']] as const),
      ],
      [
        ['RO-64071', 'WBK7741903', 'BRK-30417', 'brakes', 'received', null],
        ['RO-64118', 'HLM2290517', 'WHL-72055', 'wheels', 'received', null],
        ['RO-64203', 'WBK1186254', 'GRS-11862', 'gears', 'received', null],
        ['RO-64256', 'PDR5503788', 'ELC-58391', 'electrics', 'received', null],
        ['RO-64330', 'HLM9034426', 'BRK-30998', 'brakes', 'in work', 'MEC-2207'],
      ],
    ),
    table(
      'notices',
      [['notice_id'], ['email'], ['message']],
      [
        ['NTC-100281', 'ravi.menon@mail.example', 'Your bicycle is in the workshop.'],
        ['NTC-100307', 'ole.brandvold@post.example', 'We have ordered the part.'],
        ['NTC-100344', 'marta.lindqvist@mail.example', 'Thank you for your visit.'],
        ['NTC-100390', 'ines.caldeira@correio.example', 'Your estimate is ready.'],
      ],
    ),
  ],
}
