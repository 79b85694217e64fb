import {
  ANSWER,
  CALL,
  createMessageFormat,
  DENIED,
  declareEach,
  declareOnly,
  declareSeveral,
  type Piece,
  type PieceKinds,
  REPLY,
  readRole,
  SAY,
} from './message-reader.ts'
import type { ListFormat } from './outcomes.ts'
import {
  type Fields,
  hidesCalls,
  isAbsent,
  isFields,
  joinSaid,
  readArguments,
  readAtPlace,
  readFields,
  readTextField,
  unwrapSingle,
} from './values.ts'

/** Content that only has to be known: it tells of no call, and what it says is read from the message. */
const declareKnown = (types: string) =>
  ({ at: 'content', by: 'type', kinds: declareEach(types), text: 'heard', optional: true }) as const

const chatContent = declareKnown('text refusal image_url input_audio file')
/** Free text that a custom tool takes. */
const readInputText = (path: string) => (call: Fields) => ({ input: readAtPlace(call, path) ?? '' })

/** Calls of chat completions, the older `function_call` included. */
export const CHAT_CALLS: NonNullable<Piece['lists']> = [
  {
    at: 'tool_calls',
    by: (call) => ['function', 'custom'].find((kind) => isFields(call[kind])),
    optional: true,
    kinds: {
      function: { id: 'id', name: 'function/name', arguments: 'function/arguments' },
      custom: { id: 'id', name: 'custom/name', arguments: readInputText('custom/input') },
    },
  },
  declareOnly('function_call', CALL),
]

/** Messages of OpenAI chat completions, and of the many servers that speak their format. */
export const openAiChat = createMessageFormat({
  name: 'openai-chat',
  by: readRole,
  holds: ['tool_calls', 'tool_call_id', 'tool_name', 'tool_plan', 'function_call', 'executed_tools'],
  kinds: {
    ...declareEach('system developer user', { lists: [chatContent] }),
    assistant: {
      ...REPLY,
      lists: [
        chatContent,
        // Groq ran these tools before the model answered.
        declareSeveral('executed_tools', { ...CALL, name: 'type', result: ({ output }) => output ?? null }),
        declareOnly((message) => message, {
          say: ({ content, refusal }) => joinSaid(content) || joinSaid(refusal),
        }),
        ...CHAT_CALLS,
      ],
    },
    ...declareEach('tool function', { ...ANSWER, result: 'content', lists: [chatContent] }),
  },
})

const itemContent = declareKnown('input_text output_text refusal input_image input_file input_audio')

/** What a call of a hosted tool was given; undefined where its item does not tell. */
function readHostedInput(item: Fields): Fields | undefined {
  const { action, operation, code, queries } = item
  if (isFields(action) || isFields(operation)) return (action ?? operation) as Fields
  return typeof code === 'string' ? { code } : Array.isArray(queries) ? { queries } : undefined
}

const itemCall: Piece = { ...CALL, turn: 'unless open' }
const itemAnswer: Piece = {
  ...ANSWER,
  name: undefined,
  result: ({ output }: Fields) => (isFields(output) && output.type === 'text' ? output.text : output),
  ends: true,
}
const hosted: PieceKinds = {
  by: (item) => (readHostedInput(item) === undefined ? undefined : item.type),
  kinds: {
    '*_call': {
      ...itemCall,
      name: ({ type }) => (type as string).slice(0, -'_call'.length),
      arguments: readHostedInput,
      result: ({ output, outputs, results }) => output ?? outputs ?? results ?? undefined,
      failed: 'status=failed',
    },
  },
}

/** A hosted call as @openai/agents keeps it: `name` is the type of the item in `providerData`. */
const convertAgentsCall = ({ id, name, status, output, providerData, ...call }: Fields): Fields => ({
  ...readFields(providerData),
  ...(isAbsent(call.arguments) ? {} : { action: readArguments(call.arguments, String(name)).arguments }),
  ...{ id, type: String(name).replace(/(_call)?$/, '_call'), status, output },
})

