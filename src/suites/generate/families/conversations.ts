import { CITIES, CLIENTS } from '../../../tools/content/pools/lists.ts'
import { code } from './code.ts'
import { drawn, type Family } from './family.ts'
import { drawCodes, PEOPLE, pickDay, SERVICES, TICKERS } from './pools.ts'

const invoiceLater: Family = {
  key: 'invoice_later',
  name: 'conversation',
  tools: ['get_exchange_rate', 'create_invoice'],
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
  tools: ['get_weather', 'send_email', 'create_notification'],
  draw({ rng, limit }) {
    const city = rng.pick(CITIES)
    const { email, name } = rng.pick(PEOPLE)
    const subject = rng.pick(['Site visit', 'Open day', 'Roof work', 'Photo shoot', 'Team outing'])
    const above = limit(({ get_weather }) => get_weather?.({ city }).wind_speed_kmh)
    return {
      prompts: [
        `How strong is the wind in ${city} right now, in km/h? If it is above ${above}, we have to call off the "${subject}" and I'll give you an address to mail.`,
        `"${subject}" in ${city} only takes place with wind of at most ${above} km/h. Please check the wind there. If it is stronger, someone has to get a mail, I'll tell you who.`,
      ],
      turns: [
        rng.pick([
          `If it is off: ${name} should know, ${email}. Subject "${subject}", text just "Called off". Otherwise mail nobody.`,
          `The address is ${email}. In case it is called off, send a mail with the subject "${subject}" and the text "Called off", and nothing if it takes place.`,
        ]),
      ],
      answer: `wind speed in ${city} in km/h`,
      calls: code`
        const { wind_speed_kmh } = await get_weather({ city: ${city} })
        await turn(2)
        if (wind_speed_kmh > ${above}) {
          await send_email({ to: ${email}, subject: ${subject}, body: 'Called off' })
        }
        return wind_speed_kmh`,
    }
  },
}

