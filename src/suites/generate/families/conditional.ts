import { CITIES } from '../../../tools/content/pools/lists.ts'
import { escapeTemplate } from '../../print/layout.ts'
import { Code, code, compareCities, writeWording } from './code.ts'
import type { Family } from './family.ts'
import pools from './pools.json' with { type: 'json' }
import { PEOPLE, pickDay, TICKERS } from './pools.ts'

const ifWarmTask: Family = {
  key: 'if_warm_task',
  name: 'conditional',
  draw({ rng, limit }) {
    const city = rng.pick(CITIES)
    const todo = rng.pick(pools.todos)
    const above = limit(({ get_weather }) => get_weather?.({ city }).temperature_celsius)
    return {
      prompts: [
        `If it is above ${above} degrees celsius in ${city}, put "${todo}" on my task list.`,
        `Check the weather in ${city}. If it is above ${above} degrees celsius, create the task "${todo}".`,
        `How warm is it in ${city}? If it is above ${above} degrees celsius, add the task "${todo}".`,
      ],
      offer: ['create_notification', 'set_reminder'],
      answer: `temperature in ${city} in celsius`,
      calls: code`
        const { temperature_celsius } = await get_weather({ city: ${city} })
        if (temperature_celsius > ${above}) await create_task({ title: ${todo} })
        return temperature_celsius`,
    }
  },
}

const ifShareNotify: Family = {
  key: 'if_share_notify',
  name: 'conditional',
  draw({ rng, limit }) {
    const symbol = rng.pick(TICKERS)
    const title = rng.pick([
      'Price alert',
      'Share price',
      'Time to sell',
      'Watchlist',
      'Sell signal',
      `${symbol} is up`,
    ])
    const above = limit(({ get_stock_price }) => get_stock_price?.({ symbol }).price_usd)
    const note = writeWording(rng, `${symbol} now costs <price> dollars`, { price: 'price_usd' })
    return {
      prompts: [
        `Check ${symbol}: if it costs more than ${above} dollars right now, send me a notification: title "${title}", message: ${note.asked}.`,
        `Look up ${symbol}. If it is above ${above} dollars, notify me: title "${title}", message: ${note.asked}.`,
        `Is ${symbol} above ${above} dollars? If so, notify me. Title: "${title}", message: ${note.asked}.`,
      ],
      offer: ['create_task', 'log_event'],
      answer: `share price of ${symbol} in dollars`,
      calls: code`
        const { price_usd } = await get_stock_price({ symbol: ${symbol} })
        if (price_usd > ${above}) {
          await create_notification({
            title: ${title},
            message: ${note.code},
          })
        }
        return price_usd`,
    }
  },
}

/** Drives of about four hours, where it is worth asking how long one takes. */
const ROUTES = pools.routes as [string, string][]
const ifFarEvent: Family = {
  key: 'if_far_event',
  name: 'conditional',
  isSteady: true,
  draw({ rng, limit }) {
    const [from, to] = rng.pick(ROUTES)
    const visit = rng.pick(pools.visits)
    const day = pickDay(rng)
    const more = limit(
      ({ get_directions }) => get_directions?.({ origin: from, destination: to }).duration_minutes,
    )
    return {
      prompts: [
        `I'm driving from ${from} to ${to} for the "${visit}" on ${day}. Put it in my calendar for 60 minutes: at ${day} 13:00 if the drive takes more than ${more} minutes, otherwise at ${day} 09:00. How many km is it?`,
        `I have a "${visit}" in ${to} and drive there from ${from}. If the drive takes more than ${more} minutes, put it in my calendar at ${day} 13:00, otherwise at ${day} 09:00, for 60 minutes. How many km is it?`,
        `The "${visit}" is in ${to}, and I'm coming by car from ${from}. Put 60 minutes in my calendar for it: at ${day} 09:00, or at ${day} 13:00 if the drive takes more than ${more} minutes. How many km is the drive?`,
      ],
      offer: ['create_task'],
      answer: 'length of the drive in km',
      calls: code`
        const drive = await get_directions({ origin: ${from}, destination: ${to} })
        await create_calendar_event({
          title: ${visit},
          date: drive.duration_minutes > ${more} ? ${`${day} 13:00`} : ${`${day} 09:00`},
          duration_minutes: 60,
        })
        return drive.distance_km`,
    }
  },
}

const TRIPS = pools.trips as [string, string, string][]

