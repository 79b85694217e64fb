import { inputOf, invalidity, notApproved } from './ai-sdk-output.ts'
import { Conversation } from './conversation.ts'
import { type Fields, isFields } from './fields.ts'
import { type ImportedOutcome, readFailure } from './outcome.ts'

/** Parts that tell of calls, in messages and in the content of steps. */
export const CALL_PARTS: readonly string[] = [
  'tool-call',
  'tool-result',
  'tool-error',
  'tool-approval-request',
  'tool-approval-response',
]

/** Reads parts of messages or steps, and remembers which calls wait for an approval. */
export class PartReader {
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

  /** Marks the calls that nobody approved: they were not made. */
  close(): void {
    for (const id of this.waiting.values())
      this.conversation.answer(id, () => notApproved(undefined, 'nobody approved the call'))
  }

  private call(part: Fields): void {
    const problem = invalidity(part)
    const call = { id: part.toolCallId, name: part.toolName, arguments: inputOf(part) }
    this.conversation.call(problem === undefined ? call : { ...call, problem })
  }

  private answer(id: unknown, read: (tool: string) => ImportedOutcome): void {
    for (const [approval, call] of this.waiting) if (call === id) this.waiting.delete(approval)
    this.conversation.answer(id, read)
  }
}
