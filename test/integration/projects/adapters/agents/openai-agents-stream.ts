import { Agent, OpenAIProvider, Runner } from '@openai/agents'
import { fromOpenAIAgents } from 'tracewright/openai-agents'

const runner = new Runner({
  modelProvider: new OpenAIProvider({ baseURL: process.env.MODEL_URL, apiKey: 'none', useResponses: false }),
  tracingDisabled: true,
})

export default fromOpenAIAgents({ name: 'openai-agents-stream' }, ({ prompt, tools, signal }) =>
  runner.run(new Agent({ name: 'Converter', model: process.env.MODEL ?? 'right', tools }), prompt, {
    signal,
    stream: true,
  }),
)
