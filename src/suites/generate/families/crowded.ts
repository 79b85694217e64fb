import { CITIES } from '../../../tools/content/pools/lists.ts'
import { code, compareCities } from './code.ts'
import type { Family } from './family.ts'
import pools from './pools.json' with { type: 'json' }
import { PEOPLE, pickDay, TICKERS } from './pools.ts'

/** Tools beside those that a task needs, so that 30 and more are offered. */
const CROWD = 30

const crowdedAlert: Family = {
  key: 'crowded_alert',
  name: 'crowded',
  distractors: CROWD,
  draw({ rng, limit }) {
    const symbol = rng.pick(TICKERS)
    const usual = limit(({ get_stock_price }) => get_stock_price?.({ symbol }).price_usd)
    const paid = Number((usual * rng.decimal(0.95, 1.05, 3)).toFixed(2))
    const title = rng.pick([`${symbol} fell`, `${symbol} is down`, 'Loss', 'Below cost'])
    return {
      prompts: [
        `I paid ${paid} dollars a share for ${symbol}. Does it trade below that now? If so, put an alert on the dashboard titled "${title}" with just today's price as the message.`,
        `We bought ${symbol} at ${paid} dollars a share. If it is cheaper today, the dashboard should show an alert: title "${title}", message just today's price.`,
        `How is ${symbol} doing? If a share costs less than ${paid} dollars right now, I want an alert on my dashboard, titled "${title}", that says nothing but the price.`,
      ],
      offer: ['create_task', 'set_reminder', 'log_event', 'send_email', 'send_message'],
      answer: `share price of ${symbol} in dollars`,
      calls: code`
        const { price_usd } = await get_stock_price({ symbol: ${symbol} })
        if (price_usd < ${paid}) {
          await create_notification({ title: ${title}, message: String(price_usd) })
        }
        return price_usd`,
    }
  },
}

/** Towns that a drive of some hours separates. */
const DRIVES = pools.drives as [string, string][]

const crowdedEvent: Family = {
  key: 'crowded_event',
  name: 'crowded',
  distractors: CROWD,
  draw({ rng, limit }) {
    const [origin, destination] = rng.pick(DRIVES)
    const day = pickDay(rng)
    const work = rng.pick(['Safety audit', 'Facade survey', 'Staff training', 'Machine check', 'Stock count'])
    const more = limit(({ get_directions }) => get_directions?.({ origin, destination }).duration_minutes)
    return {
      prompts: [
        `How long is the drive from ${origin} to ${destination}? If it takes more than ${more} minutes, just put "${work}" on my to-do list, without a date. Otherwise block 120 minutes for it in my own calendar, from ${day} 09:00.`,
        `I'd drive from ${origin} to ${destination} for the "${work}", but not for more than ${more} minutes one way. If it takes longer, just note it as something to do, with no date, else enter it in my calendar for 120 minutes from ${day} 09:00.`,
        `"${work}" is due in ${destination}, and I'd come from ${origin} by car. If that takes more than ${more} minutes, make it a to-do without a date; if not, enter 120 minutes for it in my calendar, from ${day} 09:00.`,
      ],
      offer: ['create_notification', 'log_event', 'send_email', 'schedule_meeting'],
      answer: 'length of the drive in minutes',
      calls: code`
        const { duration_minutes } = await get_directions(${{ origin, destination }})
        if (duration_minutes > ${more}) {
          await create_task({ title: ${work} })
        } else {
          await create_calendar_event({
            title: ${work},
            date: ${`${day} 09:00`},
            duration_minutes: 120,
          })
        }
        return duration_minutes`,
    }
  },
}

const failingMail: Family = {
  key: 'failing_rate',
  name: 'failing',
  draw({ rng, limit }) {
    const { email, name } = rng.pick(PEOPLE)
    const currency = rng.pick(['EUR', 'GBP', 'CHF', 'CAD', 'AUD'])
    const amount = rng.int(200, 900) * 10
    const convert = { from_currency: currency, to_currency: 'USD', amount }
    const most = limit(({ get_exchange_rate }) => get_exchange_rate?.(convert).converted_amount)
    const subject = rng.pick(['Rate of today', 'We can buy', 'Go ahead', 'Within budget'])
    return {
      prompts: [
        `Our budget is ${most} US dollars. Does ${amount} ${currency} fit at today's rate? If it does, mail ${email} with the subject "${subject}" and just the amount in dollars as the text.`,
        `If ${amount} ${currency} come to ${most} US dollars or less today, let ${email} know by mail: subject "${subject}", text only the amount in dollars.`,
        `${name} is waiting for my go-ahead. Check what ${amount} ${currency} are in US dollars; if that is at most ${most}, mail ${email} with the subject "${subject}" and nothing but this amount as the text.`,
      ],
      offer: ['create_task'],
      answer: 'amount in dollars',
      options: {
        faults: [
          {
            tool: 'get_exchange_rate',
            fault: rng.pick(['rate-limit', 'server-error', 'truncated-json']),
            on: 1,
          },
        ],
      },
      calls: code`
        const { converted_amount } = await get_exchange_rate(${convert})
        if (converted_amount <= ${most}) {
          await send_email({
            to: ${email},
            subject: ${subject},
            body: String(converted_amount),
          })
        }
        return converted_amount`,
    }
  },
}

const failingSave: Family = {
  key: 'failing_save',
  name: 'failing',
  isSteady: true,
  draw({ rng }) {
    const [one, two] = rng.sample(CITIES, 2) as [string, string]
    const path = rng.pick([
      '/site/warmest.txt',
      '/reports/weather.txt',
      '/team/warmer.txt',
      '/screens/lobby.txt',
    ])
    return {
      prompts: [
        `Our site shows which of our offices is warmer, ${one} or ${two}. Please look it up and write just the name of that city into ${path}.`,
        `Is it warmer in ${one} or in ${two} right now? Save the name of the warmer city, and nothing else, as ${path}.`,
        `The file ${path} is to hold the name of the warmer of our offices, ${one} or ${two}. Check where it is warmer right now and write just that name.`,
      ],
      answer: 'temperature there in celsius',
      options: {
        faults: [
          { tool: 'write_file', fault: 'server-error', on: 1 },
          { tool: 'get_weather', fault: rng.pick(['rate-limit', 'timeout']), on: 2 },
        ],
        expected_state: true,
      },
      calls: code`
        ${compareCities(one, two)}
        await write_file({ path: ${path}, content: city })
        return weather.temperature_celsius`,
    }
  },
}

/** Thirty tools and more, of which several could be meant, and calls that fail at first. */
export const crowded: readonly Family[] = [crowdedAlert, crowdedEvent, failingMail, failingSave]
