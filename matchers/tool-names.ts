import { closest, distance } from 'fastest-levenshtein'
import { TracewrightError } from '../src/shared/errors.ts'
import { servedRegistry } from '../src/simulators/served.ts'
import type { Subject } from './subject.ts'

const NEAR = 0.4
/** A shorter name is a part of too many others. */
const SHORTEST = 4

/** The name that was probably meant, as the end of a sentence; empty where none is near. */
export function didYouMean(given: string, names: Iterable<string>): string {
  const list = [...names].filter((name) => name !== given)
  if (list.length === 0) return ''
  const longer = list.filter((name) => given.length >= SHORTEST && name.includes(given))
  if (longer.length === 1) return ` Did you mean ${longer[0]}?`
  const nearest = closest(given, list)
  return distance(given, nearest) <= Math.max(2, given.length * NEAR) ? ` Did you mean ${nearest}?` : ''
}

/** Names that a tool of the received value can have: called, offered, or with a simulator. */
export const toolNamesOf = ({ trace, task }: Subject): Set<string> =>
  new Set([
    ...trace.calls.map((call) => call.tool_name),
    ...(task?.available_tools ?? []),
    ...servedRegistry().keys(),
  ])

/**
 * Throws where a tool's name is empty, or where the offered tools are known and it is none of them: `.not` would
 * pass for a misspelt name. Without a task any name could be a tool of the user's own.
 */
export function checkTool(name: unknown, subject: Subject, matcher: string): asserts name is string {
  if (typeof name !== 'string' || name.trim() === '') {
    throw new TracewrightError(
      `Failed to run ${matcher}: the name of the tool is missing. Pass it as a text, for example 'get_weather'.`,
    )
  }
  const names = toolNamesOf(subject)
  if (subject.task === undefined || names.has(name)) return
  const offered = subject.task.available_tools
  throw new TracewrightError(
    `Failed to run ${matcher}: there is no tool ${name}.${didYouMean(name, names)} The agent was offered ${offered.join(', ')}.`,
  )
}
