import type { LeafScore } from '../schema/score.ts'
import type { Call } from '../schema/trace.ts'
import type { AnswerVerdict } from './answer.ts'

type Producers = readonly (Call | undefined)[]

/** Whether two calls hand on the same; arguments and results are compared as objects. */
const isSameProducer = (one: Call | undefined, other: Call | undefined): boolean =>
  one === other ||
  (one?.tool_name === other?.tool_name &&
    one?.arguments === other?.arguments &&
    one?.result === other?.result)

/** Judgements of what is given, by what is expected and by the calls that it takes values from. */
class Judgements<Judged> {
  private readonly known = new Map<unknown, Map<unknown, { producers: Producers; judged: Judged }[]>>()

  /** The judgement of an equal case, or a new one. */
  findOrJudge(expected: unknown, given: unknown, producers: Producers, judge: () => Judged): Judged {
    const byGiven = this.known.get(expected) ?? new Map<unknown, { producers: Producers; judged: Judged }[]>()
    this.known.set(expected, byGiven)
    const cases = byGiven.get(given) ?? []
    byGiven.set(given, cases)
    const known = cases.find((one) => one.producers.every((call, i) => isSameProducer(call, producers[i])))
    if (known !== undefined) return known.judged
    const judged = judge()
    cases.push({ producers, judged })
    return judged
  }
}

/**
 * Judgements without explanations that the traces of one task share. Traces have calls in common where they hold the
 * same objects as arguments and results.
 */
export class SharedJudgements {
  /** Leaves of calls, by step and arguments. */
  readonly steps = new Judgements<LeafScore[]>()
  /** Verdicts on replies, by expected answer and text. */
  readonly answers = new Judgements<AnswerVerdict>()
}
