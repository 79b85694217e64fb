export { callTool } from './call-tool.ts'
export { type AsOpenAIOptions, fromOpenAI } from './from-openai.ts'
export { toRunnableTools } from './to-runnable-tools.ts'
export { toChatTools, toResponsesTools } from './to-tools.ts'
