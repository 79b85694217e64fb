import { from, text } from '../../bind.ts'
import { drawDateTime } from '../../draws.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { CLIENTS, CURRENCIES, SERVICES } from '../../pools/markets.ts'
import { PEOPLE } from '../../pools/people.ts'
import { SUBJECTS } from '../../pools/titles.ts'

export const chainFanOutWrites = definePattern({
  key: 'chain_fan_out_writes',
  name: 'chain-fan-out-writes',
  level: 'L3_dag',
  tools: ['get_exchange_rate', 'create_invoice', 'send_email', 'set_reminder'],
  draw(rng) {
    const [source, target] = rng.sample(CURRENCIES, 2) as [string, string]
    const amount = rng.decimal(15, 240, 2)
    const client = rng.pick(CLIENTS)
    const description = rng.pick(SERVICES)
    const quantity = rng.int(2, 12)
    const { email } = rng.pick(PEOPLE)
    const subject = rng.pick(SUBJECTS)
    const at = drawDateTime(rng)
    return {
      steps: [
        {
          tool: 'get_exchange_rate',
          arguments: { from_currency: source, to_currency: target, amount },
        },
        {
          tool: 'create_invoice',
          arguments: {
            client_name: client,
            items: [{ description, quantity, unit_price: from(1, '/converted_amount') }],
            currency: target,
          },
        },
        {
          tool: 'send_email',
          arguments: {
            to: email,
            subject,
            body: text('Invoice ', from(2, '/invoice_id'), ' comes to ', from(2, '/total'), ` ${target}.`),
          },
        },
        {
          tool: 'set_reminder',
          arguments: { message: text('Check the payment of ', from(2, '/invoice_id')), remind_at: at },
        },
      ],
      prompts: [
        `Convert ${amount} ${source} to ${target}. Then issue an invoice in ${target} to ${quote(client)} with one item: ${quote(description)}, quantity ${quantity}, and the converted amount, unrounded, as the unit price. E-mail the invoice id and the total to ${email}, subject ${quote(subject)}. Also set a reminder at ${at} whose message contains the invoice id.`,
        `Our unit price for ${quote(description)} is ${amount} ${source}, but the client ${quote(client)} pays in ${target}. Convert that price, without rounding, and bill ${quantity} units in ${target} as the only item. Once the invoice is out, tell ${email} its id and its total in the body of an e-mail with the subject ${quote(subject)}, and have me reminded at ${at} by a message that names the id.`,
        `Bill ${quote(client)} in ${target}. The single item is ${quote(description)}, quantity ${quantity}; its unit price is what ${amount} ${source} convert to in ${target}, with all decimals. The id of the invoice goes into the message of a reminder for ${at}. The id and the total go into the body of an e-mail to ${email} under the subject ${quote(subject)}.`,
      ],
    }
  },
})
