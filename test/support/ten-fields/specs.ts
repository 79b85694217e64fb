import type { JsonObject } from '../../../src/shared/json.ts'
import type { HandlerAnswer, WrittenHandler } from '../../../src/synthetic/handlers/handler-schema.ts'
import { writtenHandler } from '../written-handler.ts'

type Outputs = Record<string, string>
/** A specification of one tool with its records, what a model writes of it, and three calls that a reader has judged. */
export interface FieldSpec {
  name: string
  parameters: { name: string; type: string; description: string; required?: boolean; default?: unknown }[]
  outputs: Outputs
  errors: string[]
  state: JsonObject
  effect: HandlerAnswer['effect']
  handler: WrittenHandler
  known: [JsonObject, JsonObject]
  /** Calls that the open failure modes refuse; none for one that no call shows. */
  failures: [string, JsonObject | null][]
  /** Arguments, and the output or the sentence that refuses the call. */
  calls: [JsonObject, JsonObject | string][]
}

const text = (name: string, description = name) => ({ name, type: 'string', description, required: true })
const number = (name: string, description = name, type = 'number') => ({ ...text(name, description), type })

const SENT = 'Parcel is on its way: a parcel that has left the depot cannot be sent elsewhere.'
const FULL = 'Course is full: no seat is left in the course.'
const NO_COURSE = 'Unknown course: no course has this course_id.'
const LATE = 'Return too late: an item goes back within 30 days of its delivery.'
const NO_ITEM = 'Unknown item: the order has no item of this item_id.'
const DRY = 'Tank too low: there is less in the tank than is to be pumped.'
const OUTAGE = 'Pump failure: the pump may stop for reasons of its own.'
const TAKEN = 'Room taken: the room is booked on that date.'
const NO_ROOM = 'Unknown room: no room has this room_id.'
const CLOSED = 'Ticket closed: a closed ticket cannot be escalated.'
const NO_TICKET = 'Unknown ticket: no ticket has this ticket_id.'
const SCRAP = 'Part scrapped: a scrapped part cannot be issued.'
const SHORT = 'Part short: fewer are in stock than are asked for.'
const ZERO = 'Nothing to convert: amount must be greater than 0.'
const MINOR = 'Too young: a member has to be 16 or older for this class.'
const LAME = 'Horse unfit: a horse that is lame is not ridden.'

