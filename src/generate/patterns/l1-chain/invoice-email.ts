import { from, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { CLIENTS, CURRENCIES, SERVICES } from '../../pools/markets.ts'
import { PEOPLE } from '../../pools/people.ts'
import { SUBJECTS } from '../../pools/titles.ts'

export const invoiceEmail = definePattern({
  key: 'invoice_email',
  name: 'create-send',
  level: 'L1_chain',
  published: {
    mended:
      'The published one leaves items and currency out of the prompt and expects one wording of the body. Here all is stated, and the body has to carry id and total in any words.',
  },
  tools: ['create_invoice', 'send_email'],
  draw(rng) {
    const client = rng.pick(CLIENTS)
    const currency = rng.pick(CURRENCIES)
    const description = rng.pick(SERVICES)
    const quantity = rng.int(2, 24)
    const unit_price = rng.decimal(15, 240, 2)
    const { email } = rng.pick(PEOPLE)
    const subject = rng.pick(SUBJECTS)
    const item = `${quote(description)}, quantity ${quantity}, unit price ${unit_price}`
    return {
      steps: [
        {
          tool: 'create_invoice',
          arguments: { client_name: client, items: [{ description, quantity, unit_price }], currency },
        },
        {
          tool: 'send_email',
          arguments: {
            to: email,
            subject,
            body: text(
              'The invoice has the id ',
              from(1, '/invoice_id'),
              ' and comes to ',
              from(1, '/total'),
              ` ${currency}.`,
            ),
          },
        },
      ],
      prompts: [
        `Issue an invoice in ${currency} to ${quote(client)} with one item: ${item}. Afterwards e-mail ${email} under the subject ${quote(subject)}; the body has to give the id of the invoice and its total.`,
        `Bill the client ${quote(client)} for this single item: ${item}. The currency is ${currency}. Then tell ${email} by e-mail, subject ${quote(subject)}, which id the invoice got and what its total is.`,
        `An invoice to ${quote(client)} is due, in ${currency}. Its only item: ${item}. Once it is issued, send an e-mail with the subject ${quote(subject)} to ${email} and put the invoice id and the total into the body.`,
      ],
    }
  },
})
