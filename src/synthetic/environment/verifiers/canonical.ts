import { type Json, stableJson } from '../../../shared/json.ts'

/** A call in the form that the published verifier compares: each value as it is written, blanks gone, letters small. */
export const canonicalForm = (name: string, written: Readonly<Record<string, string>>): string =>
  stableJson({ name, parameters: written }).replaceAll(/\s+/g, '').toLowerCase()

/** The canonical forms of calls whose values are written as JSON. */
export const canonicalForms = (
  calls: readonly { tool_name: string; arguments: Readonly<Record<string, Json>> }[],
): string[] =>
  calls.map(({ tool_name, arguments: args }) =>
    canonicalForm(
      tool_name,
      Object.fromEntries(Object.entries(args).map(([name, value]) => [name, JSON.stringify(value)])),
    ),
  )
