import { tool } from 'ai'
import { MockLanguageModelV3, simulateReadableStream } from 'ai/test'
import { z } from 'zod'
import { findOrder, refundOrder, say } from '../brain.ts'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

interface Part {
  role: string
  content: { type: string; output?: { value: unknown } }[]
}

function next(prompt: readonly Part[]) {
  const results = prompt
    .filter(({ role }) => role === 'tool')
    .flatMap(({ content }) => content)
    .flatMap(({ output }) => (output === undefined ? [] : [output.value]))
  const user = prompt.find(({ role }) => role === 'user')
  const said = say(
    JSON.stringify(user),
    results.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))),
  )
  if ('text' in said)
    return { content: [{ type: 'text' as const, text: said.text }], reason: 'stop' as const }
  const content = said.calls.map(({ id, name, args }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: name,
    input: JSON.stringify(args),
  }))
  return { content, reason: 'tool-calls' as const }
}

export const model = new MockLanguageModelV3({
  doGenerate: async ({ prompt }) => {
    const { content, reason } = next(prompt as never)
    return { content, finishReason: { unified: reason, raw: undefined }, usage, warnings: [] }
  },
  doStream: async ({ prompt }) => {
    const { content, reason } = next(prompt as never)
    const parts = content.flatMap((one) =>
      one.type === 'text'
        ? [
            { type: 'text-start' as const, id: '1' },
            { type: 'text-delta' as const, id: '1', delta: one.text },
            { type: 'text-end' as const, id: '1' },
          ]
        : [one],
    )
    const chunks = [
      { type: 'stream-start' as const, warnings: [] },
      ...parts,
      { type: 'finish' as const, finishReason: { unified: reason, raw: undefined }, usage },
    ]
    return { stream: simulateReadableStream({ chunks }) }
  },
})

export const tools = {
  find_order: tool({
    description: 'Finds an order.',
    inputSchema: z.object({ reference: z.string() }),
    execute: findOrder,
  }),
  refund_order: tool({
    description: 'Pays back.',
    inputSchema: z.object({ id: z.string(), amount: z.number() }),
    async *execute(input) {
      yield { refund: '' }
      yield await refundOrder(input)
    },
  }),
}