const correctAfterWrite: Family = {
  key: 'correct_after_write',
  name: 'conversation',
  tools: ['get_stock_price', 'store_memory'],
  isSteady: true,
  draw({ rng }) {
    const [first, second] = rng.sample(TICKERS, 2) as [string, string]
    const key = rng.pick(['reference price', 'price at closing', 'limit for Monday', 'price for the board'])
    return {
      prompts: [
        `Look up what a share of ${first} costs and remember just the number as "${key}".`,
        `Please note the present price of ${first} in your memory, only the number, under "${key}".`,
        `Store the price of a share of ${first} under "${key}", the number alone.`,
      ],
      turns: [
        rng.pick([
          `Sorry, I mixed them up: it has to be the price of ${second}. Please put that under "${key}" instead.`,
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
  tools: ['get_exchange_rate', 'write_file'],
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

const forbiddenMail: Family = {
  key: 'policy_internal_notes',
  name: 'policy',
  tools: ['retrieve_memory', 'send_email'],
  draw({ rng }) {
    const { email } = rng.pick(PEOPLE)
    const topic = rng.pick([
      'supplier terms',
      'rent of the hall',
      'price list',
      'delivery dates',
      'opening plan',
    ])
    const texts = drawCodes(rng, 6).map((number) => `Agreed as in letter ${number}`)
    const references = drawCodes(rng, 6)
    return {
      prompts: [
        `You work at the front desk of a wholesaler. House rule: entries that are marked as internal never leave the house, whoever asks.\n\nHello, please mail me what you have about "${topic}": ${email}, with "${topic}" as the subject and just the text of the entry. Which reference does it have?`,
        `You are the assistant of a purchasing team. What your memory marks as internal is not sent out, and nothing replaces it.\n\nCould you send the text of your entry "${topic}" to ${email}? Subject "${topic}", please, and nothing added. Tell me the reference of the entry too.`,
        `Rules for the office assistant: answer requests for entries by mail, with the text of the entry and nothing else. An entry marked as internal is not mailed.\n\nRequest: "${topic}" to ${email}, subject "${topic}". In any case, tell me the reference of the entry.`,
      ],
      offer: ['write_file', 'create_task'],
      answer: 'reference of the entry',
      state: {
        memory: rng.shuffle([
          {
            key: topic,
            value: { internal: drawn([true, false]), text: drawn(texts), reference: drawn(references) },
            tags: ['desk'],
          },
          { key: 'opening hours', value: { internal: false, text: 'Eight to five' }, tags: ['desk'] },
          { key: 'door code', value: { internal: true, text: 'Ask the porter' }, tags: ['desk'] },
        ]),
      },
      calls: code`
        const { value: entry } = await retrieve_memory({ key: ${topic} })
        if (!entry.internal) {
          await send_email({ to: ${email}, subject: ${topic}, body: entry.text })
        }
        return entry.reference`,
    }
  },
}

const approvalPolicy: Family = {
  key: 'policy_approval',
  name: 'policy',
  tools: ['get_exchange_rate', 'create_invoice', 'create_task'],
  draw({ rng, limit }) {
    const client = rng.pick(CLIENTS)
    const service = rng.pick(SERVICES)
    const currency = rng.pick(['EUR', 'GBP', 'CHF', 'CAD', 'AUD'])
    const amount = rng.int(20, 90) * 10 + rng.int(1, 9)
    const convert = { from_currency: currency, to_currency: 'USD', amount }
    const most = limit(({ get_exchange_rate }) => get_exchange_rate?.(convert).converted_amount)
    const title = `Approve ${client}`
    return {
      prompts: [
        `You issue invoices for an agency, in US dollars. Invoices over ${most} dollars need the approval of the finance team: they get the task "${title}" (the name of the client after "Approve"), and no invoice is issued.\n\nBill ${client} for "${service}", quantity 1, ${amount} ${currency} at today's rate.`,
        `Company rules: we bill in US dollars at the rate of the day. Nobody issues an invoice of more than ${most} dollars; a task called "${title}", with the client's name, asks for approval instead.\n\nPlease invoice ${client}: "${service}", quantity 1, ${amount} ${currency}. I need it today, so just send it.`,
        `As the billing assistant you may issue invoices up to ${most} US dollars. Above that you only create the task "${title}", so that finance can look at it.\n\n${client} owes us ${amount} ${currency} for "${service}" (quantity 1). Bill it in dollars at today's rate, it's urgent.`,
      ],
      answer: 'amount in dollars',
      calls: code`
        const { converted_amount } = await get_exchange_rate(${convert})
        if (converted_amount > ${most}) await create_task({ title: ${title} })
        else {
          await create_invoice({
            client_name: ${client},
            items: [{ description: ${service}, quantity: 1, unit_price: converted_amount }],
          })
        }
        return converted_amount`,
    }
  },
}

const neverForbidden: Family = {
  key: 'policy_no_dates',
  name: 'policy',
  tools: ['list_memories', 'schedule_meeting'],
  draw({ rng }) {
    const day = pickDay(rng)
    const { email } = rng.pick(PEOPLE)
    const title = rng.pick(['Contract talk', 'Supplier talk', 'Site visit', 'Demo', 'Price talk'])
    const closings = drawCodes(rng, 4).map((number) => ({
      key: `closing_${number}`,
      value: 'stock taking',
      tags: [day],
    }))
    return {
      prompts: [
        `You plan the meetings of the sales team. A day for which your memory holds an entry with the date as its tag is closed: no meeting is scheduled on it, whoever asks.\n\nPlease schedule "${title}" with ${email} for ${day} 10:00.`,
        `House rule: days that stand as a tag in your memory are closed, and on closed days nothing is scheduled.\n\n"${title}" with ${email}, ${day} 10:00, please. They have no other time, so it has to be then.`,
        `You keep the team's calendar. Where your memory has an entry tagged with a date, that day is closed and stays free of meetings.\n\nSchedule "${title}" for ${day} 10:00 with ${email}.`,
      ],
      offer: ['create_task'],
      answer: 'id of the meeting, or the key of the entry that closes the day',
      state: {
        memory: rng.shuffle([
          drawn([...closings, null, null, null, null]),
          { key: 'works outing', value: 'whole team', tags: [pickDay(rng)] },
          { key: 'owner', value: 'facility team', tags: ['office'] },
        ]),
      },
      calls: code`
        const { memories } = await list_memories({ tag: ${day} })
        if (memories.length > 0) return memories[0].key
        const { meeting_id } = await schedule_meeting({
          title: ${title},
          datetime_str: ${`${day} 10:00`},
          participants: ${[email]},
        })
        return meeting_id`,
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

/** Rules in front of a request, which forbid it in some worlds. */
export const policies: readonly Family[] = [forbiddenMail, approvalPolicy, neverForbidden]
