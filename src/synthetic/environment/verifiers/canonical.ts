import { stableJson } from '../../../shared/json.ts'
import type { AttemptCall } from '../attempt.ts'
import { type CallText, readCallTexts } from '../call-text.ts'

/** A call in the form that the published verifier compares: all blanks gone, all letters small. */
const canonicalForm = ({ name, parameters }: CallText): string =>
  stableJson({ name, parameters: Object.fromEntries(parameters) })
    .replaceAll(/\s+/g, '')
    .toLowerCase()

/** The canonical forms of the calls of a text; undefined where anything but calls stands in it. */
export function canonicalForms(text: string): string[] | undefined {
  const { calls, rest } = readCallTexts(text, false)
  return rest.trim() === '' ? calls.map(canonicalForm) : undefined
}

/** A call as text, as published trajectories write it. */
export const callText = ({ tool, args }: AttemptCall): string =>
  `${tool}(${Object.entries(args)
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
    .join(', ')})`
