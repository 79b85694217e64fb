import { notApproved } from './ai-sdk-output.ts'
import { Conversation, type IssuedCall } from './conversation.ts'
import { type Fields, hidesCalls, isFields, listField } from './fields.ts'
import type { ListFormat } from './format.ts'
import { readFailure, readToolAnswer } from './outcome.ts'

const ROLES = ['system', 'user', 'assistant']
const PARTS = [
  'text',
  'reasoning',
  'reasoning-file',
  'source',
  'source-url',
  'source-document',
  'file',
  'custom',
  'step-start',
  'dynamic-tool',
  'tool-invocation',
]

const isPart = (part: unknown): boolean =>
  isFields(part) &&
  typeof part.type === 'string' &&
  (PARTS.includes(part.type) || part.type.startsWith('data-') || part.type.startsWith('tool-'))

const fits = (item: unknown): boolean =>
  isFields(item) &&
  ROLES.includes(item.role as string) &&
  Array.isArray(item.parts) &&
  item.parts.every(isPart) &&
  !hidesCalls(item, ['parts', 'toolInvocations'])

/** A call as a part shows it, with the state that it is in. */
interface ShownCall extends IssuedCall {
  state: unknown
  part: Fields
}

function shownCall(part: Fields): ShownCall | undefined {
  const type = part.type as string
  if (type === 'tool-invocation') {
    const old = isFields(part.toolInvocation) ? part.toolInvocation : {}
    return { id: old.toolCallId, name: old.toolName, arguments: old.args, state: old.state, part: old }
  }
  if (type !== 'dynamic-tool' && !type.startsWith('tool-')) return undefined
  const name = type === 'dynamic-tool' ? part.toolName : type.slice('tool-'.length)
  return { id: part.toolCallId, name, arguments: part.input ?? part.rawInput, state: part.state, part }
}

const UNFINISHED = ['input-streaming', 'partial-call']

function addCall(conversation: Conversation, { state, part, ...call }: ShownCall): void {
  const { id } = call
  const isRaw = state === 'output-error' && !isFields(call.arguments)
  if (UNFINISHED.includes(state as string)) {
    conversation.call({ ...call, problem: 'the arguments were never finished' })
  } else if (isRaw) {
    conversation.call({ ...call, problem: String(part.errorText ?? 'the arguments do not fit the tool') })
  } else conversation.call(call)
  if (state === 'output-available' || state === 'result') {
    const value = 'output' in part ? part.output : part.result
    if (part.preliminary !== true) conversation.answer(id, (tool) => readToolAnswer(tool, value ?? null))
  } else if (state === 'output-error') {
    conversation.answer(id, (tool) => readFailure(tool, part.errorText))
  } else if (state === 'output-denied' || state === 'approval-requested') {
    const approval = isFields(part.approval) ? part.approval : {}
    conversation.answer(id, () => notApproved(approval.reason, 'nobody approved the call'))
  }
}

function addMessage(conversation: Conversation, message: Fields): void {
  conversation.turn(isFields(message.metadata) ? message.metadata.usage : undefined)
  let isEmpty = true
  for (const part of listField(message, 'parts')) {
    const call = shownCall(part)
    if (part.type === 'step-start') {
      if (!isEmpty) conversation.turn()
      isEmpty = true
      continue
    }
    isEmpty = false
    if (call !== undefined) addCall(conversation, call)
    else if (part.type === 'text' && typeof part.text === 'string') conversation.say(part.text)
  }
}

/** Messages that the AI SDK shows to people: `UIMessage`, a turn per step. */
export const aiSdkUi: ListFormat = {
  name: 'ai-sdk',
  fits,
  read(list, usage) {
    const conversation = new Conversation()
    for (const message of list) if (message.role === 'assistant') addMessage(conversation, message)
    return conversation.finish(usage)
  },
}
