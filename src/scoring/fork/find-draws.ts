import type { Call } from '../../schema/trace.ts'
import { type Drawn, type DrawReplacement, overlayKey } from '../../schema/world.ts'
import type { Json } from '../../shared/json.ts'
import { digest } from '../../shared/python/digest.ts'
import { rngOf } from '../../shared/rng.ts'
import { leavesOf } from '../evidence.ts'
import {
  type ForkPoint,
  firstToSee,
  forkError,
  outcomesUnder,
  type ReplayOutcome,
  sameOutcome,
  scalarAt,
} from './fork-point.ts'

function otherOf(drawn: Drawn, seed: number, attempt: number): number | string {
  const { domain, value } = drawn
  const key = overlayKey(drawn)
  const rng = rngOf(seed, 'fork', key, attempt)
  if (domain.kind === 'number') return rng.decimal(domain.min, domain.max, domain.decimals)
  if (domain.kind === 'hex') return digest('fork', seed, key, attempt).slice(0, domain.digits)
  // The other options in turn, from a place that the seed draws.
  const others = domain.options.map((_, i) => i).filter((i) => i !== value)
  return others[(rngOf(seed, 'fork', key).int(0, others.length - 1) + attempt) % others.length] ?? 0
}

/**
 * Another value that a draw could have had, by seed and number of the attempt: of the same range, options or number
 * of digits. Undefined where the seed gives the same value, or where there is no other.
 */
export function otherValue(drawn: Drawn, seed: number, attempt: number): DrawReplacement | undefined {
  const { label, parts, name, domain } = drawn
  if (domain.kind === 'pick' && domain.options.length < 2) return undefined
  const value = otherOf(drawn, seed, attempt)
  return value === drawn.value ? undefined : { label, parts, name, value }
}

/** A draw that reaches the forked leaf. */
export interface Candidate {
  drawn: Drawn
  /** The call that saw the draw before the forked one did. */
  seenBy: Call | undefined
  /** Number of other leaves of the result that it changes. */
  others: number
}

/** Other values that are tried on each draw: one alone may by chance change nothing. */
const TRIES = 4
/** Options that are tried on each pick. */
const MAX_OPTIONS = 16
/** Draws that are tried, the likeliest first. */
const MAX_DRAWS = 1_000

/** Every draw once, with the most digits that were asked of it. */
function distinct(drawn: readonly Drawn[]): Drawn[] {
  const byKey = new Map<string, Drawn>()
  for (const draw of drawn) {
    const known = byKey.get(overlayKey(draw))
    const isLonger =
      known?.domain.kind === 'hex' && draw.domain.kind === 'hex' && draw.domain.digits > known.domain.digits
    if (known === undefined || isLonger) byKey.set(overlayKey(draw), draw)
  }
  return [...byKey.values()]
}

/** The value as it may stand in a result; undefined where an option is not a scalar. */
export function drawnValue({ domain, value }: Pick<Drawn, 'domain' | 'value'>): Json | undefined {
  if (domain.kind !== 'pick') return value
  const option = domain.options[Number(value)]
  return typeof option === 'string' || typeof option === 'number' || typeof option === 'boolean'
    ? option
    : undefined
}

const KINDS = ['hex', 'number', 'pick']

/** How likely a draw is to be the leaf itself or a part of its text; the most telling values first. */
function relevance(drawn: Drawn, leaf: Json): number {
  const value = drawnValue(drawn)
  const kind = KINDS.indexOf(drawn.domain.kind)
  if (value === leaf) return kind
  const isPart =
    value !== undefined && typeof leaf === 'string' && leaf.includes(String(value)) && String(value) !== ''
  return kind + KINDS.length * (isPart ? 1 : 2)
}

const changedLeaves = (before: Json, after: Json): Set<string> => {
  const [old, now] = [before, after].map(
    (value) => new Map(leavesOf(value).map((leaf) => [leaf.pointer, leaf.value])),
  ) as [Map<string, Json>, Map<string, Json>]
  return new Set([...old.keys(), ...now.keys()].filter((pointer) => old.get(pointer) !== now.get(pointer)))
}

const unreproduced = ({ trace }: ForkPoint, outcomes: ReadonlyMap<string, ReplayOutcome>): Call | undefined =>
  trace.calls.find(({ id, ...call }) => {
    const outcome = outcomes.get(id)
    return outcome !== undefined && !sameOutcome(outcome, call)
  })

/** Perturbs one draw and sees what changes; undefined where the leaf stays the same. */
function candidateOf(drawn: Drawn, point: ForkPoint, seed: number): Candidate | undefined {
  const { call, pointer, leaf } = point
  const others = new Set<string>()
  let reaches = false
  let seenBy: Call | undefined
  const { domain } = drawn
  const tries = domain.kind === 'pick' ? Math.min(domain.options.length - 1, MAX_OPTIONS) : TRIES
  for (let attempt = 0; attempt < tries; attempt++) {
    const overlay = otherValue(drawn, seed, attempt)
    if (overlay === undefined) continue
    const { outcomes } = outcomesUnder(point, overlay)
    const result = outcomes.get(call.id)?.result
    const after = scalarAt(pointer, result)
    if (result === undefined || after === undefined) continue
    if (after !== leaf) reaches = true
    seenBy ??= firstToSee(point, outcomes)
    for (const changed of changedLeaves(call.result as Json, result)) {
      if (changed !== pointer) others.add(changed)
    }
  }
  return reaches ? { drawn, seenBy, others: others.size } : undefined
}

/**
 * The draws that reach the forked leaf: those first that no earlier call saw and that change least beside it.
 *
 * @throws TracewrightError where no draw reaches it, because it is an echo or a pure function's
 */
export function findDraws(point: ForkPoint, seed: number): Candidate[] {
  const { call, pointer, leaf } = point
  const { outcomes, drawn } = outcomesUnder(point)
  const strange = unreproduced(point, outcomes)
  if (strange !== undefined) {
    throw forkError(
      `${strange.id} ${strange.tool_name} returned another result when repeated`,
      'A simulator has to be a pure function of its arguments and the world.',
    )
  }
  const candidates: Candidate[] = []
  const ordered = distinct(drawn).sort((a, b) => relevance(a, leaf) - relevance(b, leaf))
  for (const draw of ordered.slice(0, MAX_DRAWS)) {
    const candidate = candidateOf(draw, point, seed)
    if (candidate === undefined) continue
    candidates.push(candidate)
    if (candidate.seenBy === undefined && candidate.others === 0) break
  }
  if (candidates.length === 0) {
    throw forkError(
      `${pointer} of ${call.id} ${call.tool_name} does not depend on the world: it echoes an argument, comes from a pure function, ` +
        'or is the id of a write or earlier state',
      'Name a leaf that differs from world to world.',
    )
  }
  return candidates.sort(
    (a, b) => Number(a.seenBy !== undefined) - Number(b.seenBy !== undefined) || a.others - b.others,
  )
}
