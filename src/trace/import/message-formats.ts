import { langChain, readLangChainMessage } from './langchain.ts'
import {
  aiSdkMessages,
  aiSdkUi,
  anthropic,
  bedrock,
  claudeAgent,
  gemini,
  openAiChat,
  openAiResponses,
} from './message-tables.ts'
import type { ListFormat } from './outcomes.ts'
import {
  type Fields,
  ImportProblem,
  isAbsent,
  isFields,
  joinSaid,
  listField,
  parseText,
  readAtPlace,
} from './values.ts'

/** Formats of messages; messages that fit several, as those without calls do, are read the same by all of them. */
export const MESSAGES: readonly ListFormat[] = [
  openAiChat,
  aiSdkMessages,
  aiSdkUi,
  langChain,
  openAiResponses,
  anthropic,
  claudeAgent,
  bedrock,
  gemini,
]

export const findFormat = (list: readonly unknown[], formats = MESSAGES): ListFormat | undefined =>
  formats.find((format) => list.every((item) => format.fits(item)))

/** What is at a path of each of a completion's answers, of which there must be one. */
function selectOnlyAnswer(value: Fields, answers: string, path: string): unknown[] {
  const list = value[answers]
  if (!Array.isArray(list)) return []
  if (list.length === 1) return list.filter(isFields).map((answer) => answer[path])
  throw new ImportProblem(`the completion holds ${list.length} ${answers}. Give the messages of one of them.`)
}

/**
 * Messages of what LangGraph streams as updates: `{ node: { messages } }`, in a stream of subgraphs behind its
 * namespace. An interrupt becomes a message of that type. Undefined for anything else.
 */
export function updateMessages(update: unknown): unknown[] | undefined {
  const nodes = Array.isArray(update) && Array.isArray(update[0]) && update.length === 2 ? update[1] : update
  if (!isFields(nodes) || Object.keys(nodes).length === 0) return undefined
  const messages = Object.entries(nodes).map(([node, state]) => {
    if (node === '__interrupt__') return interruptMessages(nodes)
    return isFields(state) && !('role' in state) ? [state.messages ?? []].flat() : undefined
  })
  return messages.every((list) => list !== undefined) ? messages.flat() : undefined
}

const interruptMessages = (value: Fields): Fields[] =>
  listField(value, '__interrupt__').map((interrupt) => ({ ...interrupt, type: 'interrupt' }))

const listOr = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Lists of messages that an object carries: a request, a response, the state of a graph, or a message itself. */
export function listMessageLists(value: Fields): unknown[][] {
  const { choices, messages, output, input, contents, candidates, generations } = value
  const generated = listOr(generations).flat().filter(isFields)
  const lists: unknown[] = [
    Array.isArray(choices) && selectOnlyAnswer(value, 'choices', 'message'),
    // One list for each prompt of a batch.
    Array.isArray(messages) && messages.length === 1 && Array.isArray(messages[0])
      ? messages[0]
      : Array.isArray(messages) && [...messages, ...interruptMessages(value)],
    Array.isArray(output) && [...listOr(input), ...output],
    Array.isArray(candidates) && [
      ...listOr(contents),
      ...selectOnlyAnswer(value, 'candidates', 'content').map((content) => ({
        role: 'model',
        ...(content as Fields),
      })),
    ],
    contents,
    isFields(output) && isFields(output.message) && [output.message],
    Array.isArray(generations) && generated.map(({ message }) => message).filter(isFields),
    value.type === 'message' && [value],
    readAtPlace(value, 'response/messages'),
  ]
  return lists.filter(Array.isArray)
}

/** Messages of a value that a span carries, whose shape is up to who traced it; undefined where it carries none. */
export function findMessages(value: unknown): unknown[] | undefined {
  const found = typeof value === 'string' ? parseText(value) : value
  if (isFields(found)) {
    const lists = [[found], ...listMessageLists(found)]
    return lists.find((list) => list.length > 0 && findFormat(list) !== undefined)
  }
  if (!Array.isArray(found) || found.length === 0) return undefined
  const list = found.length === 1 && Array.isArray(found[0]) ? found[0] : found
  return findFormat(list) === undefined ? undefined : list
}

function readUserText(item: unknown): string | undefined {
  if (!isFields(item)) return undefined
  // A subagent of the Claude Agent SDK is told by an agent.
  if (!isAbsent(item.parent_tool_use_id)) return undefined
  if (item.type === 'user' && isFields(item.message)) return readUserText(item.message)
  if (item.role === 'user') return joinSaid(item.content ?? listField(item, 'parts'))
  const message = readLangChainMessage(item)
  return message?.kind === 'human' ? joinSaid(message.fields.content) : undefined
}

/** What the user said in messages of any known library; messages in a row are one. */
export function listPrompts(list: readonly unknown[]): string[] {
  const prompts: string[] = []
  let isAnswered = true
  for (const item of list) {
    const text = readUserText(item)?.trim() === '' ? undefined : readUserText(item)
    if (text !== undefined) prompts.push(isAnswered ? text : `${prompts.pop()}\n\n${text}`)
    isAnswered = text === undefined
  }
  return prompts
}

/** What the user said in a whole conversation, but for a last message without a reply. */
export function listAnsweredPrompts(list: readonly unknown[]): string[] {
  const last = list.findLastIndex((item) => (readUserText(item) ?? '').trim() === '')
  const answered = listPrompts(list.slice(0, last + 1))
  return answered.length === 0 ? listPrompts(list) : answered
}
