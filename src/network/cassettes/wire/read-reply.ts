import { isObject, type Json, type JsonObject, readObject } from '../../../shared/json.ts'
import { parseJsonOr } from '../../../shared/parse-json.ts'
import type { ModelCall } from '../../../trace/said-turns.ts'

interface ReplyContent {
  model?: string
  input_tokens: number
  output_tokens: number
  calls: ModelCall[]
}

/** Reads the objects of a reply, several where it was streamed; undefined where they are of another format. */
type ReplyReader = (objects: readonly JsonObject[]) => ReplyContent | undefined

const listAt = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])
const readText = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
const countAt = (value: Json | undefined): number =>
  typeof value === 'number' && value > 0 ? Math.round(value) : 0

/** Arguments as the model spelt them; none where it did not spell an object. */
function readArguments(value: Json | undefined): JsonObject {
  return readObject(typeof value === 'string' ? parseJsonOr(value, {}) : value)
}

/** A call, without an id where the reply has none. */
const readCall = (id: Json | undefined, name: Json | undefined, args: Json | undefined): ModelCall[] => {
  const [known, called] = [readText(id), readText(name)]
  if (called === undefined) return []
  return [{ ...(known === undefined ? {} : { id: known }), name: called, arguments: readArguments(args) }]
}

/** The content of a reply, without a model where the reply names none. */
const replyContent = (
  model: Json | undefined,
  input: number,
  output: number,
  calls: ModelCall[],
): ReplyContent => {
  const name = readText(model)
  return { ...(name === undefined ? {} : { model: name }), input_tokens: input, output_tokens: output, calls }
}

interface Begun {
  id: string | undefined
  name: string
  args: string
}

/** Adds what one message or delta says of calls; arguments come in parts. */
function addCalls(message: JsonObject, calls: Map<number, Begun>): void {
  for (const [at, call] of listAt(message.tool_calls).entries()) {
    const index = typeof call.index === 'number' ? call.index : at
    const { name, arguments: args } = readObject(call.function)
    const before = calls.get(index) ?? { id: undefined, name: '', args: '' }
    calls.set(index, {
      id: readText(call.id) ?? before.id,
      name: before.name + (readText(name) ?? ''),
      // Mistral may spell them as an object.
      args: before.args + (typeof args === 'string' ? args : args === undefined ? '' : JSON.stringify(args)),
    })
  }
}

/** Chat completions: of OpenAI, Mistral, and everything compatible. */
const readChat: ReplyReader = (objects) => {
  const chunks = objects.filter(({ choices }) => Array.isArray(choices))
  if (chunks.length === 0) return undefined
  const calls = new Map<number, Begun>()
  for (const { choices } of chunks) {
    const [first] = listAt(choices)
    addCalls(readObject(first?.message ?? first?.delta), calls)
  }
  const usage = readObject(chunks.findLast((one) => Object.keys(readObject(one.usage)).length > 0)?.usage)
  return replyContent(
    chunks.find(({ model }) => readText(model) !== undefined)?.model,
    countAt(usage.prompt_tokens),
    countAt(usage.completion_tokens),
    [...calls.values()].flatMap(({ id, name, args }) => readCall(id, name, args)),
  )
}

/** All that was read, also what a cache gave. */
const countInputTokens = (usage: JsonObject): number =>
  countAt(usage.input_tokens) +
  countAt(usage.cache_creation_input_tokens) +
  countAt(usage.cache_read_input_tokens)

/** The blocks of a streamed message, with their arguments put together. */
function joinStreamedBlocks(events: readonly JsonObject[]): JsonObject[] {
  const blocks = new Map<number, { block: JsonObject; args: string }>()
  for (const { type, index, content_block, delta } of events) {
    const at = typeof index === 'number' ? index : -1
    if (type === 'content_block_start') blocks.set(at, { block: readObject(content_block), args: '' })
    const open = blocks.get(at)
    if (type === 'content_block_delta' && open !== undefined)
      open.args += readText(readObject(delta).partial_json) ?? ''
  }
  return [...blocks.values()].map(({ block, args }) => (args === '' ? block : { ...block, input: args }))
}