/** Items that no other format has, those of @openai/agents included. */
const ITEMS: Record<string, Piece> = {
  function_call: itemCall,
  custom_tool_call: { ...itemCall, arguments: readInputText('input') },
  hosted_tool_call: { lists: [{ at: convertAgentsCall, single: true, ...hosted }] },
  function_call_result: itemAnswer,
  // A call that OpenAI made itself stands with its answer, and what follows may build on it.
  mcp_call: {
    ...itemCall,
    replaces: 'approval_request_id',
    result: ({ error, output }) => error ?? output ?? undefined,
    failed: ({ error }) => !isAbsent(error),
    ends: true,
  },
  reasoning: { turn: 'unless open' },
  mcp_approval_request: { ...itemCall, waits: 'id' },
  mcp_approval_response: {
    id: 'approval_request_id',
    approves: ({ approve, approval_request_id: id }) => approve === true && id,
    refusal: (item) => (item.approve === false ? (readTextField(item, 'reason') ?? DENIED) : undefined),
    ends: true,
  },
  ...declareEach('item_reference compaction mcp_list_tools'),
}

/** Items of OpenAI. One that does not tell what a hosted tool was given is refused: its effects would get lost. */
export const RESPONSE_ITEMS: PieceKinds = {
  by: (item) =>
    Object.hasOwn(ITEMS, String(item.type)) || String(item.type).endsWith('_call_output')
      ? item.type
      : readAtPlace(item, hosted.by),
  kinds: { ...ITEMS, '*_call_output': itemAnswer, ...hosted.kinds },
}

/** Items of OpenAI responses; calls belong to one turn until something answers them. */
export const openAiResponses = createMessageFormat({
  name: 'openai-responses',
  by(item) {
    if (item.type !== undefined && item.type !== 'message') return readAtPlace(item, RESPONSE_ITEMS.by)
    return hidesCalls(item, []) ? undefined : item.role
  },
  kinds: {
    ...RESPONSE_ITEMS.kinds,
    ...declareEach('system developer user', { ends: true, lists: [itemContent] }),
    assistant: { turn: 'unless open', say: ({ content }) => joinSaid(content), lists: [itemContent] },
  },
})

/** Calls that Anthropic makes itself are calls too: their results are blocks of the same message. */
const BLOCKS: Record<string, Piece> = {
  ...declareEach('text image document thinking redacted_thinking search_result container_upload'),
  '*tool_use': CALL,
  '*tool_result': { ...ANSWER, result: ({ content }) => content ?? '' },
}
const declareBlocks = (at: string, text: 'said' | 'heard'): NonNullable<Piece['lists']> => [
  { at, text, by: 'type', kinds: text === 'said' ? { ...BLOCKS, text: SAY } : BLOCKS },
]

/** Messages of Anthropic's Messages API. */
export const anthropic = createMessageFormat({
  name: 'anthropic',
  by: ({ role, type }) => (type === undefined || type === 'message' ? role : undefined),
  holds: [],
  kinds: {
    ...declareEach('user system', { lists: declareBlocks('content', 'heard') }),
    assistant: { ...REPLY, lists: declareBlocks('content', 'said') },
  },
})

const EVENTS = 'system result stream_event tool_progress auth_status rate_limit_event'.split(' ')

function readEventKind(event: Fields): unknown {
  const { type, message, role, content } = event
  if (role !== undefined || content !== undefined) return undefined
  if ((type === 'assistant' || type === 'user') && isFields(message))
    return anthropic.fits(message) ? message.role : undefined
  const isKnown = EVENTS.includes(type as string) && ('session_id' in event || 'subtype' in event)
  return isKnown ? 'event' : undefined
}

const agentMessages = createMessageFormat({
  name: 'claude-agent',
  by: readEventKind,
  kinds: {
    event: {},
    ...declareEach('user system', { lists: declareBlocks('message/content', 'heard') }),
    assistant: {
      turn: 'at another answer',
      answer: 'message/id',
      usage: 'message/usage',
      lists: declareBlocks('message/content', 'said'),
    },
  },
})

