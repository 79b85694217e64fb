import { listSources } from '../schema/binding.ts'
import type { TaskInWorld } from '../schema/task-in-world.ts'
import type { ToolTable } from '../schema/tools.ts'
import type { Call } from '../schema/trace.ts'
import { type AnswerVerdict, isAnswerRight, isJudgedByItself, judgeAnswer } from './answer.ts'
import { findEquivalentReads, replaceByStandIns, type StandIns } from './equivalent-reads.ts'
import { findIdleArguments } from './idle-arguments.ts'
import { type JudgedStep, type JudgedTrace, judgeTrace } from './judge-trace.ts'
import type { Judging } from './judging.ts'
import { listReads } from './list-reads.ts'
import { findLooks } from './looks.ts'
import { type Uses, withholdUnproved } from './proof.ts'
import { schemaOf } from './provenance.ts'

/** A trace held against one expected trace, with the credit that its steps keep. */
export interface Credited {
  judgement: JudgedTrace
  answer: AnswerVerdict
  weak: boolean
  credits: number
}

/** @param replaced Steps whose call stands in for an equivalent one; see `findEquivalentReads`. */
function computeCredit(
  { task, expansion }: TaskInWorld<ToolTable>,
  judging: Judging,
  replaced: ReadonlySet<string>,
): Credited {
  const { answer: wanted, trace, tools, shared } = judging
  const judgement = judgeTrace(judging, { isIdle: findIdleArguments(judging) })
  const { steps: judged, assignment, evidence, isApart } = judgement
  const sources = listSources(wanted ?? null).map(({ $from }) => $from)
  const producerOf = (id: string): Call | undefined => assignment.get(id)
  const judgeReply = (): AnswerVerdict =>
    judgeAnswer(wanted, task, trace, {
      consumer: null,
      explain: shared ? 'none' : 'all',
      evidence,
      isApart,
      producerOf,
      outputSchemaOf: (name) => schemaOf(tools, name, 'outputSchema'),
    })
  const producers = sources.map(producerOf)
  const isShared =
    shared &&
    wanted !== undefined &&
    isJudgedByItself(wanted, task, trace) &&
    !evidence.areRepeated(producers)
  const answer = isShared
    ? shared.answers.findOrJudge(wanted, trace.final_answer, producers, judgeReply)
    : judgeReply()
  const uses: Uses = {
    answerSources: new Set(sources),
    isAnswerRight: isAnswerRight(answer),
    deciding: expansion?.deciding,
  }
  const weak = withholdUnproved(judgement, uses, tools, replaced)
  const credits = judged.reduce((sum, { credit }) => sum + credit, 0)
  return { judgement, answer, weak, credits }
}

/** Credits with matched reads taken as their steps ask for them, where that earns more. */
export function findBestCredit(
  here: TaskInWorld<ToolTable>,
  judging: Judging,
): Credited & { replaced: ReadonlySet<string> } {
  const { expected, trace } = judging
  let best = { ...computeCredit(here, judging, new Set()), replaced: new Set<string>() }
  let current = judging
  if (trace.calls.length === 0) return best
  const isMain = expected === here.task.expected_trace
  const isGain = ({ credits }: Credited): boolean => credits > best.credits
  // A look of another tool proves nothing by itself: whoever calls everything looks as well.
  const isWhole = ({ credits, judgement }: Credited): boolean =>
    credits === expected.steps.length && judgement.unneededWrites.length === 0
  const ways: [(steps: readonly JudgedStep[]) => StandIns, (asAsked: Credited) => boolean][] = [
    [(steps) => (isMain ? listReads(here, steps, current.trace) : new Map()), isGain],
    [(steps) => findEquivalentReads(steps, current), isGain],
    [(steps) => (isMain ? findLooks(here, steps, current) : new Map()), isWhole],
  ]
  for (const [way, isKept] of ways) {
    if (best.credits === expected.steps.length) break
    const standIns = way(best.judgement.steps)
    if (standIns.size === 0) continue
    const replaced = new Set([...best.replaced, ...standIns.keys()])
    const asked = { ...judging, trace: replaceByStandIns(current.trace, standIns) }
    const asAsked = computeCredit(here, asked, replaced)
    if (!isKept(asAsked)) continue
    best = { ...asAsked, replaced }
    current = asked
  }
  return best
}
