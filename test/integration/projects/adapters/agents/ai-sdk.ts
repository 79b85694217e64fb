import { createOpenAI } from '@ai-sdk/openai'
import { generateText, stepCountIs } from 'ai'
import { fromAiSdk } from 'tracewright/ai-sdk'

const openai = createOpenAI({ baseURL: process.env.MODEL_URL, apiKey: 'none' })
const model = openai.chat(process.env.MODEL ?? 'right')

export default fromAiSdk({ name: 'ai-sdk' }, ({ prompt, tools, signal }) =>
  generateText({ model, tools, prompt, stopWhen: stepCountIs(9), abortSignal: signal }),
)
