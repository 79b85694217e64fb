import { describe, expect, it } from 'vitest'
import { answerOf, callIdsOf, modelsOf, turnsOf, usageOf } from '../../../src/trace/messages.ts'
import { FINAL_ANSWER, langChainMessages, USAGE } from './import/conversation.ts'

describe.each([
  ['instances', langChainMessages()],
  ['JSON', JSON.parse(JSON.stringify(langChainMessages()))],
])('messages of a LangChain agent as %s', (_, messages) => {
  it('tell turns, usage and answer', () => {
    expect([...turnsOf(callIdsOf(messages))]).toEqual([
      ['a', 0],
      ['b', 0],
      ['c', 1],
    ])
    expect(usageOf(messages)).toEqual(USAGE)
    expect(answerOf(messages)).toBe(FINAL_ANSWER)
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
    expect(modelsOf(messages)).toEqual(['large', 'small'])
  })

  it('say nothing of a call whose id two turns use', () => {
    expect([...turnsOf([['a', 'b'], [], ['b', 'c']])]).toEqual([
      ['a', 0],
      ['c', 2],
    ])
  })

  it('may be anything', () => {
    const messages = [null, 5, 'text', {}, { role: 'assistant' }, { type: 'odd' }]
    expect([...turnsOf(callIdsOf(messages))]).toEqual([])
    expect(usageOf(messages)).toEqual({ input_tokens: 0, output_tokens: 0, model_calls: 1 })
    expect(answerOf(messages)).toBeNull()
    expect(answerOf([])).toBeNull()
  })
})
