import { isDeepStrictEqual } from 'node:util'
import { chooseSeed, listVettedSeeds } from '../../../run/worlds.ts'
import { listSources } from '../../../schema/binding.ts'
import { schemaAt } from '../../../scoring/provenance.ts'
import { isStated } from '../../../scoring/stated.ts'
import { carries } from '../../../scoring/tokens.ts'
import type { Json } from '../../../shared/json.ts'
import { readValueAt } from '../../../shared/pointer.ts'
import type { LeafSchema } from '../../../tasks/equality.ts'
import { listLiteralLeaves } from '../literal-leaves.ts'
import { quoteValue } from '../quote-value.ts'
import type { AuditRule } from '../rule.ts'
import type { AuditSubject } from '../subject.ts'

/** Similar worlds in which a value that a function computes is looked for. */
const SIMILAR_WORLDS = 3

/** Whether a function works an argument out of results: it is another one in a world of the same branch. */
const isComputed = ({ source, worlds, seed }: AuditSubject, id: string, at: string, value: Json): boolean =>
  source.code !== undefined &&
  worlds.listSimilarSeeds(SIMILAR_WORLDS, seed).some((other) => {
    const { expected_trace: { steps } = { steps: [] } } = worlds.find(other)?.task ?? {}
    const args = steps.find(({ step_id }) => step_id === id)?.arguments
    return args !== undefined && readValueAt(args, at) !== value
  })

/** Whether a function returns the same answer in the first worlds of all its branches. */
const isSteadyAnswer = ({ source, worlds, registry, task }: AuditSubject): boolean =>
  source.code === undefined ||
  listVettedSeeds(source, registry).every((seed) =>
    isDeepStrictEqual(worlds.find(seed)?.task.expected_final_answer, task.expected_final_answer),
  )

/** Graded answers that stand there as what a call returns in the task's world, and no call in the world of the next attempt. */
function listFrozenAnswers(subject: AuditSubject): string[] {
  const { source, task, seed, registry } = subject
  if (chooseSeed(source, 0, registry) === chooseSeed(source, 1, registry)) return []
  if (!isSteadyAnswer(subject)) return []
  const isReturned = (value: Json, at: number): boolean => {
    const reference = subject.runReference(at)
    return reference.ok && carries(JSON.stringify(reference.run.calls.map(({ result }) => result)), value)
  }
  return listLiteralLeaves(task.expected_final_answer ?? null)
    .filter(({ value }) => !isStated(task.prompt, value, undefined))
    .filter(({ value }) => isReturned(value, seed) && !isReturned(value, seed + 1))
    .map(
      ({ value }) =>
        `the answer expects ${quoteValue(value)}, which a step returns in world ${seed} and none in world ${seed + 1}. Bind it by \`tracewright bind\``,
    )
}

export const provenance: AuditRule = {
  name: 'provenance',
  holds:
    'every expected argument is in the prompt, a default, an enum member that the prompt names, or a binding; no answer is frozen',
  repair: 'state the value in the prompt, or bind it to the step that returns it',
  needsReferenceRun: false,
  visit(subject) {
    const { task, registry } = subject
    const frozen = task.expected_trace.steps.flatMap(({ step_id, tool_name, arguments: args }) => {
      const schema = registry.get(tool_name)?.inputSchema as LeafSchema | undefined
      // The unit of a value that the step takes stands in the name of its field: `temperature_celsius`, `price_usd`.
      const taken = listSources(args).map(({ at }) => at.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' '))
      return listLiteralLeaves(args)
        .filter(
          ({ pointer, value }) =>
            pointer !== '' &&
            !isStated(task.prompt, value, schemaAt(schema, pointer)) &&
            !taken.some((words) => carries(words, typeof value === 'string' ? value.toLowerCase() : value)) &&
            !isComputed(subject, step_id, pointer, value),
        )
        .map(
          ({ pointer, value }) =>
            `${step_id} expects ${pointer} = ${quoteValue(value)}, which the prompt does not state and no step returns`,
        )
    })
    return [...frozen, ...listFrozenAnswers(subject)]
  },
}
