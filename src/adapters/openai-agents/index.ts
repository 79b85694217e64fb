export { type AsOpenAIAgentOptions, fromOpenAIAgents } from './from-openai-agents.ts'
export { toOpenAIAgentsTools } from './to-openai-agents-tools.ts'
