export { type AsLangChainAgentOptions, fromLangChain, toLangChainTools } from './from-langchain.ts'
export { type FromModelOptions, fromModel } from './from-model.ts'
export { modelUser } from './model-user.ts'
