import type { AgentRequest } from 'tracewright'
import { mcpTransport } from 'tracewright/mcp'
import { answer } from '../src/agent.ts'

export default {
  name: 'issue desk',
  run: async ({ prompt, tools }: AgentRequest) => answer(prompt, await mcpTransport(tools)),
}
