import { describe, expect, it } from 'vitest'
import {
  findLastAnswer,
  indexTurns,
  listCallIds,
  listModels,
  sumMessageUsage,
} from '../../../src/trace/messages.ts'
import { FINAL_ANSWER, langChainMessages, USAGE } from './import/conversation.ts'

describe.each([
  ['instances', langChainMessages()],
  ['JSON', JSON.parse(JSON.stringify(langChainMessages()))],
])('messages of a LangChain agent as %s', (_, messages) => {
  it('tell turns, usage and answer', () => {
    expect([...indexTurns(listCallIds(messages))]).toEqual([
      ['a', 0],
      ['b', 0],
      ['c', 1],
    ])
    expect(sumMessageUsage(messages)).toEqual(USAGE)
    expect(findLastAnswer(messages)).toBe(FINAL_ANSWER)
  })
})

describe('messages of an agent', () => {
  it('tell the models that they are from, each once', () => {
    const said = (response_metadata: object) => ({ type: 'ai', content: '', response_metadata })
    const messages = [
      said({ model_name: 'large' }),
      said({ model: 'small' }),
      said({ model_name: 'large' }),
      said({ model_name: 3 }),
      { type: 'human', content: '', response_metadata: { model: 'none' } },
      { type: 'ai', content: '' },
    ]
    expect(listModels(messages)).toEqual(['large', 'small'])
  })

  it('say nothing of a call whose id two turns use', () => {
    expect([...indexTurns([['a', 'b'], [], ['b', 'c']])]).toEqual([
      ['a', 0],
      ['c', 2],
    ])
  })

  it('may be anything', () => {
    const messages = [null, 5, 'text', {}, { role: 'assistant' }, { type: 'odd' }]
    expect([...indexTurns(listCallIds(messages))]).toEqual([])
    expect(sumMessageUsage(messages)).toEqual({ input_tokens: 0, output_tokens: 0, model_calls: 1 })
    expect(findLastAnswer(messages)).toBeNull()
    expect(findLastAnswer([])).toBeNull()
  })
})
