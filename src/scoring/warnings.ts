import type { ToolTable } from '../schema/tools.ts'
import { type Call, describeLateCall, describeUnclearCall, type Trace } from '../schema/trace.ts'
import type { AnswerVerdict } from './answer.ts'
import { listProseWarnings } from './judge-text.ts'
import type { JudgedTrace } from './judge-trace.ts'

/** What a verdict says beside the score, and what costs nothing. */
export function listWarnings(
  {
    judgement,
    answer,
    unneeded,
  }: { judgement: JudgedTrace; answer: AnswerVerdict; unneeded: readonly Call[] },
  { refused = [], late = [] }: Trace,
  replaced: ReadonlySet<string>,
  tools: ToolTable,
): string[] {
  const texts = judgement.steps.flatMap(({ step, leaves }) =>
    leaves.filter((leaf) => leaf.text && leaf.right).map((leaf) => ({ name: step.step_id, leaf })),
  )
  const isUnclear = ({ tool_name, committed }: Call): boolean =>
    committed === undefined && tools.get(tool_name)?.isEffectUnknown === true
  if (answer.prose !== undefined) texts.push({ name: 'the answer', leaf: answer.prose })
  return [
    ...judgement.plan.flowless.map((edge) => `no value flows along ${edge}, so its order is not enforced`),
    ...[...replaced].map((id) => `the call of ${id} gets the same result with other arguments`),
    ...judgement.repeatedWrites.map((call) => `${call.tool_name} was repeated with the same arguments`),
    ...[...judgement.correctedWrites].map(
      (call) => `${call.tool_name} was corrected by a later call before anything read it`,
    ),
    ...judgement.unneededWrites
      .filter((call) => !unneeded.includes(call))
      .map((call) => `${call.tool_name} was called beyond what is expected; the end state is right`),
    ...new Set(judgement.surplusReads.filter(isUnclear).map(describeUnclearCall)),
    ...listProseWarnings(texts, judgement.evidence),
    ...refused.map((address) => `a request to ${address} was refused`),
    ...late.map(describeLateCall),
  ]
}
