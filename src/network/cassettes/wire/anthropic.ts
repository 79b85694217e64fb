import type { JsonObject } from '../../../shared/json.ts'
import { countAt, listAt, objectAt, type Reader, replyContent, saidCall, textAt } from './reply-content.ts'

/** All that was read, also what a cache gave. */
const inputOf = (usage: JsonObject): number =>
  countAt(usage.input_tokens) +
  countAt(usage.cache_creation_input_tokens) +
  countAt(usage.cache_read_input_tokens)

/** The blocks of a streamed message, with their arguments put together. */
function streamedBlocks(events: readonly JsonObject[]): JsonObject[] {
  const blocks = new Map<number, { block: JsonObject; args: string }>()
  for (const { type, index, content_block, delta } of events) {
    const at = typeof index === 'number' ? index : -1
    if (type === 'content_block_start') blocks.set(at, { block: objectAt(content_block), args: '' })
    const open = blocks.get(at)
    if (type === 'content_block_delta' && open !== undefined)
      open.args += textAt(objectAt(delta).partial_json) ?? ''
  }
  return [...blocks.values()].map(({ block, args }) => (args === '' ? block : { ...block, input: args }))
}

/** Messages of Anthropic. */
export const readAnthropic: Reader = (objects) => {
  const start = objects.find(({ type }) => type === 'message_start')
  const message = objectAt(start?.message ?? objects.find(({ type }) => type === 'message'))
  if (message.type !== 'message') return undefined
  const blocks = start === undefined ? listAt(message.content) : streamedBlocks(objects)
  const end = objectAt(objects.findLast(({ type }) => type === 'message_delta')?.usage)
  const usage = objectAt(message.usage)
  return replyContent(
    message.model,
    inputOf(usage),
    countAt(end.output_tokens) || countAt(usage.output_tokens),
    blocks
      .filter(({ type }) => type === 'tool_use')
      .flatMap(({ id, name, input }) => saidCall(id, name, input)),
  )
}
