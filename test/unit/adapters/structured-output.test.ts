import { AIMessage } from '@langchain/core/messages'
import { generateText, Output, stepCountIs } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fromAiSdk } from '../../../src/adapters/ai-sdk/index.ts'
import { fromLangChain } from '../../../src/adapters/langchain/index.ts'
import { fromOpenAIAgents } from '../../../src/adapters/openai-agents/index.ts'
import { runAttempt } from '../../../src/run/attempt/run-attempt.ts'
import type { Agent } from '../../../src/schema/agent.ts'
import type { Task } from '../../../src/schema/task.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'

const task: Task = {
  task_id: 'count',
  level: 'L0_node',
  prompt: 'Count the words of "one two three". ANSWER: {"word_count": <number of words>}',
  available_tools: ['word_count'],
  expected_trace: {
    steps: [
      { step_id: 'step_1', tool_name: 'word_count', arguments: { text: 'one two three' }, depends_on: [] },
    ],
  },
  expected_final_answer: { word_count: { $from: 'step_1', at: '/words' } },
}

/** Works on the task, and makes the call before it answers. */
async function play(answering: Agent) {
  const agent: Agent = {
    ...answering,
    async run(request) {
      await request.tools[0]?.invoke({ text: 'one two three' }, { turn: 0 })
      return answering.run(request)
    },
  }
  const { trace } = await runAttempt(agent, task, { registry, wire: 'direct', timeout: 20_000 })
  return { trace, score: scoreTrace(task, trace, registry) }
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}
const model = (text: string) =>
  new MockLanguageModelV3({
    doGenerate: async () => ({
      content: [{ type: 'text', text }],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage,
      warnings: [],
    }),
  })
const aiSdk = (text: string, output?: ReturnType<typeof Output.object>): Agent =>
  fromAiSdk({ name: 'desk' }, ({ prompt, signal }) =>
    generateText({
      model: model(text),
      prompt,
      stopWhen: stepCountIs(2),
      abortSignal: signal,
      ...(output === undefined ? {} : { output }),
    }),
  )

describe('structured output is graded in place of the reply', () => {
  it.each<[string, Agent]>([
    [
      'the structured response of LangChain',
      fromLangChain({ name: 'desk' }, () => ({
        invoke: async () => ({
          messages: [new AIMessage('Three words.')],
          structuredResponse: { wordCount: 3, sure: true },
        }),
      })),
    ],
    [
      'the output object of the AI SDK',
      aiSdk('{"wordCount": 3}', Output.object({ schema: z.object({ wordCount: z.number() }) })),
    ],
    [
      'the typed output of OpenAI Agents',
      fromOpenAIAgents({ name: 'desk' }, () => ({ rawResponses: [], finalOutput: { wordCount: 3 } })),
    ],
    ['an object', { name: 'desk', run: async () => ({ answer: { answer: { word_count: 3 } } }) }],
  ])('%s', async (_, agent) => {
    const { trace, score } = await play(agent)
    expect(trace.structured_answer).toBeDefined()
    expect(score).toMatchObject({ answer: 'right', solved: true })
  })

  it('a wrong one is wrong, whatever the reply says', async () => {
    const { trace, score } = await play(
      fromLangChain({ name: 'desk' }, () => ({
        invoke: async () => ({
          messages: [new AIMessage('ANSWER: {"word_count": 3}')],
          structuredResponse: { word_count: 4 },
        }),
      })),
    )
    expect(trace).toMatchObject({
      final_answer: 'ANSWER: {"word_count": 3}\n{"word_count":4}',
      structured_answer: { word_count: 4 },
    })
    expect(score).toMatchObject({ answer: 'wrong', solved: false })
    expect(score.reason).toContain('word_count')
  })

  it.each<[string, Agent]>([
    ['text of the AI SDK', aiSdk('Three.\nANSWER: {"word_count": 3}')],
    [
      'text of OpenAI Agents',
      fromOpenAIAgents({ name: 'desk' }, () => ({
        rawResponses: [],
        finalOutput: 'ANSWER: {"word_count": 3}',
      })),
    ],
  ])('%s stays a reply', async (_, agent) => {
    const { trace, score } = await play(agent)
    expect(trace.structured_answer).toBeUndefined()
    expect(score).toMatchObject({ answer: 'right', solved: true })
  })
})
