import { aiSdkMessages, aiSdkUi } from './ai-sdk.ts'
import { langChain, readLangChainMessage } from './langchain.ts'
import { anthropic, bedrock, claudeAgent, gemini, openAiChat, openAiResponses } from './message-tables.ts'
import type { ListFormat } from './outcomes.ts'
import {
  type FieldPlace,
  type Fields,
  ImportProblem,
  isAbsent,
  isFields,
  joinSaid,
  listField,
  parseIfText,
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

/** An interrupt as a message of that type. */
const listInterrupts = (value: Fields): Fields[] =>
  listField(value, '__interrupt__').map((interrupt) => ({ ...interrupt, type: 'interrupt' }))

/** Messages of one update; undefined for anything else. */
function readUpdate(update: unknown): unknown[] | undefined {
  const nodes = Array.isArray(update) && Array.isArray(update[0]) && update.length === 2 ? update[1] : update
  if (!isFields(nodes) || Object.keys(nodes).length === 0) return undefined
  const messages = Object.entries(nodes).map(([node, state]) => {
    if (node === '__interrupt__') return listInterrupts(nodes)
    return isFields(state) && !('role' in state) ? [state.messages ?? []].flat() : undefined
  })
  return messages.every((list) => list !== undefined) ? messages.flat() : undefined
}

/**
 * Messages of what LangGraph streams as updates: `{ node: { messages } }`, in a stream of subgraphs behind its
 * namespace. Undefined where the list has none.
 */
export function listUpdates(list: readonly unknown[]): unknown[] | undefined {
  const updates = list.map(readUpdate)
  const messages = updates.flatMap((update) => update ?? [])
  return messages.length > 0 && updates.every((update) => update !== undefined) ? messages : undefined
}

const listOr = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Where requests, responses, states of graphs and single messages have a list of messages. */
const MESSAGE_LISTS: readonly FieldPlace[] = [
  (value) => Array.isArray(value.choices) && selectOnlyAnswer(value, 'choices', 'message'),
  // A batch has one list for each prompt.
  (value) => {
    const messages = listOr(value.messages)
    if (messages.length === 1 && Array.isArray(messages[0])) return messages[0]
    return Array.isArray(value.messages) && [...messages, ...listInterrupts(value)]
  },
  ({ input, output }) => Array.isArray(output) && [...listOr(input), ...output],
  (value) =>
    Array.isArray(value.candidates) && [
      ...listOr(value.contents),
      ...selectOnlyAnswer(value, 'candidates', 'content').map((content) => ({
        role: 'model',
        ...(content as Fields),
      })),
    ],
  'contents',
  ({ output }) => isFields(output) && isFields(output.message) && [output.message],
  ({ generations }) =>
    Array.isArray(generations) &&
    generations.flat().flatMap((one) => (isFields(one) && isFields(one.message) ? [one.message] : [])),
  (value) => value.type === 'message' && [value],
  'response/messages',
]

/** Lists of messages that an object carries. */
export const listMessageLists = (value: Fields): unknown[][] =>
  MESSAGE_LISTS.map((place) => readAtPlace(value, place)).filter((list) => Array.isArray(list))

/** Messages of a value that a span carries, whose shape is up to who traced it; undefined where it carries none. */
export function findMessages(value: unknown): unknown[] | undefined {
  const found = parseIfText(value)
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

/**
 * What the user said in messages of any known library, and how much of it before each of them; messages in a row are
 * one. `isClear` says whether a turn of the user can be told for each call: of a few messages in a row alone, the last
 * may be the second turn.
 */
export function readPrompts(list: readonly unknown[]): {
  prompts: string[]
  said: number[]
  isClear: boolean
} {
  const prompts: string[] = []
  let isAnswered = true
  let messages = 0
  const said = list.map((item) => {
    const text = readUserText(item)?.trim() === '' ? undefined : readUserText(item)
    if (text !== undefined) messages++
    if (text !== undefined) prompts.push(isAnswered ? text : `${prompts.pop()}\n\n${text}`)
    isAnswered = text === undefined
    return prompts.length
  })
  return { prompts, said, isClear: prompts.length > 1 || messages === 1 }
}

export const listPrompts = (list: readonly unknown[]): string[] => readPrompts(list).prompts

/** What the user said in a whole conversation, but for a last message without a reply. */
export function listAnsweredPrompts(list: readonly unknown[]): string[] {
  const last = list.findLastIndex((item) => (readUserText(item) ?? '').trim() === '')
  const answered = listPrompts(list.slice(0, last + 1))
  return answered.length === 0 ? listPrompts(list) : answered
}
