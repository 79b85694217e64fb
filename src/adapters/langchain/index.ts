export { type AsLangChainAgentOptions, fromLangChain } from './from-langchain.ts'
export { type FromModelOptions, fromModel } from './from-model.ts'
export { modelUser } from './model-user.ts'
export { toLangChainTools } from './to-langchain-tools.ts'
