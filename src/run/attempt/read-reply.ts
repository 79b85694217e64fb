import type { AgentReply } from '../../schema/agent.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { isObject } from '../../shared/json.ts'
import { findRecordingProblem } from '../../shared/parse-json.ts'

const COUNTS = ['input_tokens', 'output_tokens', 'model_calls'] as const
const REPLY_FIELDS = ['answer', 'messages', 'turns', 'usage', 'models']

const describeKind = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

const dropNulls = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item != null))

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0

/** What is wrong with a reply, and what is expected; undefined where nothing is. */
function findReplyProblem(reply: object): string | undefined {
  const { answer, messages, turns, usage, models } = reply as { [key: string]: unknown }
  const known = Object.keys(reply).filter((key) => REPLY_FIELDS.includes(key))
  if (known.length === 0 && Object.keys(reply).length > 0)
    return `an object with ${Object.keys(reply).slice(0, 3).join(', ')}: expected a text, or an object with ${REPLY_FIELDS.join(', ')}`
  if (answer != null && typeof answer !== 'string' && typeof answer !== 'object')
    return `its answer is ${describeKind(answer)}: expected a text, an object or a list`
  const answerProblem = typeof answer === 'object' ? findRecordingProblem(answer) : undefined
  if (answerProblem !== undefined) return `the answer ${answerProblem}`
  if (messages != null && !Array.isArray(messages))
    return `its messages are ${describeKind(messages)}: expected an array`
  if (turns != null && !(Array.isArray(turns) && turns.every(isTexts)))
    return 'its turns are not arrays of call ids'
  if (models != null && !isTexts(models)) return 'its models are not an array of names'
  if (usage == null) return undefined
  if (!isObject(usage)) return `its usage is ${describeKind(usage)}: expected an object`
  const odd = COUNTS.find((count) => usage[count] != null && !isCount(usage[count]))
  return odd === undefined
    ? undefined
    : `the ${odd} of its usage is ${String(usage[odd])}: expected a whole number, 0 or more`
}

/**
 * What an agent gave back, as a reply: a plain text is its answer, nothing is none, and what is null is left out.
 *
 * @throws TracewrightError where it is neither a text nor a reply: an agent that is read wrongly cannot be judged
 */
export function readReply(given: unknown): AgentReply {
  if (typeof given === 'string') return { answer: given }
  if (given == null) return {}
  const problem =
    typeof given === 'object' && !Array.isArray(given)
      ? findReplyProblem(given)
      : `${describeKind(given)}: expected a text, or an object with ${REPLY_FIELDS.join(', ')}`
  if (problem === undefined) {
    const reply: AgentReply = dropNulls(given as object)
    return reply.usage === undefined ? reply : { ...reply, usage: dropNulls(reply.usage) }
  }
  throw new TracewrightError(`Failed to read the reply of the agent: ${problem}.`)
}
