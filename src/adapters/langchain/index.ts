export {
  type AsLangChainAgentOptions,
  fromLangChain,
  type Invokable as LangChainAgent,
} from './from-langchain.ts'
export { modelUser, type UserModel } from './model-user.ts'
export { toLangChainTools } from './to-langchain-tools.ts'
