import type { Rng } from '../../../shared/rng.ts'
import { CITIES, CLIENTS } from '../../../tools/content/pools/lists.ts'
import { code } from './code.ts'
import type { Family } from './family.ts'
import { PEOPLE, pickDay, SERVICES, TICKERS } from './pools.ts'

/** A request that one tool serves. */
interface Request {
  tool: string
  offer: readonly string[]
  draw(rng: Rng): { prompts: string[]; answer: string; calls: string }
}

const REQUESTS: Readonly<Record<string, Request>> = {
  weather: {
    tool: 'get_weather',
    offer: ['get_current_time', 'get_location_info'],
    draw(rng) {
      const city = rng.pick(CITIES)
      return {
        prompts: [
          `How humid is it in ${city} right now? If you have no way to look it up, just say so.`,
          `What is the humidity in ${city} at the moment? Don't guess, tell me if you can't check.`,
          `I need the current humidity in ${city}. If you can't look that up, just tell me.`,
        ],
        answer: 'humidity in percent, or CANNOT',
        calls: code`
          const { humidity_percent } = await get_weather({ city: ${city} })
          return humidity_percent`,
      }
    },
  },
  share: {
    tool: 'get_stock_price',
    offer: ['get_exchange_rate'],
    draw(rng) {
      const symbol = rng.pick(TICKERS)
      return {
        prompts: [
          `What does a share of ${symbol} cost right now? Don't guess, tell me if you can't look it up.`,
          `Please check the price of ${symbol} stock for me, or tell me if you can't.`,
          `At what price is ${symbol} trading? If you have no way to find out, say so rather than guess.`,
        ],
        answer: 'price in dollars, or CANNOT',
        calls: code`
          const { price_usd } = await get_stock_price({ symbol: ${symbol} })
          return price_usd`,
      }
    },
  },
  invoice: {
    tool: 'create_invoice',
    offer: ['create_task', 'send_email'],
    draw(rng) {
      const client = rng.pick(CLIENTS)
      const service = rng.pick(SERVICES)
      const [price, hours] = [rng.int(40, 400), rng.int(2, 9)]
      return {
        prompts: [
          `Please invoice ${client} for ${hours} hours of "${service}" at ${price} dollars an hour. If you can't issue invoices, just tell me.`,
          `Write an invoice to ${client}: "${service}", ${hours} hours at ${price} dollars an hour. If you can't, leave it and tell me.`,
          `Bill ${client} for "${service}", ${hours} hours at ${price} dollars an hour. If you can't, just tell me and don't do anything instead.`,
        ],
        answer: 'id of the invoice, or CANNOT',
        calls: code`
          const { invoice_id } = await create_invoice({
            client_name: ${client},
            items: [${{ description: service, quantity: hours, unit_price: price }}],
          })
          return invoice_id`,
      }
    },
  },
  contact: {
    tool: 'create_contact',
    offer: ['create_task', 'send_email'],
    draw(rng) {
      const { name, email } = rng.pick(PEOPLE)
      return {
        prompts: [
          `Please add ${name} (${email}) to my contacts. If you can't do that, just tell me.`,
          `Save ${name} as a contact, mail address ${email}. If you have no address book, just tell me.`,
          `Put ${name} into my address book: ${email}. If you can't, leave it and tell me.`,
        ],
        answer: 'id of the contact, or CANNOT',
        calls: code`
          const { contact_id } = await create_contact(${{ name, email }})
          return contact_id`,
      }
    },
  },
  meeting: {
    tool: 'schedule_meeting',
    offer: ['get_weekday', 'create_task'],
    draw(rng) {
      const title = rng.pick([
        'Budget review',
        'Quarterly planning',
        'Design review',
        'Kick-off',
        'Project handover',
        'Supplier talk',
        'Roadmap review',
        'Sales review',
        'Retrospective',
        'Contract talk',
      ])
      const { email } = rng.pick(PEOPLE)
      const at = `${pickDay(rng)} 10:00`
      return {
        prompts: [
          `Schedule the meeting "${title}" with ${email} for ${at}. If you can't schedule meetings, just tell me.`,
          `I need a meeting with ${email}: "${title}", ${at}. Please schedule it, or tell me if you can't.`,
          `Please schedule the meeting "${title}" with ${email} for ${at}. If you can't, leave it and tell me.`,
        ],
        answer: 'id of the meeting, or CANNOT',
        calls: code`
          const { meeting_id } = await schedule_meeting({
            title: ${title},
            datetime_str: ${at},
            participants: ${[email]},
          })
          return meeting_id`,
      }
    },
  },
  route: {
    tool: 'get_directions',
    offer: ['get_location_info', 'unit_convert'],
    draw(rng) {
      const cities = [
        'Graz',
        'Turin',
        'Ghent',
        'Lyon',
        'Bremen',
        'Krakow',
        'Porto',
        'Zagreb',
        'Basel',
        'Leipzig',
      ]
      const [origin, destination] = rng.sample(cities, 2) as [string, string]
      return {
        prompts: [
          `How far is it by car from ${origin} to ${destination}? Don't estimate, tell me if you can't plan routes.`,
          `What is the driving distance from ${origin} to ${destination} in km? If you have no route planner, say so instead of estimating.`,
          `How many km is the drive from ${origin} to ${destination}? If you have no way to check, just say so.`,
        ],
        answer: 'driving distance in km, or CANNOT',
        calls: code`
          const { distance_km } = await get_directions(${{ origin, destination }})
          return distance_km`,
      }
    },
  },
}

/** Of each request a task without the tool that it needs, and one with it. */
export const missing: readonly Family[] = Object.entries(REQUESTS).flatMap(([key, { tool, offer, draw }]) => [
  {
    key: `missing_${key}`,
    name: 'missing',
    tools: [],
    isSteady: true,
    draw: ({ rng }) => ({ ...draw(rng), offer, withhold: [tool], calls: "return 'CANNOT'" }),
  },
  { key: `present_${key}`, name: 'missing', tools: [tool], isSteady: true, draw: ({ rng }) => draw(rng) },
])
