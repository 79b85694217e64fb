import {
  CALL,
  createMessageFormat,
  DENIED,
  declareEach,
  declareOnly,
  declareSeveral,
  NOT_APPROVED,
  type Piece,
  REPLY,
  readRole,
  SAY,
} from './message-reader.ts'
import { type Fields, isFields, readAtPlace, readTextField } from './values.ts'

/** Why a call that is marked as invalid could not be made. */
const explainInvalidity = (part: Fields): string | undefined =>
  part.invalid === true
    ? (readTextField(part, 'error error/message') ?? 'the arguments do not fit the tool')
    : undefined

/** The result of a step, as the tool gave it. */
const stepResult: Piece = {
  id: 'toolCallId',
  result: 'output result',
  failed: 'isError=true',
  pending: 'preliminary=true',
}

const TYPED = ['text', 'json', 'content', 'error-text', 'error-json', 'execution-denied']

/** The typed output that messages carry in place of the result: `{ type, value }`. */
const readTyped = ({ output, isError }: Fields): Fields | undefined =>
  isFields(output) && isError !== true && TYPED.includes(output.type as string) ? output : undefined

const messageResult: Piece = {
  ...stepResult,
  result(part) {
    const { type, value = null } = readTyped(part) ?? { value: part.output ?? part.result }
    // A text that is marked as JSON is a text, whatever it spells.
    return type === 'json' && typeof value === 'string' ? JSON.stringify(value) : value
  },
  failed: (part) => part.isError === true || /^error-/.test(String(readTyped(part)?.type)),
  refusal(part) {
    const typed = readTyped(part)
    return typed?.type === 'execution-denied' ? (readTextField(typed, 'reason') ?? DENIED) : undefined
  },
}
const PARTS: Record<string, Piece> = {
  text: SAY,
  'tool-call': { ...CALL, problem: explainInvalidity },
  'tool-result': messageResult,
  'tool-error': { id: 'toolCallId', result: 'error', failed: () => true },
  'tool-output-denied': { id: 'toolCallId', refusal: () => DENIED },
  'tool-approval-request': { waits: 'approvalId', id: 'toolCall/toolCallId toolCallId' },
  'tool-approval-response': { approves: ({ approvalId, approved }) => approved === true && approvalId },
}
const modelParts = {
  at: 'content',
  by: 'type',
  kinds: { ...PARTS, ...declareEach('image file reasoning redacted-reasoning reasoning-file source custom') },
} as const
const modelContent = { ...modelParts, text: 'said', optional: true } as const

/** Messages that the AI SDK hands to models: `ModelMessage`. */
export const aiSdkMessages = createMessageFormat({
  name: 'ai-sdk',
  by: readRole,
  holds: [],
  kinds: {
    ...declareEach('system user', { unread: true, lists: [modelContent] }),
    assistant: { ...REPLY, lists: [modelContent] },
    tool: { lists: [modelParts] },
  },
})

const stepParts: Record<string, Piece | undefined> = {
  ...PARTS,
  'tool-result': stepResult,
  'tool-*': undefined,
  '*': {},
}

/** Steps of `generateText` and of agents of the AI SDK. */
export const aiSdkSteps = createMessageFormat({
  name: 'ai-sdk',
  by({ finishReason, role, type, content, toolCalls }) {
    if (finishReason === undefined || role !== undefined || type !== undefined) return undefined
    return content === undefined && Array.isArray(toolCalls) ? 'version 4' : 'step'
  },
  kinds: {
    step: { ...REPLY, lists: [{ at: 'content', by: 'type', kinds: stepParts }] },
    'version 4': {
      ...REPLY,
      say: 'text',
      lists: [
        declareSeveral('toolCalls', PARTS['tool-call'] as Piece),
        declareSeveral('toolResults', stepResult),
      ],
    },
  },
})

/** Why a part that is shown does not tell of a call that can have been made. */
function findShownProblem({ state, input, rawInput, errorText }: Fields): string | undefined {
  if (state === 'input-streaming') return 'the arguments are incomplete'
  if (state !== 'output-error' || isFields(input ?? rawInput)) return undefined
  return String(errorText ?? 'the arguments do not fit the tool')
}

const shownCall: Piece = {
  ...CALL,
  problem: findShownProblem,
  result({ state, output, preliminary, errorText }) {
    if (state === 'output-error') return errorText ?? null
    return state === 'output-available' && preliminary !== true ? (output ?? null) : undefined
  },
  failed: 'state=output-error',
  refusal(part) {
    const isDenied = part.state === 'approval-responded' && readAtPlace(part, 'approval/approved') === false
    const isWithheld = part.state === 'output-denied' || part.state === 'approval-requested' || isDenied
    return isWithheld ? (readTextField(part, 'approval/reason') ?? NOT_APPROVED) : undefined
  },
}
const UI_KINDS: Record<string, Piece> = {
  text: SAY,
  'step-start': { turn: 'after parts' },
  'dynamic-tool': shownCall,
  // Version 4 puts the call into a field of the part.
  'tool-invocation': {
    lists: [
      declareOnly('toolInvocation', {
        ...CALL,
        problem: ({ state }) => (state === 'partial-call' ? 'the arguments are incomplete' : undefined),
        result: ({ state, result }) => (state === 'result' ? (result ?? null) : undefined),
      }),
    ],
  },
  'tool-*': { ...shownCall, name: ({ type }) => (type as string).slice('tool-'.length) },
  ...declareEach('reasoning reasoning-file source source-url source-document file custom data-*'),
}
const uiParts = { at: 'parts', by: 'type', kinds: UI_KINDS } as const

/** Messages that the AI SDK shows to people: `UIMessage`, a turn per step. */
export const aiSdkUi = createMessageFormat({
  name: 'ai-sdk',
  by: 'role',
  holds: ['parts', 'toolInvocations'],
  kinds: {
    ...declareEach('system user', { unread: true, lists: [uiParts] }),
    assistant: { turn: 'always', usage: 'metadata/usage', lists: [uiParts] },
  },
})
