import { stepCountIs, streamText } from 'ai'
import { fromAiSdk } from 'tracewright/ai-sdk'
import { model, tools } from './ai-sdk-model.ts'

/** Its stream is read after the function has returned. */
export default fromAiSdk({ name: 'ai-sdk' }, ({ prompt, signal }) =>
  streamText({ model, tools, prompt, abortSignal: signal, stopWhen: stepCountIs(9) }),
)
