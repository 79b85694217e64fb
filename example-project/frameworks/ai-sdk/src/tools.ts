import { tool } from 'ai'
import { z } from 'zod'
import * as desk from './desk.ts'

const traveller = z.object({
  id: z.string(),
  name: z.string().describe('full name'),
  email: z.email(),
  phone: z.string().describe('phone number'),
  company_id: z.string(),
})
const company = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.string().describe('phone number'),
  city: z.string(),
  cost_centre: z.string().describe('cost centre'),
  budget: z.number().describe('budget in euros'),
})
const hotel = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.string().describe('phone number'),
  city: z.string(),
  rate: z.number().describe('rate for a night in euros'),
})
const trip = z.object({
  id: z.string(),
  traveller_id: z.string(),
  hotel_id: z.string(),
  arrival: z.iso.date().describe('day of arrival'),
  status: z.enum(['planned', 'booked', 'cancelled']),
})
const traveller_id = z.string().describe('id of the traveller')
const hotel_id = z.string().describe('id of the hotel')
const trip_id = z.string().describe('id of the trip')

/** The tools of the travel desk, over its records in this process. */
export const tools = {
  list_travellers: tool({
    title: 'List the travellers',
    inputSchema: z.object({ name: z.string().optional().describe('full name of the traveller') }),
    outputSchema: z.object({ travellers: z.array(traveller) }),
    execute: (args) => ({ travellers: desk.list('travellers', args) }),
  }),
  get_traveller: tool({
    title: 'Look up a traveller',
    inputSchema: z.object({ traveller_id }),
    outputSchema: traveller,
    execute: (args) => desk.get('travellers', args.traveller_id),
  }),
  get_company: tool({
    title: 'Look up a company',
    inputSchema: z.object({ company_id: z.string().describe('id of the company') }),
    outputSchema: company,
    execute: (args) => desk.get('companies', args.company_id),
  }),
  list_companies: tool({
    title: 'List the companies',
    inputSchema: z.object({ name: z.string().optional().describe('name of the company') }),
    outputSchema: z.object({ companies: z.array(company) }),
    execute: (args) => ({ companies: desk.list('companies', args) }),
  }),
  get_hotel: tool({
    title: 'Look up a hotel',
    inputSchema: z.object({ hotel_id }),
    outputSchema: hotel,
    execute: (args) => desk.get('hotels', args.hotel_id),
  }),
  list_hotels: tool({
    title: 'List the hotels',
    inputSchema: z.object({ name: z.string().optional().describe('name of the hotel') }),
    outputSchema: z.object({ hotels: z.array(hotel) }),
    execute: (args) => ({ hotels: desk.list('hotels', args) }),
  }),
  get_trip: tool({
    title: 'Look up a trip',
    inputSchema: z.object({ trip_id }),
    outputSchema: trip,
    execute: (args) => desk.get('trips', args.trip_id),
  }),
  book_trip: tool({
    title: 'Book a trip',
    inputSchema: z.object({ traveller_id, hotel_id, arrival: z.iso.date().describe('day of arrival') }),
    outputSchema: trip,
    execute: (args) => desk.add('trips', { ...args, status: 'booked' as const }),
  }),
  update_trip: tool({
    title: 'Move a trip to another hotel',
    inputSchema: z.object({ trip_id, hotel_id: hotel_id.describe('id of the new hotel') }),
    outputSchema: trip,
    execute: (args) => desk.change('trips', args.trip_id, { hotel_id: args.hotel_id }),
  }),
  message_traveller: tool({
    title: 'Send a message to a traveller',
    inputSchema: z.object({ traveller_id, text: z.string().describe('text of the message') }),
    outputSchema: z.object({ message_id: z.string() }),
    execute: (args) => ({ message_id: desk.add('messages', args).id }),
  }),
}
