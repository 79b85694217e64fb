import { fromAiSdk } from 'tracewright/ai-sdk'
import { createAssistant } from '../src/agent.ts'

export default fromAiSdk({ name: 'travel desk' }, ({ prompt, tools, signal }) =>
  createAssistant(tools).generate({ prompt, abortSignal: signal }),
)
