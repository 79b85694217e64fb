import { CALL_PARTS, PartReader } from './ai-sdk-parts.ts'
import { type Fields, isAbsent, isFields, listField } from './fields.ts'
import type { ListFormat } from './format.ts'
import { type ImportedOutcome, readToolAnswer } from './outcome.ts'

const isPart = (part: unknown): boolean =>
  isFields(part) &&
  typeof part.type === 'string' &&
  (!part.type.startsWith('tool-') || CALL_PARTS.includes(part.type))

const isListOf = (value: unknown, fits: (item: unknown) => boolean): boolean =>
  isAbsent(value) || (Array.isArray(value) && value.every(fits))

function fits(item: unknown): boolean {
  if (!isFields(item) || item.role !== undefined || item.type !== undefined) return false
  const { toolCalls, toolResults, content, text } = item
  if (![toolCalls, toolResults].every((list) => isListOf(list, isFields)) || !isListOf(content, isPart))
    return false
  return (
    Array.isArray(toolCalls) ||
    ('finishReason' in item && (Array.isArray(content) || typeof text === 'string'))
  )
}

/** What a step did, in its order: its content since version 5, else its text, calls and results. */
function partsOf(step: Fields): readonly Fields[] {
  const content = listField(step, 'content')
  const calls = listField(step, 'toolCalls')
  const isWhole = calls.length === 0 || content.some(({ type }) => type === 'tool-call')
  if (content.length > 0 && isWhole) return content
  return [
    { type: 'text', text: step.text },
    ...calls.map((call) => ({ ...call, type: 'tool-call' })),
    ...listField(step, 'toolResults').map((result) => ({ ...result, type: 'tool-result' })),
  ]
}

/** Outcome of a result in a step, which is what the tool gave back, as it stands. */
const readResult = (tool: string, part: Fields): ImportedOutcome =>
  readToolAnswer(tool, ('output' in part ? part.output : part.result) ?? null)

/** Steps of `generateText` and of agents of the AI SDK. */
export const aiSdkSteps: ListFormat = {
  name: 'ai-sdk',
  fits,
  read(list, usage) {
    const reader = new PartReader(readResult)
    for (const step of list) {
      reader.conversation.turn(step.usage)
      for (const part of partsOf(step)) reader.add(part)
    }
    reader.close()
    return reader.conversation.finish(usage)
  },
}
