export { type AsAiSdkAgentOptions, fromAiSdk } from './from-ai-sdk.ts'
export { toAiSdkTools } from './to-ai-sdk-tools.ts'