const readAnthropic: ReplyReader = (objects) => {
  const start = objects.find(({ type }) => type === 'message_start')
  const message = readObject(start?.message ?? objects.find(({ type }) => type === 'message'))
  if (message.type !== 'message') return undefined
  const blocks = start === undefined ? listAt(message.content) : joinStreamedBlocks(objects)
  const end = readObject(objects.findLast(({ type }) => type === 'message_delta')?.usage)
  const usage = readObject(message.usage)
  return replyContent(
    message.model,
    countInputTokens(usage),
    countAt(end.output_tokens) || countAt(usage.output_tokens),
    blocks
      .filter(({ type }) => type === 'tool_use')
      .flatMap(({ id, name, input }) => readCall(id, name, input)),
  )
}

/** Responses of OpenAI. A streamed one ends with the whole. */
const readResponses: ReplyReader = (objects) => {
  const wholes = objects.flatMap((one) =>
    one.object === 'response' ? [one] : 'response' in one ? [readObject(one.response)] : [],
  )
  const last = wholes.at(-1)
  if (last === undefined) return undefined
  const items = listAt(last.output)
  const done = objects.filter(({ type }) => type === 'response.output_item.done')
  const output = items.length > 0 ? items : done.map(({ item }) => readObject(item))
  const usage = readObject(last.usage)
  return replyContent(
    last.model,
    countAt(usage.input_tokens),
    countAt(usage.output_tokens),
    output
      .filter(({ type }) => type === 'function_call')
      .flatMap(({ call_id, name, arguments: args }) => readCall(call_id, name, args)),
  )
}

/** `/api/chat` and `/api/generate` of Ollama. */
const readOllama: ReplyReader = (objects) => {
  const chunks = objects.filter(({ done }) => typeof done === 'boolean')
  const last = chunks.at(-1)
  if (last === undefined) return undefined
  return replyContent(
    last.model,
    countAt(last.prompt_eval_count),
    countAt(last.eval_count),
    chunks
      .flatMap(({ message }) => listAt(readObject(message).tool_calls))
      .flatMap((call) => {
        const { name, arguments: args } = readObject(call.function)
        return readCall(call.id, name, args)
      }),
  )
}

/** `generateContent` of Gemini, streamed as events or as a list. */
const readGemini: ReplyReader = (objects) => {
  const chunks = objects.filter(({ candidates, usageMetadata }) => candidates ?? usageMetadata)
  const last = chunks.at(-1)
  if (last === undefined) return undefined
  const parts = chunks.flatMap(({ candidates }) => listAt(readObject(listAt(candidates)[0]?.content).parts))
  const usage = readObject(chunks.findLast((one) => 'usageMetadata' in one)?.usageMetadata)
  return replyContent(
    last.modelVersion,
    countAt(usage.promptTokenCount),
    countAt(usage.candidatesTokenCount) + countAt(usage.thoughtsTokenCount),
    parts.flatMap(({ functionCall }) => {
      const { id, name, args } = readObject(functionCall)
      return readCall(id, name, args)
    }),
  )
}

const READERS: readonly ReplyReader[] = [readChat, readResponses, readAnthropic, readGemini, readOllama]

/** The objects of a body: one, a list, the data of events, or one a line. */
function parseObjects(text: string): JsonObject[] {
  const whole = parseJsonOr(text, undefined)
  if (whole !== undefined) return [whole].flat().filter(isObject)
  return text
    .split(/\r?\n/)
    .map((line) => parseJsonOr(line.replace(/^data: ?/, ''), undefined))
    .filter(isObject)
}

/** What a model's reply says; undefined where it is of no format that is known. */
export function readReply(text: string): ReplyContent | undefined {
  const objects = parseObjects(text)
  for (const read of READERS) {
    const found = read(objects)
    if (found !== undefined) return found
  }
  return undefined
}
