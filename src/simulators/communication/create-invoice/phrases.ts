import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { CLIENTS, CURRENCIES, SERVICES } from '../../../generate/pools/markets.ts'

export const createInvoice = definePhrases({
  tool: 'create_invoice',
  draw: (rng) => ({
    client_name: rng.pick(CLIENTS),
    items: rng.sample(SERVICES, rng.int(1, 3)).map((description) => ({
      description,
      quantity: rng.int(2, 24),
      unit_price: rng.decimal(15, 240, 2),
    })),
    ...(rng.int(0, 2) === 0 ? {} : { currency: rng.pick(CURRENCIES) }),
  }),
  asks: [
    'issue an invoice to {client_name} for the items {items}[, all prices in {currency}]',
    'bill {client_name}[ in {currency}] for exactly these items: {items}',
    'make out an invoice[ in {currency}] with {client_name} as the client and {items} as the items',
    'charge {client_name} for {items} by invoice[, with {currency} as its currency]',
    'write an invoice (client: {client_name}; items: {items}[; currency: {currency}])',
  ],
  outputs: { '/invoice_id': 'id of the invoice', '/total': 'total of the invoice' },
  answers: [],
})
