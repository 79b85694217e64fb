import { generateText, stepCountIs, tool } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { importTrace } from '../../../../src/trace/import/index.ts'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}
const replies = [
  {
    content: [{ type: 'tool-call' as const, toolCallId: 'a', toolName: 'find_order', input: '{"id":"A-1"}' }],
    finishReason: { unified: 'tool-calls' as const, raw: 'tool-calls' },
  },
  {
    content: [{ type: 'text' as const, text: 'The total is 7.' }],
    finishReason: { unified: 'stop' as const, raw: 'stop' },
  },
]

it('reads what the installed version of the AI SDK returns', async () => {
  let next = 0
  const result = await generateText({
    model: new MockLanguageModelV3({
      doGenerate: async () => ({ ...(replies[next++] ?? expect.fail()), usage, warnings: [] }),
    }),
    prompt: 'Total of A-1?',
    stopWhen: stepCountIs(3),
    tools: {
      find_order: tool({ inputSchema: z.object({ id: z.string() }), execute: async () => ({ total: 7 }) }),
    },
  })
  for (const value of [result, result.steps])
    expect(importTrace(value)).toMatchObject({
      format: 'ai-sdk',
      trace: {
        calls: [{ tool_name: 'find_order', arguments: { id: 'A-1' }, status: 200, result: { total: 7 } }],
        final_answer: 'The total is 7.',
      },
    })
})
