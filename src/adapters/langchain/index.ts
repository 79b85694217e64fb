export {
  type AsLangChainAgentOptions,
  fromLangChain,
  type Invokable as LangChainAgent,
} from './from-langchain.ts'
export { toLangChainTools } from './to-langchain-tools.ts'
