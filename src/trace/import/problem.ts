import { TracewrightError } from '../../shared/errors.ts'
import { isFields } from './fields.ts'

/** What is wrong with a value that was to be a trace; `problem` is the message without its head. */
export class ImportProblem extends TracewrightError {
  readonly problem: string

  constructor(problem: string, options: { cause?: unknown } = {}) {
    super(`Failed to import a trace: ${problem}`, options)
    this.problem = problem
  }
}

const MOST_KEYS = 6
const LONGEST = 60

/** The text, cut to what fits into a message. */
export const cutText = (text: string, longest = LONGEST): string =>
  text.length <= longest ? text : `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}...`

function describeContent(content: unknown): string[] {
  if (!Array.isArray(content)) return []
  const types = content.flatMap((part) =>
    isFields(part) && typeof part.type === 'string' ? [JSON.stringify(cutText(part.type))] : [],
  )
  return types.length === 0 ? [] : [`content of type ${[...new Set(types)].slice(0, MOST_KEYS).join(', ')}`]
}

/** What a value is, in a few words: its type, or the first keys, and `type` and `role` where it has them. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (!isFields(value)) return `a ${typeof value}`
  const keys = Object.keys(value)
  if (keys.length === 0) return 'an object without keys'
  const named = ['type', 'role'].flatMap((key) =>
    typeof value[key] === 'string' ? [`${key} ${JSON.stringify(cutText(value[key]))}`] : [],
  )
  const shown = keys.slice(0, MOST_KEYS).map((key) => cutText(key))
  const more = keys.length > MOST_KEYS ? ', ...' : ''
  const parts = [...named, ...describeContent(value.content)]
  return `an object with ${parts.length === 0 ? '' : `${parts.join(', ')} and `}the keys ${shown.join(', ')}${more}`
}
