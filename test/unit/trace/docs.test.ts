import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { importTrace } from '../../../src/trace/import/index.ts'

it('reads every example of docs/traces.md as the shape that it stands for', () => {
  const page = readFileSync(new URL('../../../docs/traces.md', import.meta.url), 'utf8')
  const examples = [...page.matchAll(/```jsonl\n(.*?)\n```/gs)].map(([, text]) => JSON.parse(text ?? ''))
  expect(examples.map((example) => importTrace(example).format)).toEqual([
    'tracewright',
    'openai-chat',
    'openai-responses',
    'langchain',
    'ai-sdk',
    'anthropic',
    'otel-genai',
    'call-list',
    'openai-chat',
  ])
})
