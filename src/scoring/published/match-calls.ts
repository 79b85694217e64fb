import type { Step } from '../../schema/task.ts'
import { groupBy } from '../../shared/group.ts'
import { CallIndex } from './call-index.ts'
import { type ArgumentMatch, matchArguments, normalizeValueName, type PyObject } from './match-value.ts'

/** A call as the published scorer sees it; numbers may be marked as floats. */
export interface PublishedCall {
  /** Name of the tool. */
  tool_name: string
  /** Arguments by name. */
  arguments: PyObject
}

/** A step and the call that was taken for it, if any. */
export interface StepMatch extends ArgumentMatch {
  step: Step
  call: number | null
}

/** Fewer calls of a tool are compared with each of its steps: an index would cost more than it saves. */
const MIN_INDEXED = 50

/** The unused calls of one tool. */
class UnusedCalls {
  private readonly places: readonly number[]
  private readonly argumentsAt: (at: number) => PyObject
  private readonly used = new Set<number>()
  private first = 0
  private index: CallIndex | undefined

  /** @param places In order */
  constructor(places: readonly number[], argumentsAt: (at: number) => PyObject) {
    this.places = places
    this.argumentsAt = argumentsAt
  }

  /** Takes the best match of a step, of equal ones the earliest. */
  takeBest(step: Step): StepMatch {
    let best: StepMatch = { step, call: null, score: 0, per_argument: {} }
    const isBeaten = (score: number, at: number): boolean =>
      best.call !== null && (best.score > score || (best.score === score && best.call < at))
    const tryCall = (at: number): ArgumentMatch => {
      const match = matchArguments(step.arguments, this.argumentsAt(at))
      if (!isBeaten(match.score, at)) best = { step, call: at, ...match }
      return match
    }
    const { places, used } = this
    while (used.has(places[this.first] ?? -1)) this.first++
    const earliest = places[this.first]
    if (earliest === undefined) return best
    if (tryCall(earliest).score < 1) {
      if (places.length < MIN_INDEXED) {
        for (const at of places) if (best.score < 1 && !used.has(at)) tryCall(at)
      } else {
        this.index ??= new CallIndex(places.slice(this.first), this.argumentsAt)
        this.index.search(step.arguments, used, tryCall, isBeaten)
      }
    }
    if (best.call !== null) used.add(best.call)
    return best
  }
}

/**
 * Takes for each step, in the order of the list, the unused call of its tool whose arguments match best; of equal
 * ones the earliest. Greedy: an early step may take the call that fits a later one, and no order is asked for.
 */
export function matchCalls(steps: readonly Step[], calls: readonly PublishedCall[]): StepMatch[] {
  const argumentsAt = (at: number): PyObject => (calls[at] as PublishedCall).arguments
  const places = groupBy(calls.keys(), (at) => normalizeValueName((calls[at] as PublishedCall).tool_name))
  const unused = new Map([...places].map(([name, all]) => [name, new UnusedCalls(all, argumentsAt)]))
  return steps.map(
    (step) =>
      unused.get(normalizeValueName(step.tool_name))?.takeBest(step) ?? {
        step,
        call: null,
        score: 0,
        per_argument: {},
      },
  )
}
