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
          `How humid is it in ${city} right now?`,
          `What is the humidity in ${city} at the moment?`,
          `I need the current humidity in ${city} for the greenhouse log.`,
        ],
        answer: 'humidity in percent',
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
          `What does a share of ${symbol} cost right now?`,
          `Please check the price of ${symbol} stock for me.`,
          `At what price is ${symbol} trading at the moment?`,
        ],
        answer: 'price in dollars',
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
          `Please invoice ${client} for ${hours} hours of "${service}" at ${price} dollars an hour.`,
          `Write an invoice to ${client}: "${service}", ${hours} hours at ${price} dollars an hour.`,
          `Bill ${client} for "${service}", ${hours} hours at ${price} dollars an hour, they are waiting for it.`,
        ],
        answer: 'id of the invoice',
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
          `Please add ${name} (${email}) to my contacts.`,
          `Save ${name} as a contact, mail address ${email}.`,
          `Put ${name} into my address book: ${email}.`,
        ],
        answer: 'id of the contact',
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
          `Schedule the meeting "${title}" with ${email} for ${at}, 45 minutes.`,
          `I need 45 minutes with ${email}: "${title}", ${at}. Please schedule the meeting.`,
          `Please schedule the meeting "${title}" with ${email} for ${at}, 45 minutes, that is when they have time.`,
        ],
        answer: 'id of the meeting',
        calls: code`
          const { meeting_id } = await schedule_meeting({
            title: ${title},
            datetime_str: ${at},
            duration_minutes: 45,
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
          `How far is it by car from ${origin} to ${destination}?`,
          `What is the driving distance from ${origin} to ${destination} in km?`,
          `How many km is the drive from ${origin} to ${destination}? I have to book the fuel.`,
        ],
        answer: 'driving distance in km',
        calls: code`
          const { distance_km } = await get_directions(${{ origin, destination }})
          return distance_km`,
      }
    },
  },
}

/**
 * Of each request a task without the tool that it needs, and one with it. Nothing says what to do where the tool is
 * missing: no call may change anything, and the answer line must hold no value.
 */
export const missing: readonly Family[] = Object.entries(REQUESTS).flatMap(([key, { tool, offer, draw }]) => [
  {
    key: `missing_${key}`,
    name: 'missing',
    isSteady: true,
    draw: ({ rng }) => ({
      ...draw(rng),
      offer,
      withhold: [tool],
      calls: `// The tool ${tool} is missing.\nreturn null`,
    }),
  },
  { key: `present_${key}`, name: 'missing', isSteady: true, draw: ({ rng }) => draw(rng) },
])
