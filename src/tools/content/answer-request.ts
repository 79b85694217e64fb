import type { Json, JsonObject } from '../../shared/json.ts'

export interface AskedValue {
  /** A binding. */
  value: Json
  /** Noun phrase for it, without article: `air temperature in celsius`. */
  gives: string
}

/** What an answer is graded by, and how the prompt asks for it: one value, or several, each under a key. */
export type AskedAnswer = AskedValue | { fields: Readonly<Record<string, AskedValue>> }

export function buildExpectedAnswer(asked: AskedAnswer): Json {
  if (!('fields' in asked)) return asked.value
  return Object.fromEntries(
    Object.entries(asked.fields).map(([key, { value }]) => [key, value]),
  ) satisfies JsonObject
}

const PASS_ON = 'Unless told otherwise, pass values on exactly as the tools give them.'

const formatPlaceholder = ({ gives }: AskedValue): string => `<${gives.replace(/[<>]/g, '')}>`

/** What stands behind `ANSWER:` in a prompt: one placeholder, or an object with one under each key. */
function buildAnswerSkeleton(asked: AskedAnswer): string {
  if (!('fields' in asked)) return formatPlaceholder(asked)
  const fields = Object.entries(asked.fields).map(
    ([key, value]) => `${JSON.stringify(key)}: ${formatPlaceholder(value)}`,
  )
  return `{${fields.join(', ')}}`
}

/** The paragraph that ends every prompt, the same everywhere but for the answer that is asked for. */
export const writeClosingParagraph = (asked?: AskedAnswer): string =>
  asked === undefined
    ? PASS_ON
    : `${PASS_ON} End your reply with one line: ANSWER: ${buildAnswerSkeleton(asked)}`

export const removeClosing = (prompt: string): string => prompt.split(`\n\n${PASS_ON}`)[0] as string
