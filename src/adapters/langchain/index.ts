export {
  type AsLangChainAgentOptions,
  fromLangChain,
  type Invokable as LangChainAgent,
} from './from-langchain.ts'
export { type FromModelOptions, fromModel } from './from-model.ts'
export { modelUser, type UserModel } from './model-user.ts'
export { toLangChainTools } from './to-langchain-tools.ts'
