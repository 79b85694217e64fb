export interface Payment {
  payment_id: string
  amount: number
  method: 'card' | 'transfer'
  paid_at: string
}

/** Invoices of a company, and what was paid for them. */
export const ledger = {
  invoices: [] as { invoice_id: string; customer: string; due: number; account: string }[],
  payments: new Map<string, Payment[]>(),
  refunds: [] as { refund_id: string; payment_id: string; amount: number; account: string; at: number }[],
  tickets: [] as { ticket_id: string; customer: string }[],
}

export function fill(seed: number): void {
  let random = seed * 31_337 + 5
  const draw = (below: number): number => {
    random = (random * 48_271) % 2_147_483_647
    return random % below
  }
  ledger.refunds = []
  ledger.tickets = []
  ledger.invoices = ['Nordwind', 'Seehof'].map((customer) => ({
    invoice_id: `inv-${draw(90_000) + 10_000}`,
    customer,
    due: (customer === 'Nordwind' ? 100 : 350) + draw(5_000) / 100,
    account: `CH${draw(900_000) + 100_000}`,
  }))
  ledger.payments = new Map(
    ledger.invoices.map(({ invoice_id }) => [
      invoice_id,
      Array.from({ length: 3 }, (_, i) => ({
        payment_id: `pay-${draw(90_000) + 10_000}`,
        amount: 50 + draw(20_000) / 100,
        method: draw(2) === 0 ? 'card' : 'transfer',
        paid_at: `2026-0${7 - i}-11`,
      })),
    ]),
  )
}
fill(0)
