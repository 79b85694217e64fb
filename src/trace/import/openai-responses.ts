import { Conversation } from './conversation.ts'
import { type Fields, hidesCalls, isAbsent, isFields } from './fields.ts'
import type { ListFormat } from './format.ts'
import { readFailure, readToolAnswer } from './outcome.ts'
import { hasParts, saidIn } from './parts.ts'

const PARTS = ['input_text', 'output_text', 'refusal', 'input_image', 'input_file', 'input_audio']
const ROLES = ['system', 'developer', 'user', 'assistant']
const CALLS = ['function_call', 'function_call_output', 'mcp_call']
/** Items that hold no call. Hosted tools are not among them: what they did must not get lost. */
const OTHER = [
  'reasoning',
  'item_reference',
  'compaction',
  'mcp_list_tools',
  'mcp_approval_request',
  'mcp_approval_response',
]

/** Whether an object is an item that no other format has. */
export const isResponseItem = (item: Fields): boolean =>
  item.type === 'message' || [...CALLS, ...OTHER].includes(item.type as string)

function fits(item: unknown): boolean {
  if (!isFields(item)) return false
  if (item.type !== undefined && item.type !== 'message') return isResponseItem(item)
  return ROLES.includes(item.role as string) && hasParts(item.content, PARTS) && !hidesCalls(item, [])
}

/** Reads items one after the other; calls belong to one turn until something answers them. */
class ItemReader {
  readonly conversation = new Conversation()
  private open = false

  add(item: Fields): void {
    const { type, role, call_id, name, arguments: args } = item
    if (type === 'function_call') {
      this.assistant()
      this.conversation.call({ id: call_id ?? item.id, name, arguments: args })
    } else if (type === 'function_call_output') {
      this.conversation.answer(call_id, (tool) => readToolAnswer(tool, item.output ?? null))
      this.open = false
    } else if (type === 'mcp_call') {
      this.hosted(item)
    } else if (type === 'reasoning') {
      this.assistant()
    } else if (role === 'assistant') {
      this.assistant()
      this.conversation.say(saidIn(item.content))
    } else if (role !== undefined) {
      this.open = false
    }
  }

  /** A call that OpenAI made itself: it stands with its answer, and what follows may build on it. */
  private hosted({ id, name, arguments: args, output, error }: Fields): void {
    this.assistant()
    this.conversation.call({ id, name, arguments: args })
    if (!isAbsent(error)) this.conversation.answer(id, (tool) => readFailure(tool, error))
    else if (!isAbsent(output)) this.conversation.answer(id, (tool) => readToolAnswer(tool, output))
    this.open = false
  }

  private assistant(): void {
    if (!this.open) this.conversation.turn()
    this.open = true
  }
}

/** Input and output items of OpenAI responses. */
export const openAiResponses: ListFormat = {
  name: 'openai-responses',
  fits,
  read(list, usage) {
    const reader = new ItemReader()
    for (const item of list) reader.add(item)
    return reader.conversation.finish(usage)
  },
}
