import { refuse } from '../../../schema/tool-error.ts'
import { type Loaded, loadJson, toJson } from '../../../shared/python/json-reader.ts'
import { splitCodePoints } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

type PathStep = string | number

/** Steps of a path: "items[0].name" has three. Empty names are not steps. */
function splitPath(path: string): PathStep[] {
  return path.split('.').flatMap((part) =>
    part
      .split(/(\[\d+\])/)
      .filter((step) => step !== '')
      .map((step) => (/^\[\d+\]$/.test(step) ? Number(step.slice(1, -1)) : step)),
  )
}

/** What one step leads to; undefined where there is nothing. */
function follow(value: Loaded, step: PathStep): Loaded | undefined {
  if (typeof step === 'string') return value instanceof Map ? value.get(step) : undefined
  if (Array.isArray(value)) return value[step]
  return typeof value === 'string' ? splitCodePoints(value)[step] : undefined
}

function find(value: Loaded, steps: readonly PathStep[]): Loaded | undefined {
  let found: Loaded | undefined = value
  for (const step of steps) {
    found = follow(found, step)
    if (found === undefined) break
  }
  return found
}

const refuseNotFinite = (): never =>
  refuse('data', 'holds NaN or an infinite number there, which cannot be returned as JSON')

export const jsonExtract = defineBuiltIn({
  effect: 'read',
  capability: 'inspect-text',
  input: (z) => ({ data: z.string(), path: z.string() }),
  output: (z) => ({ value: z.json(), found: z.boolean() }),
  run({ data, path }) {
    const document = loadJson(data)
    if (document === undefined) refuse('data', 'must be valid JSON')
    const found = find(document, splitPath(path))
    return found === undefined
      ? { value: null, found: false }
      : { value: toJson(found, refuseNotFinite), found: true }
  },
})
