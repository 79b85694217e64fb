import type { Agent, AgentRequest } from '../../../src/index.ts'

type Fields = Record<string, string | number>

/** How a clerk goes about it; each departs from the one that is right in one way. */
interface Ways {
  /** Sees the latest message alone. */
  forgets?: boolean
  /** Books once more instead of changing what is booked. */
  booksTwice?: boolean
  /** Sets another number of nights first, and the right one twice. */
  tries?: boolean
  /** Makes ids up. */
  guesses?: boolean
}

function clerk(name: string, { forgets, booksTwice, tries, guesses }: Ways = {}): Agent {
  return {
    name,
    async run({ prompt, messages, thread, tools }: AgentRequest) {
      const call = async (tool: string, args: Fields) =>
        (await tools.find((one) => one.name === tool)?.invoke(args)) as Fields
      const known = (forgets ? {} : thread) as { hotel?: Fields; booking?: Fields }
      const said = forgets ? prompt : messages.map(({ content }) => content).join('\n')
      const guest = /(?:for|of) ([A-Z]\w+ [A-Z]\w+)/.exec(said)?.[1] ?? 'Kim Lund'
      const nights = Number(/(\d+) nights/.exec(prompt)?.[1] ?? 1)
      const find = async () => {
        known.hotel ??= await call('find_hotel', { city: /in ([A-Z]\w+)/.exec(said)?.[1] ?? 'Paris' })
        return guesses ? 'ht_000000000001' : (known.hotel.hotel_id as string)
      }
      const book = async (n: number) => {
        known.booking = await call('create_booking', { hotel_id: await find(), guest, nights: n })
      }
      const id = async () => {
        known.booking ??= await call('find_booking', { guest })
        return known.booking.id as string
      }
      if (prompt.includes('cost')) {
        await find()
        return `It is ${known.hotel?.price} euros a night.`
      }
      if (prompt.includes('look up')) return `It is booking ${await id()}.`
      if (prompt.includes('Book it')) await book(nights)
      else if (prompt.includes('cancel')) await call('cancel_booking', { booking_id: await id() })
      else if (booksTwice) await book(nights)
      else {
        for (const n of tries ? [nights + 4, nights, nights] : [nights])
          await call('set_nights', { booking_id: await id(), nights: n })
      }
      return 'Done.'
    },
  }
}

export const agents = {
  careful: clerk('careful'),
  forgetful: clerk('forgetful', { forgets: true }),
  double: clerk('double', { booksTwice: true }),
  trying: clerk('trying', { tries: true }),
  guessing: clerk('guessing', { guesses: true }),
}
