import type { Json, JsonObject } from '../../src/shared/json.ts'
import type { SeenRequest } from './answering-server.ts'

/** What a server that plays a model is asked for: a shape by name, or words where there is none. */
export interface AskedOfServer {
  name: string
  schema: JsonObject
  messages: { role: string; content: string }[]
  prompt: string
}

export const readAsked = ({ body }: SeenRequest): AskedOfServer => {
  const messages = body.messages as AskedOfServer['messages']
  const tools = body.tools as { function: { name: string; parameters: JsonObject } }[] | undefined
  const { name = '', parameters = {} } = tools?.[0]?.function ?? {}
  return { name, schema: parameters, messages, prompt: messages.at(-1)?.content ?? '' }
}

/** Plays a user: says the next of the wishes that it was given, and that it is done after the last. */
export function chooseNextWish({ messages }: AskedOfServer): string {
  const wishes = messages[0]?.content.match(/^\d+\. .*$/gm) ?? []
  const said = messages.filter(({ role }) => role === 'assistant').length - 1
  return wishes[said]?.replace(/^\d+\. /, '') ?? '[done]'
}

export const formatAnswer = (value: Json): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

const CALL = 'const call = (tools, name, args) => tools.find((tool) => tool.name === name).invoke(args)\n'

/** Module of an agent of environments of the loan desk, which has tools that advise: it asks twice, then submits. */
export const ENVIRONMENT_AGENT = `${CALL}
export default { name: 'lender', async run({ prompt, tools }) {
  const topic = /about (\\w+)/.exec(prompt)[1]
  const { advice } = await call(tools, 'Advise', { topic })
  await call(tools, 'Advise', { topic: advice })
  await call(tools, 'submit_attempt', { calls: [{ tool: 'Lend_Instrument', args: { instrument_id: 'INS-001', member: 'Ada Berg' } }] })
  return advice
} }`

/** Module of an agent that goes on from what the user says, and is right at every task of the loan desk. */
export const DESK_AGENT = `${CALL}
export default { name: 'clerk', async run({ prompt, tools, thread }) {
  const { 1: kind } = /Which (\\w+)s do you/.exec(prompt) ?? {}
  if (kind) return 'There are ' + (await call(tools, 'Find_Instrument', { kind })).ids.join(', ')
  for (const [, instrument_id, member] of prompt.matchAll(/(INS-\\d+) to (\\w+ \\w+)/g))
    thread.loan = (await call(tools, 'Lend_Instrument', { instrument_id, member })).loan_id
  const { 1: weeks } = /Make it (\\d+) weeks/.exec(prompt) ?? {}
  if (weeks) await call(tools, 'Set_Weeks', { loan_id: thread.loan, weeks: Number(weeks) })
  const { 1: gone } = /of loan (LN-\\d+) back/.exec(prompt) ?? {}
  if (gone) await call(tools, 'End_Loan', { loan_id: gone })
  const { 1: to, 2: text } = /Send (\\w+ \\w+) the notice "(.*)"/.exec(prompt) ?? {}
  if (to) await call(tools, 'Send_Notice', { member: to, text })
  return 'Done.'
} }`

/** A task of an environment of the loan desk: some advice, then a loan. */
export const buildAdviceTask = (topic: string) => ({
  difficulty: 'simple',
  valid: true,
  task: {
    ...{ task_id: `lend-${topic}`, level: 'L0_node' },
    prompt: `Ask about ${topic}, then lend INS-001 to Ada Berg.`,
    available_tools: ['Advise', 'Lend_Instrument'],
    expected_trace: {
      steps: [
        {
          ...{ step_id: 'step_1', tool_name: 'Lend_Instrument', depends_on: [] },
          arguments: { instrument_id: 'INS-001', member: 'Ada Berg' },
        },
      ],
    },
  },
})
