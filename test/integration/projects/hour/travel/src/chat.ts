import OpenAI from 'openai'
import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources'
import { charge, getBooking, issueVoucher, rebook, searchFlights } from './functions.ts'

const HANDLERS: Record<string, (args: never) => Promise<unknown>> = {
  get_booking: getBooking,
  search_flights: searchFlights,
  rebook,
  issue_voucher: issueVoucher,
  charge,
}
const TOOLS: ChatCompletionTool[] = [
  {
    type: 'function',
    function: {
      name: 'get_booking',
      description: 'Reads a booking.',
      parameters: {
        type: 'object',
        properties: { reference: { type: 'string' } },
        required: ['reference'],
      },
    },
  },
  {
    type: 'function',
    function: {
      name: 'search_flights',
      description: 'Lists flights.',
      parameters: {
        type: 'object',
        properties: { from: { type: 'string' }, to: { type: 'string' } },
        required: ['from', 'to'],
      },
    },
  },
  {
    type: 'function',
    function: {
      name: 'rebook',
      description: 'Puts a booking on another flight.',
      parameters: {
        type: 'object',
        properties: { reference: { type: 'string' }, flight_id: { type: 'string' } },
        required: ['reference', 'flight_id'],
      },
    },
  },
  {
    type: 'function',
    function: {
      name: 'issue_voucher',
      description: 'Pays a difference back.',
      parameters: {
        type: 'object',
        properties: { reference: { type: 'string' }, amount: { type: 'number' } },
        required: ['reference', 'amount'],
      },
    },
  },
  {
    type: 'function',
    function: {
      name: 'charge',
      description: 'Charges a difference.',
      parameters: {
        type: 'object',
        properties: { reference: { type: 'string' }, amount: { type: 'number' } },
        required: ['reference', 'amount'],
      },
    },
  },
]

let client: OpenAI | undefined

/** Answers the last message of a conversation. */
export async function chat(messages: ChatCompletionMessageParam[], signal?: AbortSignal): Promise<string> {
  client ??= new OpenAI({ maxRetries: 0 })
  for (let turn = 0; turn < 12; turn++) {
    const reply = await client.chat.completions.create({ model: 'gpt-5', messages, tools: TOOLS }, { signal })
    const message = reply.choices[0]?.message
    if (message === undefined) break
    messages.push(message)
    if (!message.tool_calls?.length) return message.content ?? ''
    for (const call of message.tool_calls) {
      if (call.type !== 'function') continue
      let content: string
      try {
        const result = await HANDLERS[call.function.name]?.(JSON.parse(call.function.arguments) as never)
        content = JSON.stringify(result)
      } catch (error) {
        content = `Error: ${(error as Error).message}`
      }
      messages.push({ role: 'tool', tool_call_id: call.id, content })
    }
  }
  return 'I could not finish this.'
}
