export interface Booking {
  reference: string
  passenger: string
  from: string
  to: string
  fare: number
  flight_id: string
}
export interface Flight {
  flight_id: string
  from: string
  to: string
  price: number
  departs: string
  published: number
}

/** The bookings of an airline, in memory. */
export class Database {
  bookings: Booking[] = []
  flights: Flight[] = []
  vouchers: { voucher: string; reference: string; amount: number; issued: string }[] = []
  charges: { reference: string; amount: number }[] = []
  #random = 1

  #draw(below: number): number {
    this.#random = (this.#random * 48_271 + 11) % 2_147_483_647
    return this.#random % below
  }

  seed(number: number): void {
    this.#random = number * 104_729 + 7
    this.vouchers = []
    this.charges = []
    this.flights = [
      ['Zurich', 'Oslo'],
      ['Geneva', 'Rome'],
    ].flatMap(([from = '', to = '']) =>
      Array.from({ length: 4 }, (_, i) => ({
        flight_id: `${from[0]}${to[0]}${100 + this.#draw(900)}`,
        from,
        to,
        price: 80 + this.#draw(40_000) / 100,
        departs: `2027-03-0${i + 2}T${String(8 + this.#draw(12)).padStart(2, '0')}:15:00Z`,
        published: 1_790_000_000 + this.#draw(900_000),
      })),
    )
    this.bookings = [
      ['QX7RT', 'Ada Moser', 'Zurich', 'Oslo'],
      ['LM2ZK', 'Ben Frei', 'Geneva', 'Rome'],
    ].map(([reference = '', passenger = '', from = '', to = '']) => ({
      reference,
      passenger,
      from,
      to,
      fare: 200 + this.#draw(10_000) / 100,
      flight_id: 'cancelled',
    }))
  }
}
