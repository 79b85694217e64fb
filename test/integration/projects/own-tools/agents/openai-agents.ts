import { Agent, OpenAIProvider, Runner, tool } from '@openai/agents'
import { fromOpenAIAgents } from 'tracewright/openai-agents'
import { z } from 'zod'
import { findOrder, refundOrder } from '../brain.ts'
import { client } from './openai-client.ts'

const agent = new Agent({
  name: 'desk',
  model: 'scripted',
  tools: [
    tool({
      name: 'find_order',
      description: 'Finds an order.',
      parameters: z.object({ reference: z.string() }),
      execute: findOrder,
    }),
    tool({
      name: 'refund_order',
      description: 'Pays back.',
      parameters: z.object({ id: z.string(), amount: z.number() }),
      execute: refundOrder,
    }),
  ],
})
const runner = new Runner({
  modelProvider: new OpenAIProvider({ openAIClient: client as never, useResponses: false }),
  tracingDisabled: true,
})

export default fromOpenAIAgents({ name: 'openai-agents' }, ({ prompt, signal }) =>
  runner.run(agent, prompt, { signal }),
)
