import { createOpenAI } from '@ai-sdk/openai'
import { stepCountIs, ToolLoopAgent, type ToolSet } from 'ai'

const openai = createOpenAI({
  baseURL: process.env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1',
  apiKey: process.env.OPENAI_API_KEY ?? 'none',
})

/** The assistant, over whatever tools it is given. */
export const createAssistant = (tools: ToolSet) =>
  new ToolLoopAgent({
    model: openai.chat(process.env.MODEL ?? 'gpt-5'),
    instructions: 'Do what you are asked with your tools. Never make up a figure.',
    tools,
    stopWhen: stepCountIs(20),
  })
