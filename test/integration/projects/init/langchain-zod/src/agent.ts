import type { StructuredToolInterface } from '@langchain/core/tools'
import { createAgent, tool } from 'langchain'
import { z } from 'zod'
import { EndpointModel } from './model.ts'

const Room = z.object({ id: z.string(), name: z.string(), floor: z.int(), seats: z.int() })
const Booking = z.object({ id: z.string(), room_id: z.string(), day: z.iso.date(), purpose: z.string() })

/** Rooms and their bookings, in memory for the demo. */
const rooms = new Map([['room-1', { id: 'room-1', name: 'Aurora', floor: 3, seats: 8 }]])
const bookings = new Map<string, { id: string; room_id: string; day: string; purpose: string }>()

export const listRooms = tool(
  ({ floor }) => ({ rooms: [...rooms.values()].filter((room) => room.floor === floor) }),
  {
    name: 'list_rooms',
    description: 'List the rooms of a floor.',
    schema: z.object({ floor: z.number().int().min(1).max(9) }),
    metadata: { output: z.object({ rooms: z.array(Room) }) },
  },
)

export const getRoom = tool(({ room_id }) => rooms.get(room_id), {
  name: 'get_room',
  description: 'Look up a room by its id.',
  schema: z.object({ room_id: z.string() }),
  metadata: { output: Room },
})

export const listBookings = tool(
  ({ room_id }) => ({ bookings: [...bookings.values()].filter((booking) => booking.room_id === room_id) }),
  {
    name: 'list_bookings',
    description: 'List the bookings of a room.',
    schema: z.object({ room_id: z.string() }),
    metadata: { output: z.object({ bookings: z.array(Booking) }) },
  },
)

export const createBooking = tool(
  ({ room_id, day, purpose }) => {
    const booking = { id: `booking-${bookings.size + 1}`, room_id, day, purpose }
    bookings.set(booking.id, booking)
    return booking
  },
  {
    name: 'create_booking',
    description: 'Book a room for a day.',
    schema: z.object({ room_id: z.string(), day: z.iso.date(), purpose: z.string() }),
    metadata: { output: Booking },
  },
)

export const cancelBooking = tool(({ booking_id }) => ({ cancelled: bookings.delete(booking_id) }), {
  name: 'cancel_booking',
  description: 'Cancel a booking.',
  schema: z.object({ booking_id: z.string() }),
  metadata: { output: Booking },
})

export const deskTools = [listRooms, getRoom, listBookings, createBooking, cancelBooking]

export const createDesk = (tools: StructuredToolInterface[] = deskTools) =>
  createAgent({ model: new EndpointModel({}), tools })
