import { messageOf, TracewrightError } from '../../../src/shared/errors.ts'
import type { AttemptCall } from '../../../src/synthetic/environment/execute-attempt.ts'
import { type CallText, readCallTexts } from './call-text.ts'
import { readValue } from './read-value.ts'

const fold = (name: string): string => name.replaceAll(/[\s_-]+/g, '')

/** The tool that a call text names, blanks and underscores aside; undefined where none or several have the name. */
function specNamed(name: string, names: Iterable<string>): string | undefined {
  const all = [...names]
  if (all.includes(name)) return name
  const folded = all.filter((other) => fold(other) === fold(name))
  return folded.length === 1 ? folded[0] : undefined
}

function callOf({ name, parameters }: CallText, names: readonly string[]): AttemptCall {
  const args = [...parameters].map(([parameter, text]) => {
    try {
      return [parameter, readValue(text)] as const
    } catch (error) {
      throw new TracewrightError(`Failed to read the attempt: ${parameter} of ${name}: ${messageOf(error)}.`)
    }
  })
  return { tool: specNamed(name, names) ?? name, args: Object.fromEntries(args) }
}

/**
 * The calls of an attempt as published trajectories write them, one `Name(parameter = value, ...)` after the other.
 * Names become those of the tools; one that no tool has stays as it is.
 *
 * @throws TracewrightError where something else stands in the text, or nothing
 */
export function readAttempt(text: string, names: Iterable<string>): AttemptCall[] {
  const { calls, rest } = readCallTexts(text)
  const left = rest.trim()
  if (left !== '')
    throw new TracewrightError(
      `Failed to read the attempt: "${left.slice(0, 40)}" is no call. Write Name(parameter = value, ...).`,
    )
  if (calls.length === 0)
    throw new TracewrightError('Failed to read the attempt: it has no calls. Write one a line.')
  const known = [...names]
  return calls.map((call) => callOf(call, known))
}

/** The first call of a tool that stands in prose; undefined where there is none. */
export function findCall(prose: string, names: Iterable<string>): AttemptCall | undefined {
  const known = [...names]
  const found = readCallTexts(prose).calls.find(({ name }) => specNamed(name, known) !== undefined)
  return found === undefined ? undefined : callOf(found, known)
}

const BLOCK = /<(ATTEMPT_START|ATTEMPT)>([\s\S]*?)<\/?(?:ATTEMPT_END|ATTEMPT_START|ATTEMPT)>/g

/**
 * The text between the tags of an attempt, several blocks joined: `<ATTEMPT_START>...<ATTEMPT_END>` or
 * `<ATTEMPT>...</ATTEMPT>`, with or without the slash. Undefined where there is no block.
 */
export function attemptText(message: string): string | undefined {
  const blocks = [...message.matchAll(BLOCK)].map(([, , text = '']) => text.trim())
  return blocks.length === 0 ? undefined : blocks.join('\n')
}
