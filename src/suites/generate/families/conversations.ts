import { CITIES, CLIENTS } from '../../../tools/content/pools/lists.ts'
import { code } from './code.ts'
import type { Family } from './family.ts'
import { PEOPLE, SERVICES, TICKERS } from './pools.ts'

const invoiceLater: Family = {
  key: 'invoice_later',
  name: 'conversation',
  isSteady: true,
  draw({ rng }) {
    const client = rng.pick(CLIENTS)
    const service = rng.pick(SERVICES)
    const currency = rng.pick(['EUR', 'GBP', 'CHF', 'CAD', 'AUD'])
    const amount = rng.int(20, 90) * 10 + rng.int(1, 9)
    return {
      prompts: [
        `I need an invoice in US dollars for ${client}: "${service}", quantity 1, at a fixed price. I'm still waiting for the price from our office abroad, so don't send anything yet.`,
        `Please get ready to bill ${client} in US dollars for "${service}", quantity 1 at a fixed price. The price comes in a minute.`,
        `We have to invoice ${client} for "${service}" (quantity 1) in US dollars. My colleague is looking up what we agreed on, hold on.`,
      ],
      turns: [
        rng.pick([
          `Here it is: ${amount} ${currency}. Convert it at today's rate and issue the invoice.`,
          `We agreed on ${amount} ${currency}. Bill the same amount in dollars, at today's rate.`,
          `It's ${amount} ${currency}, so please take today's rate and go ahead.`,
        ]),
      ],
      answer: 'id of the invoice',
      calls: code`
        await turn(2)
        const { converted_amount } = await get_exchange_rate({
          from_currency: ${currency},
          to_currency: 'USD',
          amount: ${amount},
        })
        const { invoice_id } = await create_invoice({
          client_name: ${client},
          items: [{ description: ${service}, quantity: 1, unit_price: converted_amount }],
        })
        return invoice_id`,
    }
  },
}

const mailAddressLater: Family = {
  key: 'mail_address_later',
  name: 'conversation',
  draw({ rng, limit }) {
    const city = rng.pick(CITIES)
    const { email, name } = rng.pick(PEOPLE)
    const [first = ''] = name.split(' ')
    const subject = rng.pick(['Site visit', 'Open day', 'Roof work', 'Photo shoot', 'Team outing'])
    const above = limit(({ get_weather }) => get_weather?.({ city }).wind_speed_kmh)
    return {
      prompts: [
        `How strong is the wind in ${city} right now, in km/h? If it is above ${above}, we call off the "${subject}", and somebody needs a mail about that. I'm looking for the address.`,
        `Please check the wind in ${city} for our "${subject}". We call it off if there is more than ${above} km/h. I'll give you an address for that case in a minute.`,
      ],
      turns: [
        rng.pick([
          `I have the address: ${email}. If we call it off, send ${first} a mail with the subject "${subject}" and just "Called off" as the text. If it takes place, no mail is needed.`,
          `It's ${email}. Should it be called off, mail "Called off" with the subject "${subject}", please, and nothing else. Otherwise ${first} needs no mail.`,
        ]),
      ],
      answer: `wind speed in ${city} in km/h`,
      calls: code`
        const { wind_speed_kmh } = await get_weather({ city: ${city} })
        await turn(2)
        if (wind_speed_kmh > ${above}) {
          await send_email({
            to: ${email},
            subject: ${subject},
            body: 'Called off',
          })
        }
        return wind_speed_kmh`,
    }
  },
}

const correctAfterWrite: Family = {
  key: 'correct_after_write',
  name: 'conversation',
  isSteady: true,
  draw({ rng }) {
    const [first, second] = rng.sample(TICKERS, 2) as [string, string]
    const key = rng.pick(['reference price', 'price at closing', 'limit for Monday', 'price for the board'])
    return {
      prompts: [
        `Look up what a share of ${first} costs and remember just the number as "${key}".`,
        `Please note today's price of ${first} in your memory, only the number, under "${key}".`,
        `Store the price of a share of ${first} under "${key}", the number alone.`,
      ],
      turns: [
        rng.pick([
          `Sorry, I mixed them up: it has to be the price of ${second}. Please replace what you stored under "${key}".`,
          `Wrong company, my mistake. "${key}" should hold the price of ${second}.`,
          `Oh no, I meant ${second}. Please correct "${key}".`,
        ]),
      ],
      answer: `number that "${key}" holds now`,
      options: { expected_state: true },
      calls: code`
        const wrong = await get_stock_price({ symbol: ${first} })
        await store_memory({ key: ${key}, value: String(wrong.price_usd) })
        await turn(2)
        const { price_usd } = await get_stock_price({ symbol: ${second} })
        await store_memory({ key: ${key}, value: String(price_usd) })
        return price_usd`,
    }
  },
}

const rewriteFile: Family = {
  key: 'rewrite_file_after_write',
  name: 'conversation',
  isSteady: true,
  draw({ rng }) {
    const [one, other] = rng.sample(['EUR', 'GBP', 'CHF', 'CAD', 'AUD'], 2) as [string, string]
    const amount = rng.int(120, 980) * 10
    const path = rng.pick([
      '/quotes/budget.txt',
      '/board/offer.txt',
      '/team/limit.txt',
      '/projects/price.txt',
    ])
    return {
      prompts: [
        `We were quoted ${amount} ${one}. Write today's value in US dollars into ${path}, just the number.`,
        `Put today's value of ${amount} ${one} in US dollars into the file ${path}, only the number.`,
        `How much is ${amount} ${one} in US dollars today? Save the number, and nothing else, as ${path}.`,
      ],
      turns: [
        rng.pick([
          `I misread the quote, it is ${amount} ${other}. Please put the right number into the file.`,
          `Correction: ${amount} ${other}, not ${one}. Please fix the file.`,
        ]),
      ],
      answer: 'number in the file',
      options: { expected_state: true },
      calls: code`
        const quoted = { to_currency: 'USD', amount: ${amount} }
        const wrong = await get_exchange_rate({ ...quoted, from_currency: ${one} })
        await write_file({ path: ${path}, content: String(wrong.converted_amount) })
        await turn(2)
        const { converted_amount } = await get_exchange_rate({ ...quoted, from_currency: ${other} })
        await write_file({ path: ${path}, content: String(converted_amount) })
        return converted_amount`,
    }
  },
}

/** Several messages: a value that comes later, and corrections of what was written. */
export const conversations: readonly Family[] = [
  invoiceLater,
  mailAddressLater,
  correctAfterWrite,
  rewriteFile,
]
