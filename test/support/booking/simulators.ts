import { z } from 'zod'
import { defineSimulator, type SimulatorWorld, ToolError } from '../../../src/index.ts'

/** Guests who have a booking in every world. */
const GUESTS = ['Ada Berg', 'Ben Cole', 'Cleo Dahl', 'Dan Egede', 'Eva Falk']

const bookings = (world: SimulatorWorld) =>
  world.store('bookings', (own) =>
    GUESTS.map((guest) => {
      const draw = own.draw('first bookings', guest)
      const id = `bk_${draw.hex('id', 12)}`
      const booking = { id, guest, hotel_id: `ht_${draw.hex('hotel', 12)}`, nights: 2, status: 'booked' }
      return [id, booking] as const
    }),
  )

type Booking = { id: string; guest: string; hotel_id: string; nights: number; status: string }

function bookingAt(world: SimulatorWorld, id: string): Booking {
  const found = bookings(world).get(id)
  if (found === undefined) throw new ToolError(404, `there is no booking ${id}`, 'booking_id')
  return found as Booking
}

const booking = z.strictObject({
  id: z.string(),
  guest: z.string(),
  hotel_id: z.string(),
  nights: z.int(),
  status: z.string(),
})
const nights = z.int().min(1).max(30)
const category = 'external_services'

export const simulators = [
  defineSimulator({
    name: 'find_hotel',
    category,
    effect: 'read',
    capability: 'search',
    description: 'The hotel of a city that has rooms, with its price a night in euros.',
    input: z.strictObject({ city: z.string() }),
    output: z.strictObject({ hotel_id: z.string(), price: z.number() }),
    run: ({ city }, world) => {
      const draw = world.draw('hotel', city)
      const price = draw.number('price', { min: 1000, max: 9999, decimals: 0 }) / 10
      return { hotel_id: `ht_${draw.hex('id', 12)}`, price }
    },
  }),
  defineSimulator({
    name: 'find_booking',
    category,
    effect: 'read',
    capability: 'look-up',
    description: 'The latest booking of a guest.',
    input: z.strictObject({ guest: z.string() }),
    output: booking,
    run: ({ guest }, world) => {
      const found = ([...bookings(world).values()] as Booking[]).filter((one) => one.guest === guest).at(-1)
      if (found === undefined) throw new ToolError(404, `there is no booking of ${guest}`, 'guest')
      return found
    },
  }),
  defineSimulator({
    name: 'create_booking',
    category,
    effect: 'write',
    capability: 'schedule',
    description: 'Books a room in a hotel, by its id, for a guest and a number of nights.',
    input: z.strictObject({ hotel_id: z.string(), guest: z.string(), nights }),
    output: booking,
    run: ({ hotel_id, guest, nights }, world, call) => {
      const made = { id: call.recordId('bk'), guest, hotel_id, nights, status: 'booked' }
      bookings(world).set(made.id, made)
      return made
    },
  }),
  defineSimulator({
    name: 'set_nights',
    category,
    effect: 'idempotent-write',
    capability: 'schedule',
    description: 'Sets the number of nights of a booking.',
    input: z.strictObject({ booking_id: z.string(), nights }),
    output: booking,
    run: ({ booking_id, nights }, world) => {
      const changed = { ...bookingAt(world, booking_id), nights }
      bookings(world).set(booking_id, changed)
      return changed
    },
  }),
  defineSimulator({
    name: 'cancel_booking',
    category,
    effect: 'idempotent-write',
    capability: 'schedule',
    description: 'Cancels a booking.',
    input: z.strictObject({ booking_id: z.string() }),
    output: booking,
    run: ({ booking_id }, world) => {
      const changed = { ...bookingAt(world, booking_id), status: 'cancelled' }
      bookings(world).set(booking_id, changed)
      return changed
    },
  }),
]
