import { aiSdkMessages, aiSdkSteps, aiSdkUi } from './ai-sdk.ts'
import type { ImportReading, ListFormat, TraceFormat } from './conversation.ts'
import { langChain } from './langchain.ts'
import { openAiChat, openAiResponses } from './openai.ts'
import { promptsIn } from './prompts.ts'
import { otelGenAi } from './spans.ts'
import { callList } from './stored.ts'
import type { Fields } from './values.ts'
import { describe, ImportProblem } from './values.ts'

/** Formats of messages; messages that fit several, as those without calls do, are read the same by all of them. */
export const MESSAGES: readonly ListFormat[] = [
  openAiChat,
  aiSdkMessages,
  aiSdkUi,
  langChain,
  openAiResponses,
]
export const STEPS: readonly ListFormat[] = [aiSdkSteps]
export const ITEMS: readonly ListFormat[] = [openAiResponses]
export const SPANS: readonly ListFormat[] = [otelGenAi]
const LISTS: readonly ListFormat[] = [...MESSAGES, ...STEPS, ...SPANS, callList]

/** What can be imported, for messages. */
export const KNOWN =
  'Known are traces of tracewright, messages of OpenAI (chat, responses), LangChain and the AI SDK, steps of the AI SDK, GenAI spans of OpenTelemetry, and lists of { name, args }'

/** The format that every item fits, or undefined. */
export const traceFormatOf = (list: readonly unknown[], formats = LISTS): ListFormat | undefined =>
  formats.find((format) => list.every((item) => format.fits(item)))

function whyNot(list: readonly unknown[], formats: readonly ListFormat[]): string {
  const strange = list.findIndex((item) => !formats.some((format) => format.fits(item)))
  if (strange >= 0) return `item ${strange + 1} of the list is ${describe(list[strange])}`
  // Every item is of some format: the first one that is not of the format of those before it.
  const upTo = list.findIndex((_, i) => traceFormatOf(list.slice(0, i + 1), formats) === undefined)
  const before = traceFormatOf(list.slice(0, upTo), formats)?.name
  const odd = formats.find((format) => format.fits(list[upTo]))?.name
  return before === odd
    ? `the list mixes shapes of ${before}: item ${upTo + 1} is ${describe(list[upTo])}`
    : `the list mixes shapes: it begins as ${before}, and item ${upTo + 1} is of ${odd}`
}

/** Reads a list of one of the given formats. An empty one is the work of an agent that called nothing. */
export function readTraceList(
  list: readonly unknown[],
  formats: readonly ListFormat[] = LISTS,
  usage?: unknown,
): ImportReading & { format: TraceFormat } {
  if (list.length === 0)
    return { calls: [], unknown: [], bare: false, final_answer: null, format: 'call-list' }
  const format = traceFormatOf(list, formats)
  if (format === undefined) throw new ImportProblem(`${whyNot(list, formats)}. ${KNOWN}.`)
  const reading = format.read(list as readonly Fields[], usage)
  return { prompts: promptsIn(list), ...reading, format: format.name }
}
