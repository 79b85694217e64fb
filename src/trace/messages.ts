import type { AgentReply } from '../schema/agent.ts'
import type { Call, Trace, Usage } from '../schema/trace.ts'
import { findRecordingProblem } from '../shared/parse-json.ts'
import { readLangChainMessage } from './import/langchain.ts'
import { readFailure, readTokens, sumUsage } from './import/outcomes.ts'
import { type Fields, isFields, joinSaid, listField, readArguments, readTextField } from './import/values.ts'

const selectAssistantMessages = (messages: readonly unknown[]): Fields[] =>
  messages
    .flatMap((message) => readLangChainMessage(message) ?? [])
    .filter(({ kind }) => kind === 'ai')
    .map(({ fields }) => fields)

export const listCallIds = (messages: readonly unknown[]): string[][] =>
  selectAssistantMessages(messages).map((message) =>
    listField(message, 'tool_calls').flatMap(({ id }) => (typeof id === 'string' ? [id] : [])),
  )

/** Assistant turn, from 0, of every call, by its id. An id that two turns use says nothing. */
export function indexTurns(ids: readonly (readonly string[])[]): Map<string, number> {
  const turns = new Map<string, number>()
  const unclear = new Set<string>()
  for (const [turn, calls] of ids.entries()) {
    for (const id of calls) {
      if ((turns.get(id) ?? turn) !== turn) unclear.add(id)
      turns.set(id, turn)
    }
  }
  for (const id of unclear) turns.delete(id)
  return turns
}

/** How the nodes for tools of LangChain and of LangGraph answer a call of a tool that the agent does not have. */
const listUnknownToolAnswers = (name: string): string[] => [
  `Error: ${name} is not a valid tool`,
  `Error: Tool "${name}" not found`,
]

/** What a LangChain conversation shows of calls that went to no tool of the task. */
interface UnofferedCalls {
  /** Calls of tools that do not exist, which the library answered itself. */
  invented: Call[]
  /** Names of the agent's own tools that it called. */
  ownTools: string[]
}

export function findUnofferedCalls(
  messages: readonly unknown[],
  offered: readonly string[],
  calls: readonly Call[],
): UnofferedCalls {
  const answers = messages.flatMap((message) => {
    const read = readLangChainMessage(message)
    return read?.kind === 'tool' ? [read.fields] : []
  })
  const invented: Call[] = []
  const ownTools = new Set<string>()
  let position = Math.max(-1, ...calls.map(({ ended }) => ended)) + 1
  for (const [turn, message] of selectAssistantMessages(messages).entries()) {
    for (const { id, name, args } of listField(message, 'tool_calls')) {
      const answer = answers.find(({ tool_call_id: answered }) => answered === id)
      if (typeof name !== 'string' || offered.includes(name) || answer === undefined) continue
      const text = joinSaid(answer.content)
      if (!listUnknownToolAnswers(name).some((start) => text.startsWith(start))) {
        ownTools.add(name)
        continue
      }
      invented.push({
        id: `invented_${invented.length + 1}`,
        tool_name: name,
        committed: false,
        arguments:
          isFields(args) && findRecordingProblem(args) === undefined
            ? readArguments(args, name).arguments
            : {},
        ...readFailure(name, text),
        status: 404,
        turn,
        started: position++,
        ended: position++,
      })
    }
  }
  return { invented, ownTools: [...ownTools] }
}

/** Tokens and model calls that the assistant messages of a LangChain conversation report. */
export function sumMessageUsage(messages: readonly unknown[]): Usage {
  const assistant = selectAssistantMessages(messages)
  const tokens = assistant.flatMap((message) => readTokens(message.usage_metadata) ?? [])
  return sumUsage(tokens, assistant.length)
}

export function listModels(messages: readonly unknown[]): string[] {
  const names = selectAssistantMessages(messages).flatMap(({ response_metadata: metadata }) =>
    isFields(metadata) ? (readTextField(metadata, 'model_name model') ?? []) : [],
  )
  return [...new Set(names)].sort()
}

/** The answer of a reply as a trace holds it. */
export function readAnswerFields({
  answer,
  messages = [],
}: Pick<AgentReply, 'answer' | 'messages'>): Pick<Trace, 'final_answer' | 'structured_answer'> {
  if (typeof answer !== 'object' || answer === null)
    return { final_answer: answer ?? findLastAnswer(messages) }
  // What a library parsed may hold dates and the like.
  const structured = JSON.parse(JSON.stringify(answer)) as Exclude<Trace['structured_answer'], undefined>
  const texts = [findLastAnswer(messages) ?? '', JSON.stringify(structured)].filter((text) => text !== '')
  return { final_answer: [...new Set(texts)].join('\n'), structured_answer: structured }
}

/** Text of the last assistant message, or null without one. */
export function findLastAnswer(messages: readonly unknown[]): string | null {
  const last = selectAssistantMessages(messages).at(-1)
  if (last === undefined) return null
  if (typeof last.text === 'string') return last.text
  return typeof last.content === 'string' ? last.content : null
}
