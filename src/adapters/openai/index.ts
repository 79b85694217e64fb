export { callTool, type ModelToolCall } from './call-tool.ts'
export {
  type AsOpenAIOptions,
  fromOpenAI,
  type OpenAIAnswers,
  type OpenAIAsked,
  type OpenAIRunner,
} from './from-openai.ts'
export { type RunnableTool, toRunnableTools } from './to-runnable-tools.ts'
export { toChatTools, toResponsesTools } from './to-tools.ts'
