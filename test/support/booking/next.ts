import { runAttempt } from '../../../src/run/attempt/run-attempt.ts'
import type { Agent } from '../../../src/schema/agent.ts'
import type { Task } from '../../../src/schema/task.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { registryOf } from '../../../src/tools/registry.ts'
import { simulators } from './simulators.ts'
import { bookingTasks } from './tasks.ts'

const registry = registryOf(simulators)
export const changeTask = bookingTasks.find(({ task_id }) => task_id === 'book-change-Oslo') as Task

/** Has an agent work on a task of bookings. */
export async function play(agent: Agent, of: Task = changeTask) {
  const { trace } = await runAttempt(agent, of, { registry, wire: 'direct', timeout: 20_000 })
  return { trace, score: scoreTrace(of, trace, registry) }
}

/** What a model that reads the whole conversation does next. */
type Next = { call: string; args: Record<string, unknown> } | { text: string }

/** @param outputs What the tools gave so far, by their names. */
export function decideNext(said: string, outputs: ReadonlyMap<string, Record<string, unknown>>): Next {
  const hotel = outputs.get('find_hotel')
  if (hotel === undefined)
    return { call: 'find_hotel', args: { city: /in (\w+)/.exec(said)?.[1] ?? 'Paris' } }
  if (!said.includes('Book it')) return { text: `It is ${hotel.price}.` }
  const booked = outputs.get('create_booking')
  if (booked === undefined)
    return { call: 'create_booking', args: { hotel_id: hotel.hotel_id, guest: 'Ada Berg', nights: 2 } }
  if (!said.includes('make it') || booked.refused === true) return { text: 'Booked.' }
  if (!outputs.has('set_nights')) return { call: 'set_nights', args: { booking_id: booked.id, nights: 3 } }
  return { text: 'Changed.' }
}
