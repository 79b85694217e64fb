import { createAgent } from 'langchain'
import { fromLangChain } from 'tracewright/langchain'
import { Model, tools } from './langchain-model.ts'

export default fromLangChain({ name: 'langchain' }, () => createAgent({ model: new Model({}), tools }))
