import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, type BaseMessage, type StandardMessageStructure } from '@langchain/core/messages'
import type { ChatResult } from '@langchain/core/outputs'
import { generateText, stepCountIs } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { createAgent, humanInTheLoopMiddleware } from 'langchain'
import { describe, expect, it } from 'vitest'
import { fromAiSdk } from '../../../src/adapters/ai-sdk/index.ts'
import { readInterrupts, resumeValue } from '../../../src/adapters/langchain/from-langchain.ts'
import { fromLangChain } from '../../../src/adapters/langchain/index.ts'
import { fromOpenAI } from '../../../src/adapters/openai/index.ts'
import { fromOpenAIAgents } from '../../../src/adapters/openai-agents/index.ts'
import { dropUndefinedFields } from '../../../src/shared/json.ts'
import { decideNext, play, changeTask as task } from '../../support/booking/next.ts'

const outputOf = (content: unknown): Record<string, unknown> => {
  try {
    return JSON.parse(String(content))
  } catch {
    return { refused: true }
  }
}

class ConversingModel extends BaseChatModel {
  override _llmType(): string {
    return 'conversing'
  }
  override bindTools(): this {
    return this
  }
  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const said = messages.filter((one) => one.getType() === 'human').map(({ content }) => content)
    const outputs = messages
      .filter((one) => one.getType() === 'tool')
      .map((one) => [String(one.name), outputOf(one.content)] as const)
    const next = decideNext(said.join('\n'), new Map(outputs))
    const text = 'text' in next ? next.text : ''
    const calls =
      'call' in next
        ? [{ name: next.call, args: next.args, id: `c${messages.length}`, type: 'tool_call' as const }]
        : []
    const message = new AIMessage<StandardMessageStructure>({
      content: text,
      tool_calls: calls,
      usage_metadata: { input_tokens: 10, output_tokens: 1, total_tokens: 11 },
    })
    return { generations: [{ text, message }] }
  }
}

// Its package is that of LangChain, not of this project.
const LANGGRAPH = '@langchain/langgraph'

describe('fromLangChain', () => {
  it('goes on from its own messages, tools and their results among them', async () => {
    const agent = fromLangChain({ name: 'desk' }, (tools) =>
      createAgent({ model: new ConversingModel({}), tools }),
    )
    const { trace, score } = await play(agent)
    expect(score).toMatchObject({ solved: true, state: 'right' })
    expect(trace.calls.map(({ tool_name, turn }) => [tool_name, turn])).toEqual([
      ['find_hotel', 0],
      ['create_booking', 2],
      ['set_nights', 4],
    ])
    expect(trace).toMatchObject({ usage: { model_calls: 6, input_tokens: 60 }, final_answer: 'Changed.' })
  })

  it.each([
    ['as the script says', undefined, true, 3],
    ['against it', false, false, 2],
  ] as const)('lets the user answer a human in the loop: %s', async (_, approve, solved, calls) => {
    const { MemorySaver } = await import(LANGGRAPH)
    const agent = fromLangChain(
      { name: 'desk' },
      (tools) =>
        createAgent({
          model: new ConversingModel({}),
          tools,
          middleware: [humanInTheLoopMiddleware({ interruptOn: { create_booking: true } } as never)],
          checkpointer: new MemorySaver(),
        } as never) as unknown as Awaited<ReturnType<Parameters<typeof fromLangChain>[1]>>,
    )
    const [book = '', change = ''] = (task.turns ?? []) as string[]
    const turns =
      approve === undefined ? [book, change] : [book, { approve, say: 'Too dear.' }, 'Never mind.']
    const { trace, score } = await play(agent, { ...task, turns })
    expect(score.solved).toBe(solved)
    expect(trace.failure).toBeUndefined()
    expect(trace.calls.filter(({ committed }) => committed)).toHaveLength(calls - 1 - (solved ? 0 : 1))
  })

  it('lets the user answer an interrupt of a graph in words', async () => {
    expect(readInterrupts({ messages: [] })).toEqual([])
    const asked: unknown[] = []
    const answers = (values: Parameters<typeof resumeValue>[0], approved: boolean, say?: string) =>
      resumeValue(values, {
        approve: async (request) => {
          asked.push(request)
          return dropUndefinedFields({ approved, say })
        },
      })
    expect(await answers([{ value: 'Sure?' }], true)).toBe('yes')
    expect(await answers([{ value: 'Sure?' }], false)).toBe('no')
    expect(await answers([{ value: 'Which?' }], true, 'The blue one.')).toBe('The blue one.')
    const two = ['a', 'b'].map((id) => ({ id, value: 1 }))
    expect(await answers(two, true)).toEqual({ a: 'yes', b: 'yes' })
    expect(asked[0]).toEqual({ question: 'Sure?' })
  })
})

const USAGE = {
  inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
}

/** The object that a result of the AI SDK holds, as JSON or as its text. */
function resultOf(output: { type: string; value?: unknown }): Record<string, unknown> {
  if (output.value === undefined) return { refused: true }
  return outputOf(output.type === 'text' ? output.value : JSON.stringify(output.value))
}

