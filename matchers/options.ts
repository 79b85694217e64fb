import type { ToolTable } from '../src/schema/tools.ts'
import { isObject } from '../src/shared/json.ts'
import { throwMatcherError } from './matcher.ts'
import { suggestNearName } from './tool-names.ts'

/**
 * Throws where an option has another name or value than the matcher knows: it would be passed over in silence.
 *
 * @param known Acceptable values by name.
 */
export function checkOptions(
  options: unknown,
  known: Readonly<Record<string, readonly string[]>>,
  matcher: string,
): void {
  const names = Object.keys(known)
  if (!isObject(options))
    throwMatcherError(matcher, `the options must be an object with some of ${names.join(', ')}.`)
  for (const [name, value] of Object.entries(options as object)) {
    const values = Object.hasOwn(known, name) ? known[name] : undefined
    if (values === undefined) {
      throwMatcherError(
        matcher,
        `unknown option ${name}.${suggestNearName(name, names)} Valid options: ${names.join(', ')}.`,
      )
    } else if (value !== undefined && !values.includes(value)) {
      const longer = typeof value === 'string' ? values.find((one) => one.startsWith(value)) : undefined
      const near = longer === undefined ? suggestNearName(String(value), values) : ` Did you mean ${longer}?`
      throwMatcherError(
        matcher,
        `${name} cannot be ${JSON.stringify(value)}.${near} Give one of ${values.join(', ')}.`,
      )
    }
  }
}

function listArgumentNames(tools: ToolTable, tool: string): string[] | undefined {
  const properties: unknown = tools.get(tool)?.inputSchema.properties
  return isObject(properties) ? Object.keys(properties) : undefined
}

/** Whether a tool is known here and has all arguments that a call gave it. */
export function hasKnownArguments(tools: ToolTable, tool: string, args: object): boolean {
  const names = listArgumentNames(tools, tool)
  return names !== undefined && Object.keys(args).every((name) => names.includes(name))
}

/** Throws where a tool that is known here has no argument of a name: `.not` would pass for a misspelt one. */
export function checkArgumentNames(tools: ToolTable, tool: string, args: object, matcher: string): void {
  const names = listArgumentNames(tools, tool)
  const unknown = Object.keys(args).find((name) => names?.includes(name) === false)
  if (names === undefined || unknown === undefined) return
  throwMatcherError(
    matcher,
    `${tool} has no argument ${unknown}.${suggestNearName(unknown, names)} It has ${names.join(', ')}.`,
  )
}
