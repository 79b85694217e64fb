import { fitOf, languageFor, typeFits } from './fit.ts'
import type { Call } from './history.ts'
import type { Param } from './tool-spec.ts'
import { kindsOf, type Value } from './values.ts'
import { overlap, termsOf, wordsOf } from './words.ts'

/** A part of a tool's output. */
export interface Leaf {
  call: Call
  key: string
  value: unknown
  depth: number
  /** The output only repeats an argument of its own call. */
  echo: boolean
}

/** Fields that tell how a call went rather than what it found. */
const HOUSEKEEPING =
  /^(?:status|success|ok|confirmation|message|.*timestamp|created_at|error|exists|found|confidence|source|method|type|size|.*_id|id|.*count|.*length)$/
const HOLDS_ROWS = 12

/** All parts of an output: scalars, arrays and the objects that hold them, in order. */
export function leavesOf(call: Call): Leaf[] {
  const given = new Set(Object.values(call.args).map((value) => JSON.stringify(value)))
  const walk = (value: unknown, key: string, depth: number): Leaf[] => {
    const leaf = { call, key, value, depth, echo: given.has(JSON.stringify(value)) }
    if (typeof value !== 'object' || value === null) return [leaf]
    const entries = Array.isArray(value)
      ? value.slice(0, HOLDS_ROWS).map((item): [string, unknown] => [key, item])
      : Object.entries(value)
    return [leaf, ...entries.flatMap(([name, each]) => walk(each, name, depth + 1))]
  }
  return walk(call.output, '', 0)
}

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** Scalars that a call gave, without repetitions of its arguments. */
export const scalarsOf = (call: Call): Leaf[] =>
  leavesOf(call).filter((leaf) => isScalar(leaf.value) && leaf.value !== '' && !leaf.echo)

/** Scalars that say what the call found rather than how it went. */
export function findings(call: Call): Leaf[] {
  const told = scalarsOf(call)
  const own = told.filter((leaf) => !HOUSEKEEPING.test(leaf.key))
  return own.length > 0 ? own : told
}

/** A part of an output as a parameter takes it; undefined where it does not fit. */
export function asArgument(value: unknown, param: Param): unknown {
  if (value === null || value === undefined || value === '') return undefined
  if (param.meaning === 'language' && typeof value === 'string') return languageFor(value, param)
  if (param.options.length > 0) {
    return param.options.find((option) => option.toLowerCase() === String(value).toLowerCase())
  }
  if (typeFits(value, param)) return value
  if (param.type === 'number' && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value))
    return Number(value)
  if (param.type !== 'string') return undefined
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object') return undefined
  const plain = Array.isArray(value) && value.every(isScalar) && param.meaning !== 'json'
  return plain ? value.join(', ') : JSON.stringify(value)
}

/** Meanings whose values can be told by their looks, so that a field of another look is none. */
const STRICT = new Set([
  'email',
  'url',
  'date',
  'datetime',
  'file-path',
  'timezone',
  'currency',
  'ip-address',
  'domain',
  'time',
])
/** Meanings whose values are wording. */
export const PROSE = new Set(['text', 'title', 'query', 'json'])

/** How well a part of an earlier output suits a parameter of a clause's call. */
function rate(leaf: Leaf, param: Param, clauseTerms: ReadonlySet<string>): number | undefined {
  const argument = asArgument(leaf.value, param)
  if (
    argument === undefined ||
    (leaf.call.output === leaf.value && param.type !== 'string' && param.type !== 'object')
  )
    return undefined
  if (STRICT.has(param.meaning) && typeof leaf.value !== 'string') return undefined
  const keyTerms = termsOf(leaf.key)
  const named = overlap(keyTerms, param.nameTerms)
  const asked = overlap(keyTerms, clauseTerms)
  if (PROSE.has(param.meaning) && /number|boolean/.test(typeof leaf.value) && named + asked === 0)
    return undefined
  let score = 3 * named + Math.min(1.5, overlap(keyTerms, param.terms)) + 2.5 * asked
  if (typeof leaf.value === 'string' && param.type === 'string') {
    const value: Value = { kinds: kindsOf(leaf.value), value: leaf.value, text: leaf.value, start: 0, end: 0 }
    const looks = fitOf(value, param)
    if (STRICT.has(param.meaning) && looks === 0) return undefined
    score += 2 * looks + (leaf.key === param.meaning ? 1 : 0)
    if (PROSE.has(param.meaning)) score += Math.min(2.5, leaf.value.length / 40)
    else if (leaf.value.length > 80) score -= 3
  } else if (typeof leaf.value === 'object' || param.type === 'string') {
    score -= param.meaning === 'json' || param.type !== 'string' ? 0 : 1.5
  }
  if (leaf.depth === 0) score -= typeof leaf.value === 'string' ? 0 : 2
  if (leaf.echo) score -= 3
  if (HOUSEKEEPING.test(leaf.key) && named + asked === 0) score -= 2.5
  if (param.meaning === 'id' && wordsOf(leaf.key).includes('id')) score += 2
  const source = overlap(termsOf(leaf.call.tool), clauseTerms)
  return score + 0.7 * source - 0.3 * leaf.depth
}

/** A part of an output with how well it suits. */
export interface Candidate {
  leaf: Leaf
  score: number
}

/** The parts of earlier outputs that can fill a parameter, best first; of equals, the later call's first. */
export function candidates(calls: readonly Call[], param: Param, terms: ReadonlySet<string>): Candidate[] {
  return calls
    .flatMap((call, index) =>
      leavesOf(call).flatMap((leaf) => {
        const score = rate(leaf, param, terms)
        return score === undefined ? [] : [{ leaf, score: score + (0.6 * index) / calls.length }]
      }),
    )
    .sort((a, b) => b.score - a.score)
}
