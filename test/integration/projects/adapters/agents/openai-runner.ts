import OpenAI from 'openai'
import { fromOpenAI, toRunnableTools } from 'tracewright/openai'

const client = new OpenAI({ baseURL: process.env.MODEL_URL, apiKey: 'none' })

export default fromOpenAI({ name: 'openai-runner' }, ({ prompt, tools, signal }) =>
  client.chat.completions.runTools(
    {
      model: process.env.MODEL ?? 'right',
      messages: [{ role: 'user', content: prompt }],
      tools: toRunnableTools(tools),
    },
    { signal },
  ),
)
