export {
  type AiSdkAsked,
  type AiSdkResponse,
  type AiSdkResult,
  type AiSdkStep,
  type AsAiSdkAgentOptions,
  fromAiSdk,
} from './from-ai-sdk.ts'
export { toAiSdkTools } from './to-ai-sdk-tools.ts'