/** Messages that the Claude Agent SDK yields: one for each block of an answer, all with the id of the answer. */
export const claudeAgent: ListFormat = {
  ...agentMessages,
  read(list, usage, said) {
    const reading = agentMessages.read(list, usage, said)
    const tools = list.find(({ subtype }) => subtype === 'init')?.tools
    const names = Array.isArray(tools) ? tools.filter((name) => typeof name === 'string') : []
    return {
      ...reading,
      final_answer:
        readTextField(list.findLast(({ type }) => type === 'result') ?? {}, 'result') ?? reading.final_answer,
      tools: names.map((name) => ({ name, description: '' })),
    }
  },
}

/** What a block of a result of Converse says. It refuses `json` that is not an object, so a list comes in a field. */
function blockValue(block: unknown): unknown {
  if (!isFields(block)) return block
  const value = unwrapSingle(block.json, ['result', 'output'])
  return (Array.isArray(value) ? value : block.json) ?? block.text ?? block
}

const CONVERSE: Record<string, Piece> = {
  toolUse: CALL,
  toolResult: {
    ...ANSWER,
    // One block of JSON or text is the answer, several are a list.
    result({ content }) {
      const values = (Array.isArray(content) ? content : []).map(blockValue)
      return values.length === 1 ? values[0] : values
    },
  },
  ...declareEach(
    'text image document video audio guardContent reasoningContent cachePoint citationsContent searchResult',
  ),
}

/** Messages of the Converse API of Amazon Bedrock, whose blocks have a key in place of a `type`. */
export const bedrock = createMessageFormat({
  name: 'bedrock',
  by: 'role',
  holds: [],
  kinds: {
    user: { lists: [{ at: 'content', by: 'key', kinds: CONVERSE }] },
    assistant: {
      ...REPLY,
      lists: [{ at: 'content', by: 'key', kinds: { ...CONVERSE, text: SAY } }],
    },
  },
})

/** A part under the names of the API; Python's SDK writes them with underscores. */
const convertToApiNames = (part: Fields): Fields =>
  Object.fromEntries(
    Object.entries(part)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), value]),
  )

const isGeminiError = ({ response }: Fields): boolean => unwrapSingle(response, ['error']) !== response

/** A response holds the whole answer as `output` by the API's reference, as `result` by Google's SDKs and guides. */
function readGeminiAnswer(answer: Fields): unknown {
  if (!isGeminiError(answer)) return unwrapSingle(answer.response, ['output', 'result'])
  const error = unwrapSingle(answer.response, ['error'])
  return isFields(error) ? answer.response : error
}

const GEMINI: Record<string, Piece> = {
  functionCall: CALL,
  functionResponse: { ...ANSWER, result: readGeminiAnswer, failed: isGeminiError },
  executableCode: {
    ...CALL,
    name: () => 'code_execution',
    arguments: ({ language, code }) => ({ language, code }),
  },
  codeExecutionResult: {
    ...ANSWER,
    name: () => 'code_execution',
    failed: ({ outcome }) => outcome !== 'OUTCOME_OK',
  },
  ...declareEach('text inlineData fileData'),
}
const declareGeminiParts = (text: Piece, optional?: true): NonNullable<Piece['lists']> => [
  {
    at: 'parts',
    by: 'key',
    kinds: { ...GEMINI, text },
    as: convertToApiNames,
    ...(optional && { optional }),
  },
]

/** Contents of Gemini and Vertex AI. */
export const gemini = createMessageFormat({
  name: 'gemini',
  by: ({ role = 'user', content }) => (content === undefined ? role : undefined),
  holds: ['parts'],
  kinds: {
    ...declareEach('user function', { lists: declareGeminiParts({}) }),
    model: {
      turn: 'always',
      // An answer that was stopped has no parts.
      lists: declareGeminiParts({ say: ({ text, thought }) => (thought === true ? undefined : text) }, true),
    },
  },
})
