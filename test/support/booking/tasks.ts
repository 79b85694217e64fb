import type { Step, Task } from '../../../src/index.ts'
import { buildFrom, step } from '../task.ts'

const CITIES = ['Oslo', 'Rome', 'Lima', 'Cairo', 'Perth']
const GUESTS = ['Ada Berg', 'Ben Cole', 'Cleo Dahl', 'Dan Egede', 'Eva Falk']
const TOOLS = ['find_hotel', 'find_booking', 'create_booking', 'set_nights', 'cancel_booking']

const book = (city: string, guest: string): Step[] => [
  step(1, 'find_hotel', { city }),
  step(2, 'create_booking', { hotel_id: buildFrom(1, '/hotel_id'), guest, nights: 2 }, ['step_1']),
]

interface Kind {
  name: string
  said(city: string, guest: string): [string, ...string[]]
  steps(city: string, guest: string): Step[]
}

const KINDS: Kind[] = [
  {
    name: 'book-change',
    said: (city, guest) => [
      `What does a hotel in ${city} cost?`,
      `Good. Book it for ${guest}, 2 nights.`,
      'On second thought make it 3 nights.',
    ],
    steps: (city, guest) => [
      ...book(city, guest),
      step(3, 'set_nights', { booking_id: buildFrom(2, '/id'), nights: 3 }, ['step_2']),
    ],
  },
  {
    name: 'book-cancel',
    said: (city, guest) => [
      `What does a hotel in ${city} cost?`,
      `Good. Book it for ${guest}, 2 nights.`,
      'Sorry, please cancel that booking.',
    ],
    steps: (city, guest) => [
      ...book(city, guest),
      step(3, 'cancel_booking', { booking_id: buildFrom(2, '/id') }, ['step_2']),
    ],
  },
  {
    name: 'change-theirs',
    said: (_, guest) => [`Please look up the booking of ${guest}.`, 'Thanks. Make it 5 nights.'],
    steps: (_, guest) => [
      step(1, 'find_booking', { guest }),
      step(2, 'set_nights', { booking_id: buildFrom(1, '/id'), nights: 5 }, ['step_1']),
    ],
  },
  {
    name: 'book-another',
    said: (city, guest) => [`What does a hotel in ${city} cost?`, `Good. Book it for ${guest}, 2 nights.`],
    steps: book,
  },
]

/** Twenty conversations about bookings, four kinds in five cities, graded by what is booked at the end. */
export const bookingTasks: Task[] = KINDS.flatMap(({ name, said, steps }) =>
  CITIES.map((city, i): Task => {
    const guest = GUESTS[i] as string
    const [prompt, ...turns] = said(city, guest)
    return {
      task_id: `${name}-${city}`,
      level: 'L1_chain',
      prompt,
      turns,
      available_tools: TOOLS,
      expected_trace: { steps: steps(city, guest) },
      expected_state: { stores: ['bookings'] },
      world: { seed: 10 + i },
    }
  }),
)
