import type { StructuredToolInterface } from '@langchain/core/tools'
import { createAgent } from 'langchain'
import { EndpointModel } from './model.ts'

/** The assistant, over whatever tools it is given. */
export const createAssistant = (tools: StructuredToolInterface[]) =>
  createAgent({ model: new EndpointModel({}), tools })
