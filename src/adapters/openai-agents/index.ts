export {
  type AsOpenAIAgentOptions,
  fromOpenAIAgents,
  type OpenAIAgentsAsked,
  type OpenAIAgentsResponse,
  type OpenAIAgentsResult,
} from './from-openai-agents.ts'
export { toOpenAIAgentsTools } from './to-openai-agents-tools.ts'
