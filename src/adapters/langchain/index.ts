export { type AsLangChainAgentOptions, fromLangChain } from './from-langchain.ts'
export { toLangChainTools } from './to-langchain-tools.ts'