const ifWarmTrip: Family = {
  key: 'if_warm_trip',
  name: 'conditional',
  isSteady: true,
  draw({ rng, limit }) {
    const [origin, one, two] = rng.pick(TRIPS)
    const above = limit(({ get_weather }) => get_weather?.({ city: one }).temperature_celsius)
    return {
      prompts: [
        `We drive from ${origin} to ${one} if it is above ${above} degrees celsius there, otherwise to ${two}. How many km?`,
        `Is it above ${above} degrees celsius in ${one}? If so, we drive there from ${origin}, otherwise to ${two}. How many km is that?`,
        `Check the weather in ${one} for our trip from ${origin}. We go there if it is above ${above} degrees celsius, otherwise to ${two}. How many km do we drive?`,
      ],
      answer: 'length of that drive in km',
      calls: code`
        const { temperature_celsius } = await get_weather({ city: ${one} })
        const destination = temperature_celsius > ${above} ? ${one} : ${two}
        const { distance_km } = await get_directions({ origin: ${origin}, destination })
        return distance_km`,
    }
  },
}

const ifAffordableReminder: Family = {
  key: 'if_affordable_reminder',
  name: 'conditional',
  draw({ rng, limit }) {
    const amount = rng.int(20, 90) * 10
    const currency = rng.pick(['EUR', 'GBP', 'CHF', 'CAD', 'AUD'])
    const thing = rng.pick([
      'the flight',
      'the hotel',
      'the printer',
      'the ferry tickets',
      'the office chairs',
      'the language course',
      'the new tyres',
      'the projector',
      'the garden table',
    ])
    const at = `${pickDay(rng)} 08:30`
    const convert = { from_currency: currency, to_currency: 'USD', amount }
    const most = limit(({ get_exchange_rate }) => get_exchange_rate?.(convert).converted_amount)
    return {
      prompts: [
        `We want ${thing} for ${amount} ${currency}, but only if that is ${most} USD or less today. If so, remind me at ${at}: "Pay for ${thing}".`,
        `For ${thing} they ask ${amount} ${currency}. How much is that in USD? If it is ${most} or less, we'll take it, so remind me at ${at}: "Pay for ${thing}".`,
        `They want ${amount} ${currency} for ${thing}. How much is that in USD? If it is at most ${most}, remind me at ${at}: "Pay for ${thing}".`,
      ],
      offer: ['create_task'],
      answer: 'amount in USD',
      calls: code`
        const { converted_amount } = await get_exchange_rate(${convert})
        if (converted_amount <= ${most}) {
          await set_reminder({ message: ${`Pay for ${thing}`}, remind_at: ${at} })
        }
        return converted_amount`,
    }
  },
}

const PAIRS = pools.cityPairs as [string, string][]

const ifWarmerMail: Family = {
  key: 'if_warmer_mail',
  name: 'conditional',
  isSteady: true,
  draw({ rng }) {
    const [one, two] = rng.pick(PAIRS)
    const { email } = rng.pick(PEOPLE)
    const event = rng.pick([
      'Rowing practice',
      'Team picnic',
      'Garden lunch',
      'Open-air rehearsal',
      'Photo walk',
      'Barbecue',
      'Outdoor yoga',
      'Street food tour',
      'Handball training',
      'Bike tour',
      'Bird walk',
    ])
    const body = writeWording(rng, 'It is <temperature> degrees there', {
      temperature: 'weather.temperature_celsius',
    })
    return {
      prompts: [
        `We meet in ${one} or in ${two}, whichever is warmer right now. Mail ${email}: subject "${event} in ${one}" or "${event} in ${two}", text just ${body.asked}.`,
        `Is it warmer in ${one} or in ${two} right now? We meet in the warmer one. Tell ${email} by mail: subject "${event} in ${one}" or "${event} in ${two}", text just ${body.asked}.`,
        `We hold our ${event} in ${one} if it is warmer there now than in ${two}, otherwise in ${two}. Let ${email} know by mail: subject "${event} in ${one}" or "${event} in ${two}", text just ${body.asked}.`,
      ],
      offer: ['create_notification'],
      calls: code`
        ${compareCities(one, two)}
        await send_email({
          to: ${email},
          subject: ${new Code(`\`${escapeTemplate(event)} in \${city}\``)},
          body: ${body.code},
        })`,
    }
  },
}

export const conditional: readonly Family[] = [
  ifWarmTask,
  ifShareNotify,
  ifFarEvent,
  ifWarmTrip,
  ifAffordableReminder,
  ifWarmerMail,
]