/** Ten tools over ten fields. */
export const TEN_FIELDS: readonly FieldSpec[] = [
  {
    name: 'Parcel Redirect',
    parameters: [text('parcel_id'), text('address', 'New address')],
    outputs: { previous_address: 'string', address: 'string' },
    errors: [SENT],
    state: {
      parcels: [
        { parcel_id: 'PCL-20114', address: 'Kaj 3, Malmo', status: 'stored' },
        { parcel_id: 'PCL-20977', address: 'Rua Nova 8, Porto', status: 'sent' },
        { parcel_id: 'PCL-21350', address: 'Elm Row 2, Leith', status: 'stored' },
      ],
    },
    effect: 'idempotent-write',
    handler: writtenHandler({
      ...{ collection: 'parcels', action: 'update', by: ['parcel_id'] },
      refusals: [['record["status"] == "sent"', SENT, 'parcel_id']],
      set: { address: 'parameter address' },
      outputs: { previous_address: 'before address', address: 'field address' },
    }),
    known: [
      { parcel_id: 'PCL-20114', address: 'Quai 9, Nantes' },
      { previous_address: 'Kaj 3, Malmo', address: 'Quai 9, Nantes' },
    ],
    failures: [[SENT, { parcel_id: 'PCL-20977', address: 'Quai 9, Nantes' }]],
    calls: [
      [
        { parcel_id: 'PCL-21350', address: 'Via Lata 1, Bari' },
        { previous_address: 'Elm Row 2, Leith', address: 'Via Lata 1, Bari' },
      ],
      [{ parcel_id: 'PCL-20977', address: 'Via Lata 1, Bari' }, SENT],
      [{ parcel_id: 'PCL-99999', address: 'Via Lata 1, Bari' }, 'there is no PCL-99999'],
    ],
  },
  {
    name: 'Course Enrolment',
    parameters: [text('course_id'), text('student', 'Name of the student')],
    outputs: { enrolment_id: 'string', seats_left: 'integer' },
    errors: [NO_COURSE, FULL],
    state: {
      courses: [
        { course_id: 'CRS-4401', title: 'Bookbinding', seats: 6 },
        { course_id: 'CRS-4415', title: 'Lettering', seats: 0 },
      ],
      enrolments: [{ enrolment_id: 'ENR-70012', course_id: 'CRS-4401', student: 'Ida Holm' }],
    },
    effect: 'write',
    handler: writtenHandler({
      ...{ collection: 'enrolments', action: 'create', one: false },
      related: [
        {
          name: 'course',
          collection: 'courses',
          field: 'course_id',
          equals: 'course_id',
          missing: NO_COURSE,
        },
      ],
      refusals: [['course["seats"] < 1', FULL, 'course_id']],
      set: {
        enrolment_id: 'id ENR-',
        course_id: 'parameter course_id',
        student: 'parameter student',
        'course.seats': 'formula course["seats"] - 1',
      },
      outputs: { enrolment_id: 'field enrolment_id', seats_left: 'formula course["seats"]' },
    }),
    known: [
      { course_id: 'CRS-4401', student: 'Nils Ode' },
      { enrolment_id: 'ENR-1', seats_left: 5 },
    ],
    failures: [
      [NO_COURSE, { course_id: 'CRS-9999', student: 'Nils Ode' }],
      [FULL, { course_id: 'CRS-4415', student: 'Nils Ode' }],
    ],
    calls: [
      [{ course_id: 'CRS-4401', student: 'Mira Sol' }, { seats_left: 5 }],
      [{ course_id: 'CRS-4415', student: 'Mira Sol' }, FULL],
      [{ course_id: 'CRS-1000', student: 'Mira Sol' }, NO_COURSE],
    ],
  },
  {
    name: 'Refund Quote',
    parameters: [text('item_id'), number('days_since_delivery', 'Days since the delivery', 'integer')],
    outputs: { refund: 'number', fee: 'number' },
    errors: [NO_ITEM, LATE],
    state: {
      items: [
        { item_id: 'ITM-3301', price: 149.99, fee_percent: 15 },
        { item_id: 'ITM-3342', price: 20, fee_percent: 0 },
      ],
    },
    effect: 'read',
    handler: writtenHandler({
      ...{ collection: 'items', by: ['item_id'], missing: NO_ITEM },
      refusals: [['days_since_delivery > 30', LATE, 'days_since_delivery']],
      outputs: {
        fee: 'formula round(record["price"] * record["fee_percent"] / 100, 2)',
        refund: 'formula round(record["price"] - record["price"] * record["fee_percent"] / 100, 2)',
      },
    }),
    known: [
      { item_id: 'ITM-3301', days_since_delivery: 3 },
      { refund: 127.49, fee: 22.5 },
    ],
    failures: [
      [NO_ITEM, { item_id: 'ITM-1', days_since_delivery: 3 }],
      [LATE, { item_id: 'ITM-3301', days_since_delivery: 31 }],
    ],
    calls: [
      [
        { item_id: 'ITM-3342', days_since_delivery: 30 },
        { refund: 20, fee: 0 },
      ],
      [{ item_id: 'ITM-3342', days_since_delivery: 45 }, LATE],
      [{ item_id: 'ITM-0000', days_since_delivery: 2 }, NO_ITEM],
    ],
  },
  {
    name: 'Pump Transfer',
    parameters: [text('tank_id'), number('litres', 'Litres to pump')],
    outputs: { left_litres: 'number' },
    errors: [DRY, OUTAGE],
    state: { tanks: { 'TNK-01': { litres: 1200.5 }, 'TNK-02': { litres: 80 } } },
    effect: 'write',
    handler: writtenHandler({
      ...{ collection: 'tanks', action: 'update', by: ['tank_id'] },
      refusals: [['litres > record["litres"]', DRY, 'litres']],
      set: { litres: 'subtract litres' },
      outputs: { left_litres: 'field litres' },
    }),
    known: [{ tank_id: 'TNK-01', litres: 200.5 }, { left_litres: 1000 }],
    failures: [
      [DRY, { tank_id: 'TNK-02', litres: 81 }],
      [OUTAGE, null],
    ],
    calls: [
      [{ tank_id: 'TNK-02', litres: 80 }, { left_litres: 0 }],
      [{ tank_id: 'TNK-02', litres: 500 }, DRY],
      [{ tank_id: 'TNK-01', litres: 0.5 }, { left_litres: 1200 }],
    ],
  },
  {
    name: 'Room Booking',
    parameters: [text('room_id'), { ...text('date', 'Day of the booking'), type: 'string' }],
    outputs: { booking_id: 'string', room_name: 'string' },
    errors: [NO_ROOM, TAKEN],
    state: {
      rooms: [
        { room_id: 'RM-501', room_name: 'North hall', booked_on: ['2026-04-02'] },
        { room_id: 'RM-502', room_name: 'Annex', booked_on: [] },
      ],
    },
    effect: 'write',
    handler: writtenHandler({
      ...{ collection: 'bookings', action: 'create', one: false },
      related: [{ name: 'room', collection: 'rooms', field: 'room_id', equals: 'room_id', missing: NO_ROOM }],
      refusals: [['date in room["booked_on"]', TAKEN, 'date']],
      set: {
        booking_id: 'id BK-',
        room_id: 'parameter room_id',
        'room.booked_on': 'formula room["booked_on"] + [date]',
      },
      outputs: { booking_id: 'field booking_id', room_name: 'formula room["room_name"]' },
    }),
    known: [
      { room_id: 'RM-502', date: '2026-04-02' },
      { booking_id: 'BK-1', room_name: 'Annex' },
    ],
    failures: [
      [NO_ROOM, { room_id: 'RM-9', date: '2026-04-02' }],
      [TAKEN, { room_id: 'RM-501', date: '2026-04-02' }],
    ],
    calls: [
      [{ room_id: 'RM-501', date: '2026-04-03' }, { room_name: 'North hall' }],
      [{ room_id: 'RM-501', date: '2026-04-02' }, TAKEN],
      [{ room_id: 'RM-777', date: '2026-04-03' }, NO_ROOM],
    ],
  },
  {
    name: 'Ticket Escalation',
    parameters: [text('ticket_id')],
    outputs: { previous_status: 'string', level: 'integer' },
    errors: [NO_TICKET, CLOSED],
    state: {
      tickets: [
        { ticket_id: 'TCK-8810', status: 'open', level: 1 },
        { ticket_id: 'TCK-8845', status: 'closed', level: 2 },
        { ticket_id: 'TCK-8871', status: 'waiting', level: 2 },
      ],
    },
    effect: 'write',
    handler: writtenHandler({
      ...{ collection: 'tickets', action: 'update', by: ['ticket_id'], missing: NO_TICKET },
      refusals: [['record["status"] == "closed"', CLOSED]],
      set: { level: 'formula record["level"] + 1', status: 'value escalated' },
      outputs: { previous_status: 'before status', level: 'field level' },
    }),
    known: [{ ticket_id: 'TCK-8810' }, { previous_status: 'open', level: 2 }],
    failures: [
      [NO_TICKET, { ticket_id: 'TCK-1' }],
      [CLOSED, { ticket_id: 'TCK-8845' }],
    ],
    calls: [
      [{ ticket_id: 'TCK-8871' }, { previous_status: 'waiting', level: 3 }],
      [{ ticket_id: 'TCK-8845' }, CLOSED],
      [{ ticket_id: 'TCK-0001' }, NO_TICKET],
    ],
  },
  {
    name: 'Spare Part Issue',
    parameters: [text('part_no'), number('quantity', 'Pieces to issue (1-50)', 'integer')],
    outputs: { in_stock: 'integer', value: 'number' },
    errors: [SCRAP, SHORT],
    state: {
      parts: [
        { part_no: 'PT-61102', stock: 40, unit_price: 2.35, state: 'good' },
        { part_no: 'PT-61177', stock: 9, unit_price: 11.9, state: 'scrapped' },
        { part_no: 'PT-61240', stock: 3, unit_price: 7.5, state: 'good' },
      ],
    },
    effect: 'write',
    handler: writtenHandler({
      ...{ collection: 'parts', action: 'update', by: ['part_no'] },
      refusals: [
        ['record["state"] == "scrapped"', SCRAP, 'part_no'],
        ['quantity > record["stock"]', SHORT, 'quantity'],
      ],
      set: { stock: 'subtract quantity' },
      outputs: { in_stock: 'field stock', value: 'formula round(quantity * record["unit_price"], 2)' },
    }),
    known: [
      { part_no: 'PT-61102', quantity: 4 },
      { in_stock: 36, value: 9.4 },
    ],
    failures: [
      [SCRAP, { part_no: 'PT-61177', quantity: 1 }],
      [SHORT, { part_no: 'PT-61240', quantity: 4 }],
    ],
    calls: [
      [
        { part_no: 'PT-61240', quantity: 3 },
        { in_stock: 0, value: 22.5 },
      ],
      [{ part_no: 'PT-61177', quantity: 2 }, SCRAP],
      [{ part_no: 'PT-61240', quantity: 20 }, SHORT],
    ],
  },
  {
    name: 'Feed Converter',
    parameters: [number('amount', 'Kilograms of feed'), number('animals', 'Number of animals', 'integer')],
    outputs: { grams_each: 'number' },
    errors: [ZERO],
    state: {},
    effect: 'read',
    handler: writtenHandler({ outputs: { grams_each: 'formula round(amount * 1000 / animals, 1)' } }),
    known: [{ amount: 12, animals: 8 }, { grams_each: 1500 }],
    failures: [],
    calls: [
      [{ amount: 1, animals: 3 }, { grams_each: 333.3 }],
      [{ amount: 0, animals: 3 }, ZERO],
      [{ amount: 2.5, animals: 4 }, { grams_each: 625 }],
    ],
  },
  {
    name: 'Class Admission',
    parameters: [text('member_id'), text('class_name')],
    outputs: { admitted: 'boolean', years: 'integer' },
    errors: [MINOR],
    state: {
      members: [
        { member_id: 'MBR-1204', years: 15 },
        { member_id: 'MBR-1277', years: 16 },
        { member_id: 'MBR-1302', years: 44 },
      ],
    },
    effect: 'read',
    handler: writtenHandler({
      ...{ collection: 'members', by: ['member_id'] },
      refusals: [['record["years"] < 16', MINOR, 'member_id']],
      outputs: { admitted: 'formula True', years: 'field years' },
    }),
    known: [
      { member_id: 'MBR-1302', class_name: 'Rowing' },
      { admitted: true, years: 44 },
    ],
    failures: [[MINOR, { member_id: 'MBR-1204', class_name: 'Rowing' }]],
    calls: [
      [
        { member_id: 'MBR-1277', class_name: 'Rowing' },
        { admitted: true, years: 16 },
      ],
      [{ member_id: 'MBR-1204', class_name: 'Fencing' }, MINOR],
      [{ member_id: 'MBR-0000', class_name: 'Fencing' }, 'there is no MBR-0000'],
    ],
  },
  {
    name: 'Ride Roster',
    parameters: [text('horse_id'), number('riders', 'Riders in the saddle one after another', 'integer')],
    outputs: { stable: 'string', rested_until: 'string' },
    errors: [LAME, 'Too many riders: riders must be between 1 and 6.'],
    state: {
      horses: [
        { horse_id: 'HRS-310', stable: 'West', health: 'sound', free_from: '2026-05-01' },
        { horse_id: 'HRS-322', stable: 'East', health: 'lame', free_from: '2026-05-04' },
      ],
    },
    effect: 'idempotent-write',
    handler: writtenHandler({
      ...{ collection: 'horses', action: 'update', by: ['horse_id'] },
      refusals: [['record["health"] == "lame"', LAME, 'horse_id']],
      set: { rested_until: 'formula add_days(record["free_from"], riders)' },
      outputs: { stable: 'field stable', rested_until: 'field rested_until' },
    }),
    known: [
      { horse_id: 'HRS-310', riders: 2 },
      { stable: 'West', rested_until: '2026-05-03' },
    ],
    failures: [[LAME, { horse_id: 'HRS-322', riders: 1 }]],
    calls: [
      [
        { horse_id: 'HRS-310', riders: 5 },
        { stable: 'West', rested_until: '2026-05-06' },
      ],
      [{ horse_id: 'HRS-322', riders: 2 }, LAME],
      [{ horse_id: 'HRS-310', riders: 7 }, 'riders must be between 1 and 6'],
    ],
  },
]

/** What a model writes of a tool. */
export const answerOf = ({
  effect,
  handler: own,
  known: [args, output],
  failures,
}: FieldSpec): HandlerAnswer => ({
  effect,
  rules: [],
  handler: own,
  known: { args: JSON.stringify(args), output: JSON.stringify(output) },
  failures: failures.map(([error, call]) => ({
    error,
    verdict: call === null ? 'run_time' : 'refused',
    args: call === null ? undefined : JSON.stringify(call),
  })),
})
