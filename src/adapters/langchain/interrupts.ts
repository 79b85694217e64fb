import type { AgentRequest, Approval } from '../../schema/agent.ts'
import type { JsonObject } from '../../shared/json.ts'

/** What a graph stopped for, as LangGraph gives it. */
export interface Interrupt {
  id?: string
  value?: unknown
}

/** A call that LangChain's human in the loop is to decide on. */
interface ActionRequest {
  name: string
  args?: JsonObject
  /** Its name before LangChain 1.0. */
  arguments?: JsonObject
}

/** What a graph stopped for; nothing where it came to its end. */
export function interruptsOf(result: unknown): readonly Interrupt[] {
  const { __interrupt__: interrupts } = (result ?? {}) as { __interrupt__?: unknown }
  return Array.isArray(interrupts) ? interrupts : []
}

const actionsOf = (value: unknown): readonly ActionRequest[] | undefined => {
  const { actionRequests } = (value ?? {}) as { actionRequests?: unknown }
  return Array.isArray(actionRequests) ? actionRequests : undefined
}

const decisionOf = ({ approved, say }: Approval): object =>
  approved ? { type: 'approve' } : { type: 'reject', ...(say === undefined ? {} : { message: say }) }

/** What the user says to one interrupt: decisions where LangChain's middleware asks for them, else their words, yes or no. */
async function answerTo({ value }: Interrupt, user: AgentRequest['user']): Promise<unknown> {
  const actions = actionsOf(value)
  if (actions === undefined) {
    const { approved, say } = await user.approve({ question: value })
    return say ?? (approved ? 'yes' : 'no')
  }
  const decisions: object[] = []
  for (const { name, args, arguments: given } of actions)
    decisions.push(
      decisionOf(await user.approve({ tool: name, arguments: args ?? given ?? {}, question: value })),
    )
  return { decisions }
}

/** What the user says to all that a graph stopped for, as it is resumed with. */
export async function resumeValue(
  interrupts: readonly Interrupt[],
  user: AgentRequest['user'],
): Promise<unknown> {
  const answers: [id: string | undefined, answer: unknown][] = []
  for (const interrupt of interrupts) answers.push([interrupt.id, await answerTo(interrupt, user)])
  const [first] = answers
  if (answers.length === 1 || answers.some(([id]) => id === undefined)) return first?.[1]
  return Object.fromEntries(answers as [string, unknown][])
}

/**
 * LangGraph's command to resume, as plain data. Graphs know a command by its name; its class is in a package that who uses
 * LangChain alone cannot import.
 */
export const resumeWith = (resume: unknown): object => ({
  lg_name: 'Command',
  [Symbol.for('langgraph.command')]: { resume },
  resume,
  goto: [],
})
