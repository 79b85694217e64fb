import { z } from 'zod'
import type { Agent, AgentRequest } from '../../src/schema/agent.ts'
import type { Task } from '../../src/schema/task.ts'
import type { Json, JsonObject } from '../../src/shared/json.ts'
import { defineSimulator } from '../../src/tools/define-simulator.ts'
import { type Registry, registryOf } from '../../src/tools/registry.ts'
import type { SimulatorWorld } from '../../src/tools/simulator-world.ts'
import { ToolCallError } from '../../src/tools/tool-call-error.ts'
import { findTool } from './attempts.ts'

const roomsIn = (world: SimulatorWorld, city: string) =>
  [0, 1, 2, 3].map((i) => {
    const draw = world.draw('room', city, i)
    return {
      room_id: `room_${draw.hex('id')}`,
      price: draw.number('price', { min: 40, max: 400, decimals: 2 }),
      note: `Room ${i + 1}, breakfast is served until ten.`,
    }
  })

const bookings = (world: SimulatorWorld) => world.store('bookings', () => [])

const booking = z.strictObject({ booking_id: z.string(), room_id: z.string(), guest: z.string() })
const reading = { category: 'external_services', effect: 'read', capability: 'look-up' } as const

/** Rooms to let: two reads, and a write that can be looked for. */
const roomTools = [
  defineSimulator({
    ...reading,
    name: 'list_rooms',
    description: 'Free rooms of a city, with prices.',
    input: z.strictObject({ city: z.string() }),
    output: z.strictObject({
      rooms: z.array(z.strictObject({ room_id: z.string(), price: z.number(), note: z.string() })),
    }),
    run: ({ city }, world) => ({ rooms: roomsIn(world, city) }),
  }),
  defineSimulator({
    ...reading,
    name: 'list_bookings',
    description: 'Bookings that were made for a guest.',
    input: z.strictObject({ guest: z.string() }),
    output: z.strictObject({ bookings: z.array(booking) }),
    run: ({ guest }, world) => ({
      bookings: [...bookings(world).values()].filter(
        (one) => (one as z.output<typeof booking>).guest === guest,
      ) as z.output<typeof booking>[],
    }),
  }),
  defineSimulator({
    name: 'book_room',
    category: 'external_services',
    effect: 'write',
    capability: 'schedule',
    description: 'Books a room for a guest.',
    input: z.strictObject({ room_id: z.string(), guest: z.string() }),
    output: booking,
    run: ({ room_id, guest }, world, call) => {
      const made = { booking_id: call.recordId('book'), room_id, guest }
      bookings(world).set(made.booking_id, made)
      return made
    },
  }),
]

export const roomRegistry: Registry = registryOf(roomTools)

const prices = [0, 1, 2, 3].map((i) => ({ $from: 'step_1', at: `/rooms/${i}/price` }))
const ids = [0, 1, 2, 3].map((i) => ({ $from: 'step_1', at: `/rooms/${i}/room_id` }))

/** Books the cheapest of four rooms. */
export const roomTask: Task = {
  task_id: 'cheapest-room',
  level: 'L1_chain',
  prompt:
    'Book the cheapest room in Lima for Ana Ruiz. End with "ANSWER:" and the id of the booking, nothing else.',
  available_tools: ['list_rooms', 'list_bookings', 'book_room'],
  expected_trace: {
    steps: [
      { step_id: 'step_1', tool_name: 'list_rooms', arguments: { city: 'Lima' }, depends_on: [] },
      {
        step_id: 'step_2',
        tool_name: 'book_room',
        arguments: { room_id: { $pick: 'min', of: prices, give: ids }, guest: 'Ana Ruiz' },
        depends_on: ['step_1'],
      },
    ],
    final_answer_source: 'step_2',
  },
  expected_final_answer: { $from: 'step_2', at: '/booking_id' },
  world: { seed: 7 },
}

/** How an agent of this test asks a tool. */
type Ask = (name: string, args: JsonObject) => Promise<Json>

interface Room {
  room_id: string
  price: number
}

const cheapest = (output: Json): string => {
  const { rooms = [] } = (output ?? {}) as { rooms?: Room[] }
  const [first] = [...rooms].sort((a, b) => a.price - b.price)
  return first?.room_id ?? 'room_1'
}

const fieldOf = (output: Json, name: string): string => String((output as JsonObject | null)?.[name])

const bookWith = async (ask: Ask): Promise<string> => {
  const room_id = cheapest(await ask('list_rooms', { city: 'Lima' }))
  const booked = await ask('book_room', { room_id, guest: 'Ana Ruiz' })
  return `ANSWER: ${fieldOf(booked, 'booking_id')}`
}

/** Makes every call once, takes whatever comes, and says that all went well. */
export const careless: Agent = {
  name: 'careless',
  async run(request: AgentRequest) {
    const answer = await bookWith((name, args) =>
      findTool(request, name)
        .invoke(args)
        .catch(() => null),
    )
    return answer.includes('undefined') ? 'The room is booked. ANSWER: book_4f1c9a2277d0' : answer
  },
}

const RETRIES = 3

async function retried(ask: () => Promise<Json>, before?: () => Promise<Json | undefined>): Promise<Json> {
  for (let n = 0; ; n++) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ToolCallError) || n >= RETRIES || error.status === 403) throw error
      const found = await before?.()
      if (found !== undefined) return found
    }
  }
}

const failure = (error: unknown): string => `The booking failed: ${String(error)}`

/** Makes a call that failed again at once, whatever it was, and says so where that is in vain. */
export const retrying: Agent = {
  name: 'retrying',
  run: (request: AgentRequest) =>
    bookWith((name, args) => retried(() => findTool(request, name).invoke(args))).catch(failure),
}

const isRoom = (room: unknown): boolean =>
  typeof (room as Room).room_id === 'string' && typeof (room as Room).price === 'number'

/** Reads until two answers agree and fit, looks whether a write was kept before it makes it again, and says what failed. */
export const careful: Agent = {
  name: 'careful',
  async run(request: AgentRequest) {
    const ask: Ask = (name, args) => findTool(request, name).invoke(args)
    const read = async (name: string, args: JsonObject, fits: (output: Json) => boolean): Promise<Json> => {
      const seen: string[] = []
      for (let n = 0; n <= RETRIES; n++) {
        const output = await retried(() => ask(name, args))
        const text = JSON.stringify(output)
        if (fits(output) && seen.includes(text)) return output
        seen.push(text)
      }
      throw new Error(`${name} did not give the same twice`)
    }
    const rooms = (output: Json): Room[] => ((output ?? {}) as { rooms?: Room[] }).rooms ?? []
    try {
      const list = await read(
        'list_rooms',
        { city: 'Lima' },
        (output) => rooms(output).length > 0 && rooms(output).every(isRoom),
      )
      const room_id = cheapest(list)
      const mine = async () => {
        const output = await read('list_bookings', { guest: 'Ana Ruiz' }, (one) =>
          Array.isArray((one as JsonObject).bookings),
        )
        return (output as { bookings: JsonObject[] }).bookings.find((one) => one.room_id === room_id)
      }
      await retried(() => ask('book_room', { room_id, guest: 'Ana Ruiz' }), mine)
      // What a booking is called is read from the books.
      return `ANSWER: ${fieldOf((await mine()) ?? null, 'booking_id')}`
    } catch (error) {
      return failure(error)
    }
  },
}
