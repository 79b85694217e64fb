import { openai } from '@ai-sdk/openai'
import { stepCountIs, ToolLoopAgent, tool } from 'ai'
import { z } from 'zod'
import { ledger } from './ledger.ts'

const tools = {
  find_invoice: tool({
    description: 'Finds the invoice of a customer.',
    inputSchema: z.object({ customer: z.string() }),
    execute: async ({ customer }) => {
      const found = ledger.invoices.find((one) => one.customer === customer)
      if (found === undefined) throw new Error(`no invoice for ${customer}`)
      return found
    },
  }),
  list_payments: tool({
    description: 'What was paid for an invoice, and the sum of it.',
    inputSchema: z.object({ invoice_id: z.string() }),
    execute: async ({ invoice_id }) => {
      const payments = ledger.payments.get(invoice_id) ?? []
      const sum = payments.reduce((total, { amount }) => total + amount, 0)
      return { payments, sum: Math.round(sum * 100) / 100 }
    },
  }),
  refund: tool({
    description: 'Pays a payment back. A person has to approve it.',
    inputSchema: z.object({ payment_id: z.string(), amount: z.number(), account: z.string() }),
    needsApproval: true,
    execute: async ({ payment_id, amount, account }) => {
      const refund_id = crypto.randomUUID()
      ledger.refunds.push({ refund_id, payment_id, amount, account, at: Date.now() })
      return { refund_id }
    },
  }),
  open_ticket: tool({
    description: 'Hands a customer to a colleague.',
    inputSchema: z.object({ customer: z.string() }),
    execute: async ({ customer }) => {
      const ticket_id = `t-${ledger.tickets.length + 1}`
      ledger.tickets.push({ ticket_id, customer })
      return { ticket_id }
    },
  }),
}

export const agent = new ToolLoopAgent({
  model: openai.chat('gpt-5'),
  tools,
  instructions: 'You answer customers of the accounting department.',
  stopWhen: stepCountIs(12),
})
