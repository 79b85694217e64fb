import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import type { ChatResult } from '@langchain/core/outputs'
import { createAgent } from 'langchain'
import { expect, forkRun, test } from 'tracewright/fixtures'
import { fromLangChain } from 'tracewright/langchain'
import type { Weather } from './agents.ts'
import { CONVERT, convert } from './tasks.ts'

/** A model in this process: reads the weather of two cities in one turn, then converts a temperature. */
class Planner extends BaseChatModel {
  private readonly choose: (weather: Weather) => number
  constructor(choose: (weather: Weather) => number) {
    super({})
    this.choose = choose
  }
  override _llmType(): string {
    return 'planner'
  }
  override bindTools(): this {
    return this
  }
  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const results = messages.filter((message) => message.getType() === 'tool')
    const call = (name: string, args: object, id: string) => ({ name, args, id, type: 'tool_call' as const })
    const weather = () => JSON.parse(String(results[0]?.content)) as Weather
    const plans = [
      [call('get_weather', { city: 'Oslo' }, 'a'), call('get_weather', { city: 'Rome' }, 'b')],
      [],
      [call('unit_convert', { value: results.length > 0 ? this.choose(weather()) : 0, ...CONVERT }, 'c')],
    ]
    const message = new AIMessage({ content: '', tool_calls: plans[results.length] ?? [] })
    return { generations: [{ text: '', message }] }
  }
}

const agent = (choose: (weather: Weather) => number) =>
  fromLangChain({ name: 'planner' }, (tools) => createAgent({ model: new Planner(choose), tools }))
const at = { call: 'call_1', pointer: '/temperature_celsius' }

test('an agent of LangChain follows', async ({ run }) => {
  const done = await run(
    agent((weather) => weather.temperature_celsius),
    convert,
  )
  const fork = await forkRun(done, at)
  expect(fork.follows, fork.reason).toBe(true)
  expect(fork.leaves[0]).toMatchObject({ call: 'call_3', pointer: '/value', actual: fork.value })
})

test('or does not', async ({ run }) => {
  const done = await run(
    agent((weather) => weather.humidity_percent),
    convert,
  )
  const fork = await forkRun(done, at)
  expect(fork.follows, fork.reason).toBe(false)
})
