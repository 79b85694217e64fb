import { Database } from './db.ts'

export const db = new Database()
db.seed(1)

const bookingOf = (reference: string) => {
  const found = db.bookings.find((one) => one.reference === reference)
  if (found === undefined) throw new Error(`no booking ${reference}`)
  return found
}

export async function getBooking({ reference }: { reference: string }) {
  return bookingOf(reference)
}

export async function searchFlights({ from, to }: { from: string; to: string }) {
  return db.flights.filter((flight) => flight.from === from && flight.to === to)
}

export async function rebook({ reference, flight_id }: { reference: string; flight_id: string }) {
  const booking = bookingOf(reference)
  const flight = db.flights.find((one) => one.flight_id === flight_id)
  if (flight === undefined) throw new Error(`no flight ${flight_id}`)
  booking.flight_id = flight_id
  return { reference, difference: Math.round((flight.price - booking.fare) * 100) / 100 }
}

export async function issueVoucher({ reference, amount }: { reference: string; amount: number }) {
  const voucher = crypto.randomUUID()
  db.vouchers.push({
    voucher,
    reference: bookingOf(reference).reference,
    amount,
    issued: new Date().toISOString(),
  })
  return { voucher }
}

export async function charge({ reference, amount }: { reference: string; amount: number }) {
  db.charges.push({ reference: bookingOf(reference).reference, amount })
  return { charged: amount }
}
