import type { Call } from '../../schema/trace.ts'
import type { Drawn, DrawReplacement } from '../../schema/world.ts'
import type { Json } from '../../shared/json.ts'
import { sameValue, UNTYPED } from '../equality.ts'
import { leavesOf } from '../evidence.ts'
import { carries } from '../tokens.ts'
import { type Candidate, drawnValue, findDraws, otherValue } from './find-draws.ts'
import type { ReplayOutcome } from './fork-point.ts'
import { type ForkPoint, firstToSee, forkError, outcomesUnder, scalarAt } from './fork-point.ts'

/** A value that a fork gives to its leaf, and what follows from it. */
export interface ForkChange {
  overlay: DrawReplacement
  /** The leaf's new value. */
  value: Json
  /** How the calls up to the forked one end with it, by id. */
  outcomes: ReadonlyMap<string, ReplayOutcome>
}

/** Seeds that are tried for a value that stands nowhere yet. */
const SEEDS = 20
/** Where a value stands already, so that using it would prove nothing. */
function standsIn(value: Json, { prompt, trace }: ForkPoint): string | undefined {
  if (carries(prompt, value)) return 'the prompt'
  for (const { id, arguments: args, result } of trace.calls) {
    const leaves = [...leavesOf(args), ...(result === undefined ? [] : leavesOf(result))]
    if (leaves.some((leaf) => sameValue(leaf.value, value, UNTYPED))) return id
  }
  return trace.final_answer !== null && carries(trace.final_answer, value) ? 'the final answer' : undefined
}

/** What an overlay does to the leaf; undefined where the call does not succeed with it. */
function changeOf(point: ForkPoint, overlay: DrawReplacement): ForkChange | undefined {
  const { outcomes } = outcomesUnder(point, overlay)
  const value = scalarAt(point.pointer, outcomes.get(point.call.id)?.result)
  return value === undefined ? undefined : { overlay, value, outcomes }
}

const nameOf = ({ call, pointer }: ForkPoint): string => `${pointer} of ${call.id} ${call.tool_name}`

const seenError = (point: ForkPoint, first: Call): Error =>
  forkError(
    `the value of ${nameOf(point)} was known before that call`,
    `Fork at ${first.id}, which read it first.`,
  )

/** The overlay under which a draw gives just this value; undefined where it cannot. */
function overlayGiving(drawn: Drawn, value: Json): DrawReplacement | undefined {
  const { label, parts, name, domain } = drawn
  if (domain.kind === 'pick') {
    const index = domain.options.indexOf(value)
    return index < 0 ? undefined : { label, parts, name, value: index }
  }
  const isFit = typeof value === (domain.kind === 'number' ? 'number' : 'string')
  return isFit ? { label, parts, name, value: value as number | string } : undefined
}

function givenChange(point: ForkPoint, candidates: readonly Candidate[], value: Json): ForkChange {
  const text = JSON.stringify(value)
  if (value === point.leaf) throw forkError(`${nameOf(point)} is ${text} already`, 'Give another value.')
  const where = standsIn(value, point)
  if (where !== undefined) {
    throw forkError(
      `${text} already appears in ${where}, so its use would prove nothing`,
      'Give another value.',
    )
  }
  for (const { drawn } of candidates) {
    const overlay = overlayGiving(drawn, value)
    const change = overlay === undefined ? undefined : changeOf(point, overlay)
    if (change?.value !== value) continue
    const first = firstToSee(point, change.outcomes)
    if (first !== undefined) throw seenError(point, first)
    return change
  }
  const domain = candidates.find(({ drawn }) => drawnValue(drawn) === point.leaf)?.drawn.domain
  if (domain?.kind === 'pick') {
    const options = domain.options.map((option) => JSON.stringify(option)).join(', ')
    throw forkError(`${nameOf(point)} cannot be ${text}`, `Give one of ${options}, or leave \`value\` out.`)
  }
  throw forkError(
    `${nameOf(point)} cannot become ${text}, because it is computed from drawn values`,
    'Leave `value` out.',
  )
}

function drawnChange(point: ForkPoint, candidates: readonly Candidate[], seed: number): ForkChange {
  let seenFirst: Call | undefined
  for (const { drawn } of candidates) {
    for (let attempt = 0; attempt < SEEDS; attempt++) {
      const overlay = otherValue(drawn, seed, attempt)
      const change = overlay === undefined ? undefined : changeOf(point, overlay)
      if (change === undefined || change.value === point.leaf) continue
      if (standsIn(change.value, point) !== undefined) continue
      const first = firstToSee(point, change.outcomes)
      if (first === undefined) return change
      seenFirst ??= first
    }
  }
  if (seenFirst !== undefined) throw seenError(point, seenFirst)
  throw forkError(
    `every other value drawn for ${nameOf(point)} already appears in the prompt or the trace, so its use would prove nothing`,
    'Name a leaf that can have more values.',
  )
}

/**
 * The draw to change for a fork, and its new value: `value` itself, or one drawn by seed that no leaf of prompt or
 * trace has.
 *
 * @throws TracewrightError where the leaf cannot be changed, or was known before the call
 */
export function chooseChange(point: ForkPoint, seed: number, value?: Json): ForkChange {
  const candidates = findDraws(point, seed)
  return value === undefined ? drawnChange(point, candidates, seed) : givenChange(point, candidates, value)
}
