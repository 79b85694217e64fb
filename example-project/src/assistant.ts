import type { StructuredToolInterface } from '@langchain/core/tools'
import { createAgent } from 'langchain'
import { chooseModel } from './model.ts'

const INSTRUCTIONS = `You carry out tasks with the tools you are given.
Call tools until you have every value that the task needs; use values from earlier results as they are.
Write, send or create only what the task asks for.
When everything is done, reply with what the task asks you to report.`

/** The agent of this repository: a LangChain agent with whatever tools it is deployed with. */
export async function createAssistant(tools: StructuredToolInterface[]) {
  return createAgent({ model: await chooseModel(), tools, systemPrompt: INSTRUCTIONS })
}