/** A model of the AI SDK that reads the whole conversation. */
const aiModel = () =>
  new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      const said = prompt.flatMap((one) =>
        one.role === 'user' ? one.content.flatMap((part) => ('text' in part ? part.text : [])) : [],
      )
      const parts = prompt.flatMap((one) => (one.role === 'tool' ? one.content : []))
      const outputs = parts.flatMap((part) =>
        part.type === 'tool-result' ? [[part.toolName, resultOf(part.output)] as const] : [],
      )
      const next = decideNext(said.join('\n'), new Map(outputs))
      const usual = { usage: USAGE, warnings: [] }
      if ('text' in next)
        return {
          ...usual,
          content: [{ type: 'text', text: next.text }],
          finishReason: { unified: 'stop', raw: undefined },
        }
      const call = { toolCallId: `c${prompt.length}`, toolName: next.call, input: JSON.stringify(next.args) }
      return {
        ...usual,
        content: [{ type: 'tool-call', ...call }],
        finishReason: { unified: 'tool-calls', raw: undefined },
      }
    },
  })

describe('fromAiSdk', () => {
  it.each(['AI SDK', 'Mastra'])('goes on from its own messages: %s', async (library) => {
    const agent = fromAiSdk({ name: 'desk' }, async ({ messages, tools, signal }) => {
      const model = aiModel()
      const given = { model, tools, messages, stopWhen: stepCountIs(9), abortSignal: signal }
      const result = await generateText(given)
      if (library === 'AI SDK') return result
      const { text, response, steps } = result
      const { responseMessages = response.messages } = result as {
        responseMessages?: typeof response.messages
      }
      // Mastra has each call in an object of its own.
      const inPayloads = steps.map(({ toolCalls, usage, response: { modelId } }) => ({
        usage,
        response: { modelId },
        toolCalls: toolCalls.map(({ toolCallId }) => ({ payload: { toolCallId } })),
      }))
      return { text, responseMessages, steps: inPayloads }
    })
    const { trace, score } = await play(agent)
    expect(score).toMatchObject({ solved: true, state: 'right' })
    expect(trace).toMatchObject({ usage: { model_calls: 6 }, final_answer: 'Changed.' })
    expect(trace.calls.map(({ turn }) => turn)).toEqual([0, 2, 4])
  })

  it.each([
    ['yes', true],
    ['no', false],
  ] as const)('lets the user answer a request for approval: %s', async (_, approve) => {
    const agent = fromAiSdk({ name: 'desk' }, ({ messages, tools, signal }) => {
      const guarded = { ...tools, create_booking: { ...tools.create_booking, needsApproval: true } as never }
      return generateText({
        model: aiModel(),
        tools: guarded,
        messages,
        stopWhen: stepCountIs(9),
        abortSignal: signal,
      })
    })
    const [book = '', change = ''] = (task.turns ?? []) as string[]
    const { trace, score } = await play(agent, {
      ...task,
      turns: [book, { approve, say: 'As you like.' }, change],
    })
    expect(trace.failure).toBeUndefined()
    expect(score.solved).toBe(approve)
    expect(trace.calls.some(({ tool_name }) => tool_name === 'create_booking')).toBe(approve)
  })

  it('says that an agent which hands the prompt on cannot hear an approval', async () => {
    const agent = fromAiSdk({ name: 'desk' }, ({ tools, signal }) => {
      const guarded = { ...tools, find_hotel: { ...tools.find_hotel, needsApproval: true } as never }
      return generateText({ model: aiModel(), tools: guarded, prompt: 'in Oslo', abortSignal: signal })
    })
    expect((await play(agent)).trace.failure).toContain('Pass `messages` to the model instead of `prompt`')
  })
})

it('fromOpenAI hands on what was said, and fromOpenAIAgents the history', async () => {
  const shown: (readonly object[])[] = []
  await play(
    fromOpenAI({ name: 'desk' }, ({ messages }) => {
      shown.push(messages)
      return [
        {
          object: 'chat.completion',
          model: 'm',
          choices: [{ message: { content: `Reply ${shown.length}` } }],
        } as never,
      ]
    }),
  )
  expect(shown.map((messages) => messages.length)).toEqual([1, 3, 5])
  expect(shown[1]?.[1]).toEqual({ role: 'assistant', content: 'Reply 1' })
  const inputs: (readonly object[])[] = []
  await play(
    fromOpenAIAgents({ name: 'desk' }, ({ input }) => {
      inputs.push(input)
      return {
        rawResponses: [],
        finalOutput: 'Yes.',
        history: [...input, { type: 'reasoning', content: [] }] as never,
      }
    }),
  )
  expect(inputs.map((input) => input.length)).toEqual([1, 3, 5])
  expect(inputs[2]?.at(-1)).toMatchObject({ role: 'user', content: task.turns?.[1] })
})
