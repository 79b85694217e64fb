import {
  Conversation,
  failure,
  type ImportedOutcome,
  type ImportReading,
  type IssuedCall,
  type ListFormat,
  messageFormat,
  readFailure,
  readToolAnswer,
} from './conversation.ts'
import { type Fields, hasParts, hidesCalls, importedJson, isFields, listField, textField } from './values.ts'

/** A call that was waiting for a person's approval, or did not get it: it was not made. */
const notApproved = (reason: unknown, fallback: string): ImportedOutcome =>
  failure(typeof reason === 'string' && reason !== '' ? reason : fallback, 403, 'not_approved')

const DENIED = 'the call was denied'

/** Outcome of the typed outputs that messages carry: `{type, value}`. */
function readTyped(tool: string, { type, value, reason }: Fields): ImportedOutcome {
  if (type === 'error-text' || type === 'error-json') return readFailure(tool, value)
  if (type === 'execution-denied') return notApproved(reason, DENIED)
  if (type !== 'json') return readToolAnswer(tool, value ?? null)
  // A text that is marked as JSON is a text, whatever it spells.
  return typeof value === 'string'
    ? { status: 200, result: importedJson(value, `the result of ${tool}`) }
    : readToolAnswer(tool, value ?? null)
}

const TYPED = ['text', 'json', 'content', 'error-text', 'error-json', 'execution-denied']

/** Outcome of a `tool-result` part of a message. */
function readResultPart(tool: string, { output }: Fields): ImportedOutcome {
  const isTyped = isFields(output) && TYPED.includes(output.type as string)
  return isTyped ? readTyped(tool, output) : readToolAnswer(tool, output ?? null)
}

/** Why a call that is marked as invalid could not be made. */
function invalidity(part: Fields): string | undefined {
  if (part.invalid !== true) return undefined
  const { error } = part
  if (typeof error === 'string' && error !== '') return error
  const told = isFields(error) ? textField(error, 'message') : undefined
  return told ?? 'the arguments do not fit the tool'
}

/** Parts that tell of calls, in messages and in the content of steps. */
const CALL_PARTS: readonly string[] = [
  'tool-call',
  'tool-result',
  'tool-error',
  'tool-approval-request',
  'tool-approval-response',
]

/** Reads parts of messages or steps, and remembers which calls wait for an approval. */
class PartReader {
  readonly conversation = new Conversation()
  private readonly readResult: (tool: string, part: Fields) => ImportedOutcome
  /** Calls by the approval that was asked for them. */
  private readonly waiting = new Map<unknown, unknown>()

  constructor(readResult: (tool: string, part: Fields) => ImportedOutcome) {
    this.readResult = readResult
  }

  add(part: Fields): void {
    const { type, text, toolCallId, approvalId } = part
    if (type === 'text' && typeof text === 'string') this.conversation.say(text)
    else if (type === 'tool-call') this.call(part)
    else if (type === 'tool-result' && part.preliminary !== true)
      this.answer(toolCallId, (tool) => this.readResult(tool, part))
    else if (type === 'tool-error') this.answer(toolCallId, (tool) => readFailure(tool, part.error))
    else if (type === 'tool-approval-request')
      this.waiting.set(approvalId, isFields(part.toolCall) ? part.toolCall.toolCallId : toolCallId)
    else if (type === 'tool-approval-response' && part.approved === true) this.waiting.delete(approvalId)
  }

  /** What was read; calls that nobody approved were not made. */
  finish(usage: unknown): ImportReading {
    for (const id of this.waiting.values())
      this.conversation.answer(id, () => notApproved(undefined, 'the call was not approved'))
    return this.conversation.finish(usage)
  }

  private call(part: Fields): void {
    const problem = invalidity(part)
    const call = { id: part.toolCallId, name: part.toolName, arguments: part.input }
    this.conversation.call(problem === undefined ? call : { ...call, problem })
  }

  private answer(id: unknown, read: (tool: string) => ImportedOutcome): void {
    for (const [approval, call] of this.waiting) if (call === id) this.waiting.delete(approval)
    this.conversation.answer(id, read)
  }
}

