import { fromLangChain } from 'tracewright/langchain'
import { createAssistant } from '../src/assistant.ts'

const model = process.env.AGENT_MODEL

/** The assistant as the suites see it: the same agent, with the tools of a task. */
export default fromLangChain(
  model
    ? { name: model }
    : { name: 'offline planner', note: 'works without a model: a real one should beat it' },
  createAssistant,
)
