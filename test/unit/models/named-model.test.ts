import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadNamedModel, readModelName } from '../../../src/models/named-model.ts'

afterEach(() => vi.unstubAllEnvs())

it.each([
  ['openai:gpt-4o', { provider: 'openai', name: 'gpt-4o' }],
  ['ollama:llama3:8b', { provider: 'ollama', name: 'llama3:8b' }],
  ['fireworks:accounts/x/models/y', { provider: 'fireworks', name: 'accounts/x/models/y' }],
  ['./model.mjs', undefined],
  ['C:\\models\\m.mjs', undefined],
  ['openai:', undefined],
  ['model.mjs', undefined],
])('names of models %s', (text, name) => {
  expect(readModelName(text)).toEqual(name)
})

describe('what is missing is told in one line', () => {
  it.each([
    ['openai:gpt-4o', 'OPENAI_API_KEY'],
    ['anthropic:claude-x', 'ANTHROPIC_API_KEY'],
  ])('a key of %s', async (name, key) => {
    vi.stubEnv(key, '')
    await expect(loadNamedModel(name)).rejects.toThrow(
      new RegExp(`^Failed to load the model ${name}: missing API key: set ${key}\\.$`),
    )
    vi.stubEnv(key, 'some')
    await expect(loadNamedModel(name)).resolves.toHaveProperty('invoke')
  })

  it('a package', async () => {
    vi.stubEnv('MISTRAL_API_KEY', '')
    await expect(loadNamedModel('mistralai:large')).rejects.toThrow(
      /^Failed to load the model mistralai:large: it needs the package @langchain\/mistralai\. Run `npm install @langchain\/mistralai`\.$/,
    )
  })

  it('a provider that LangChain does not know', async () => {
    await expect(loadNamedModel('nobody:x')).rejects.toThrow(/LangChain knows no provider "nobody": .*ollama/)
  })

  it('a name that is none', async () => {
    await expect(loadNamedModel('gpt-4o')).rejects.toThrow(/expected provider:name/)
  })
})
