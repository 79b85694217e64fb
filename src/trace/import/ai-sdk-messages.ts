import { readResultPart } from './ai-sdk-output.ts'
import { CALL_PARTS, PartReader } from './ai-sdk-parts.ts'
import { hidesCalls, isFields, listField } from './fields.ts'
import type { ListFormat } from './format.ts'
import { hasParts } from './parts.ts'

const ROLES = ['system', 'user', 'assistant', 'tool']
const PARTS = [
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

const fits = (item: unknown): boolean =>
  isFields(item) &&
  ROLES.includes(item.role as string) &&
  item.type === undefined &&
  hasParts(item.content, PARTS) &&
  (item.role !== 'tool' || Array.isArray(item.content)) &&
  !hidesCalls(item, [])

/** Messages that the AI SDK hands to models: `CoreMessage` of version 4, `ModelMessage` since. */
export const aiSdkMessages: ListFormat = {
  name: 'ai-sdk',
  fits,
  read(list, usage) {
    const reader = new PartReader(readResultPart)
    for (const message of list) {
      if (message.role === 'assistant') {
        reader.conversation.turn(message.usage)
        if (typeof message.content === 'string') reader.conversation.say(message.content)
      } else if (message.role !== 'tool') continue
      for (const part of listField(message, 'content')) reader.add(part)
    }
    reader.close()
    return reader.conversation.finish(usage)
  },
}
