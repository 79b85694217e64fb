import type { Agent } from 'tracewright'
import { db } from '../src/functions.ts'
import { app } from '../src/server.ts'

export const reset = ({ seed }: { seed: number }) => db.seed(seed)
export const state = () => ({ bookings: db.bookings, vouchers: db.vouchers, charges: db.charges })
export const worlds = 8

const entry: Agent = {
  name: 'travel',
  async run({ prompt: message }) {
    const response = await app.request('/chat', { method: 'POST', body: JSON.stringify({ message }) })
    return (await response.json()).reply
  },
}

export default entry
