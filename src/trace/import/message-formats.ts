import { aiSdkMessages, aiSdkUi } from './ai-sdk.ts'
import { anthropic, bedrock, claudeAgent } from './block-messages.ts'
import type { ListFormat } from './conversation.ts'
import { langChain, langChainMessage } from './langchain.ts'
import { openAiChat, openAiResponses } from './openai.ts'
import { gemini } from './part-messages.ts'
import { type Fields, ImportProblem, isAbsent, isFields, listField, parseText, saidIn } from './values.ts'

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

export const formatOf = (list: readonly unknown[], formats = MESSAGES): ListFormat | undefined =>
  formats.find((format) => list.every((item) => format.fits(item)))

const only = (answers: readonly unknown[], what: string): unknown => {
  if (answers.length === 1) return answers[0]
  throw new ImportProblem(`the completion holds ${answers.length} ${what}. Give the messages of one of them.`)
}

/** Lists of messages that an object carries: a request, a response, the state of a graph, or a message itself. */
export function messageLists(value: Fields): unknown[][] {
  const { choices, messages, output, input, response, contents, candidates, generations } = value
  const before = Array.isArray(input) ? input : []
  const lists: unknown[] = [
    Array.isArray(choices) &&
      listField({ choices: [only(choices, 'choices')] }, 'choices').map(({ message }) => message),
    // One list for each prompt of a batch.
    Array.isArray(messages) && messages.length === 1 && Array.isArray(messages[0]) ? messages[0] : messages,
    Array.isArray(output) && [...before, ...output],
    Array.isArray(candidates) && [
      ...(Array.isArray(contents) ? contents : []),
      ...listField({ candidates: [only(candidates, 'candidates')] }, 'candidates').map(
        ({ content }) => content,
      ),
    ],
    contents,
    isFields(output) && isFields(output.message) && [output.message],
    Array.isArray(generations) &&
      generations.flat().flatMap((one) => (isFields(one) && isFields(one.message) ? [one.message] : [])),
    value.type === 'message' && [value],
    isFields(response) && response.messages,
  ]
  return lists.filter(Array.isArray)
}

/** Messages of a value that a span carries, whose shape is up to who traced it; undefined where it carries none. */
export function messagesIn(value: unknown): unknown[] | undefined {
  const found = typeof value === 'string' ? parseText(value) : value
  if (isFields(found)) {
    const lists = [[found], ...messageLists(found)]
    return lists.find((list) => list.length > 0 && formatOf(list) !== undefined)
  }
  if (!Array.isArray(found) || found.length === 0) return undefined
  const list = found.length === 1 && Array.isArray(found[0]) ? found[0] : found
  return formatOf(list) === undefined ? undefined : list
}

function saidByUser(item: unknown): string | undefined {
  if (!isFields(item)) return undefined
  // A subagent of the Claude Agent SDK is told by an agent.
  if (!isAbsent(item.parent_tool_use_id)) return undefined
  if (item.type === 'user' && isFields(item.message)) return saidByUser(item.message)
  if (item.role === 'user') return saidIn(item.content ?? listField(item, 'parts'))
  const message = langChainMessage(item)
  return message?.kind === 'human' ? saidIn(message.fields.content) : undefined
}

/** What the user said in messages of any known library; messages in a row are one. */
export function promptsIn(list: readonly unknown[]): string[] {
  const prompts: string[] = []
  let isAnswered = true
  for (const item of list) {
    const text = saidByUser(item)?.trim() === '' ? undefined : saidByUser(item)
    if (text !== undefined) prompts.push(isAnswered ? text : `${prompts.pop()}\n\n${text}`)
    isAnswered = text === undefined
  }
  return prompts
}

/** What the user said in a whole conversation, but for a last message without a reply. */
export function answeredPrompts(list: readonly unknown[]): string[] {
  const last = list.findLastIndex((item) => (saidByUser(item) ?? '').trim() === '')
  const answered = promptsIn(list.slice(0, last + 1))
  return answered.length === 0 ? promptsIn(list) : answered
}
