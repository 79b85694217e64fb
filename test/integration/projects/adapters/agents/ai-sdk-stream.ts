import { createOpenAI } from '@ai-sdk/openai'
import { stepCountIs, ToolLoopAgent } from 'ai'
import { fromAiSdk } from 'tracewright/ai-sdk'

const openai = createOpenAI({ baseURL: process.env.MODEL_URL, apiKey: 'none' })
const model = openai.chat(process.env.MODEL ?? 'right')

export default fromAiSdk({ name: 'ai-sdk-stream' }, ({ prompt, tools, signal }) =>
  new ToolLoopAgent({ model, tools, stopWhen: stepCountIs(9) }).stream({ prompt, abortSignal: signal }),
)