const MESSAGE_ROLES = ['system', 'user', 'assistant', 'tool']
const MESSAGE_PARTS = [
  ...CALL_PARTS,
  'text',
  'image',
  'file',
  'reasoning',
  'redacted-reasoning',
  'reasoning-file',
  'source',
  'custom',
]

const fitsMessage = (item: unknown): boolean =>
  isFields(item) &&
  MESSAGE_ROLES.includes(item.role as string) &&
  item.type === undefined &&
  hasParts(item.content, MESSAGE_PARTS) &&
  (item.role !== 'tool' || Array.isArray(item.content)) &&
  !hidesCalls(item, [])

/** Messages that the AI SDK hands to models: `ModelMessage`. */
export const aiSdkMessages: ListFormat = {
  name: 'ai-sdk',
  fits: fitsMessage,
  read(list, usage) {
    const reader = new PartReader(readResultPart)
    for (const message of list) {
      if (message.role === 'assistant') {
        reader.conversation.turn(message.usage)
        if (typeof message.content === 'string') reader.conversation.say(message.content)
      } else if (message.role !== 'tool') continue
      for (const part of listField(message, 'content')) reader.add(part)
    }
    return reader.finish(usage)
  },
}

const isStepPart = (part: unknown): boolean =>
  isFields(part) &&
  typeof part.type === 'string' &&
  (!part.type.startsWith('tool-') || CALL_PARTS.includes(part.type))

const fitsStep = (item: unknown): boolean =>
  isFields(item) &&
  item.role === undefined &&
  item.type === undefined &&
  'finishReason' in item &&
  Array.isArray(item.content) &&
  item.content.every(isStepPart)

const readResult = (tool: string, { output }: Fields): ImportedOutcome => readToolAnswer(tool, output ?? null)

/** Steps of `generateText` and of agents of the AI SDK. */
export const aiSdkSteps: ListFormat = {
  name: 'ai-sdk',
  fits: fitsStep,
  read(list, usage) {
    const reader = new PartReader(readResult)
    for (const step of list) {
      reader.conversation.turn(step.usage)
      for (const part of listField(step, 'content')) reader.add(part)
    }
    return reader.finish(usage)
  },
}

const UI_ROLES = ['system', 'user', 'assistant']
const UI_PARTS = [
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
]

const isUiPart = (part: unknown): boolean =>
  isFields(part) &&
  typeof part.type === 'string' &&
  (UI_PARTS.includes(part.type) || part.type.startsWith('data-') || part.type.startsWith('tool-'))

const fitsUi = (item: unknown): boolean =>
  isFields(item) &&
  UI_ROLES.includes(item.role as string) &&
  Array.isArray(item.parts) &&
  item.parts.every(isUiPart) &&
  !hidesCalls(item, ['parts'])

interface ShownCall extends IssuedCall {
  state: unknown
  part: Fields
}

function shownCall(part: Fields): ShownCall | undefined {
  const type = part.type as string
  if (type !== 'dynamic-tool' && !type.startsWith('tool-')) return undefined
  const name = type === 'dynamic-tool' ? part.toolName : type.slice('tool-'.length)
  return { id: part.toolCallId, name, arguments: part.input ?? part.rawInput, state: part.state, part }
}

function addCall(conversation: Conversation, { state, part, ...call }: ShownCall): void {
  const { id } = call
  const isRaw = state === 'output-error' && !isFields(call.arguments)
  if (state === 'input-streaming') {
    conversation.call({ ...call, problem: 'the arguments are incomplete' })
  } else if (isRaw) {
    conversation.call({ ...call, problem: String(part.errorText ?? 'the arguments do not fit the tool') })
  } else conversation.call(call)
  if (state === 'output-available') {
    if (part.preliminary !== true) conversation.gave(id, part.output)
  } else if (state === 'output-error') conversation.gave(id, part.errorText, true)
  else if (state === 'output-denied' || state === 'approval-requested') {
    const approval = isFields(part.approval) ? part.approval : {}
    conversation.answer(id, () => notApproved(approval.reason, 'the call was not approved'))
  }
}

function addMessage(conversation: Conversation, message: Fields): void {
  if (message.role !== 'assistant') return
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
export const aiSdkUi = messageFormat('ai-sdk', fitsUi, addMessage)
