import { z } from 'zod'
import { modelAnswerProblems } from '../../../models/answer-problems.ts'
import type { AgentTool } from '../../../schema/agent.ts'
import { messageOf } from '../../../shared/errors.ts'
import { unknownTool } from '../../tool-answer.ts'

const callSchema = z.strictObject({ tool: z.string(), args: z.record(z.string(), z.json()) })
const saidSchema = z.union([
  z.strictObject({ calls: z.array(callSchema).min(1) }),
  z.strictObject({ answer: z.string() }),
])

/** One call that a model asks for. */
export type TextCall = z.infer<typeof callSchema>

/** What a message in the protocol says, or what is wrong with it. */
export type TextSaid = z.infer<typeof saidSchema> | { problems: string[] }

/** One fence around all of it is let through: models add it to any JSON. */
const FENCED = /^```(?:json)?\s*\n([\s\S]*?)\n?```$/

/**
 * Reads a message in the text protocol: one JSON object and nothing beside it, `{"calls":[{"tool","args"}]}` or
 * `{"answer"}`. Nothing is searched for in prose.
 */
export function readTextSaid(message: string, tools: readonly Pick<AgentTool, 'name'>[]): TextSaid {
  const text = message.trim()
  const [, fenced = text] = FENCED.exec(text) ?? []
  let value: unknown
  try {
    value = JSON.parse(fenced)
  } catch (error) {
    return { problems: [`the message is not one JSON object: ${messageOf(error)}`] }
  }
  const parsed = saidSchema.safeParse(value)
  if (!parsed.success) return { problems: modelAnswerProblems(parsed.error) }
  if ('answer' in parsed.data) return parsed.data
  const strange = parsed.data.calls.filter(({ tool }) => tools.every(({ name }) => name !== tool))
  return strange.length === 0
    ? parsed.data
    : { problems: strange.map(({ tool }) => unknownTool(tool, tools)) }
}

const example = { calls: [{ tool: 'NAME', args: { PARAMETER: 'VALUE' } }] }

/** How a model without tool calling is told of its tools and of the protocol. */
export const textProtocol = (
  tools: readonly AgentTool[],
): string => `You act by calling tools. The tools, each with the JSON Schema of its arguments:
${tools.map(({ name, description, inputSchema }) => JSON.stringify({ tool: name, description, arguments: inputSchema })).join('\n')}

Every message of yours is exactly one JSON object, with nothing before or after it. To call one tool or several at once:
${JSON.stringify(example)}
Calls in one message are made together, so a call that needs the result of another goes into a later message.
When all is done, or you cannot go on:
{"answer":"what you say to the user"}
You are told results as {"results":[{"tool","result"}]}, in the order of the calls; an "error" in place of "result" says what
was wrong with a call.`

/** What a model is told whose message cannot be read. */
export const unreadable = (problems: readonly string[]): string =>
  JSON.stringify({
    error: 'your message cannot be used; answer again with one JSON object in the agreed form',
    problems: problems.slice(0, 5),
  })
