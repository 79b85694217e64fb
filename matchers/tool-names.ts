import { findNearestName } from '../src/shared/did-you-mean.ts'
import { throwMatcherError } from './matcher.ts'
import type { Subject } from './subject.ts'

/** The name that was probably meant, as a sentence after others; empty where none is near. */
export function suggestNearName(given: string, names: Iterable<string>): string {
  const nearest = findNearestName(given, names)
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`
}

/** Names that a tool of the received value can have: called, offered, or with a simulator. */
export const collectToolNames = ({ trace, task, tools }: Subject): Set<string> =>
  new Set([...trace.calls.map((call) => call.tool_name), ...(task?.available_tools ?? []), ...tools.keys()])

/**
 * Throws where a tool's name is empty, or where the offered tools are known and it is none of them: `.not` would
 * pass for a misspelt name. Without a task any name could be a tool of the user's own.
 */
export function checkTool(name: unknown, subject: Subject, matcher: string): asserts name is string {
  if (typeof name !== 'string' || name.trim() === '') {
    throwMatcherError(
      matcher,
      `the name of the tool is missing. Pass it as a text, for example 'get_weather'.`,
    )
  }
  const names = collectToolNames(subject)
  if (subject.task === undefined || names.has(name)) return
  const offered = subject.task.available_tools
  throwMatcherError(
    matcher,
    `unknown tool ${name}.${suggestNearName(name, names)} The agent was offered ${offered.join(', ')}.`,
  )
}
