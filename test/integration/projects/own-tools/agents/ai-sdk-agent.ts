import { stepCountIs, ToolLoopAgent } from 'ai'
import { fromAiSdk } from 'tracewright/ai-sdk'
import { model, tools } from './ai-sdk-model.ts'

const agent = new ToolLoopAgent({ model, tools, stopWhen: stepCountIs(9) })

export default fromAiSdk({ name: 'ai-sdk-agent' }, ({ prompt, signal }) =>
  agent.generate({ prompt, abortSignal: signal }),
)
