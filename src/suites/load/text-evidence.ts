import {
  type Calc,
  holdsKey,
  isFrom,
  isTemplate,
  isText,
  listBoundParts,
  listSources,
  type Pick,
  readBindingKey,
  type Template,
  type Text,
} from '../../schema/binding.ts'
import type { ExpectedTrace, Step, Task } from '../../schema/task.ts'
import { computeEntropyBits, MIN_ENTROPY_BITS } from '../../scoring/bits.ts'
import { TEXT_KEYS } from '../../scoring/plan.ts'
import { schemaAt } from '../../scoring/provenance.ts'
import { type Json, stringifyStably } from '../../shared/json.ts'
import type { LeafSchema } from '../../tasks/equality.ts'
import { findSchemas } from '../../tools/served.ts'
import { listParts } from './nodes.ts'
import type { TaskProblem } from './suite-error.ts'

interface PlacedText {
  text: Text | Template
  step: Step
  field: string
}

export const listTexts = ({ steps }: ExpectedTrace, at: string): PlacedText[] =>
  steps.flatMap((step, i) => {
    const parts = holdsKey(step.arguments, TEXT_KEYS) ? listParts(step.arguments) : []
    return parts.flatMap(({ pointer, value }) =>
      isText(value) || isTemplate(value)
        ? [{ text: value, step, field: `${at}.steps.${i}.arguments${pointer.replaceAll('/', '.')}` }]
        : [],
    )
  })

type SchemasOf = typeof findSchemas

const INTEGER: LeafSchema = { type: 'integer' }

/** Bits of what a binding can give, by the schemas of the tools; a tool that is not known here gives enough. */
function computeBindingBits(binding: Json, steps: readonly Step[], schemasOf: SchemasOf): number {
  const findMostBits = (parts: readonly Json[]): number =>
    Math.max(0, ...parts.map((part) => computeBindingBits(part, steps, schemasOf)))
  if (isFrom(binding)) {
    const { $from, at, via = [] } = binding
    const isCounted = via.some(
      (one) => one === 'length' || (typeof one === 'object' && 'round' in one && one.round === 0),
    )
    const tool = steps.find(({ step_id }) => step_id === $from)?.tool_name ?? ''
    const schema = schemasOf(tool)?.outputSchema as LeafSchema | undefined
    return computeEntropyBits(isCounted ? INTEGER : schemaAt(schema, at), undefined)
  }
  switch (readBindingKey(binding)) {
    case '$calc': {
      const { $calc, of } = binding as Calc
      return $calc === 'count'
        ? computeEntropyBits(INTEGER, undefined)
        : $calc === 'mean'
          ? MIN_ENTROPY_BITS
          : findMostBits(of)
    }
    case '$pick':
      return findMostBits((binding as Pick).give)
    default:
      return findMostBits(listSources(binding))
  }
}

function computeTextBits(text: Text | Template, steps: readonly Step[], schemasOf: SchemasOf): number {
  const bindings = new Map(listBoundParts(text).map((binding) => [stringifyStably(binding), binding]))
  return [...bindings.values()].reduce<number>(
    (sum, binding) => sum + computeBindingBits(binding, steps, schemasOf),
    0,
  )
}

/** The traces of a task, with the paths that lead to them. */
const listTraces = ({ expected_trace, alternatives = [] }: Task): [trace: ExpectedTrace, at: string][] => [
  [expected_trace, 'expected_trace'],
  ...alternatives.map((trace, i): [ExpectedTrace, string] => [trace, `alternatives.${i}`]),
]

const collectTaken = ({ steps }: ExpectedTrace, answer: Json = null): Set<string> =>
  new Set(
    [...steps.map(({ arguments: args }): Json => args), answer]
      .flatMap(listSources)
      .map(({ $from }) => $from),
  )

/**
 * Texts that anyone could write and that something depends on: a step whose output is taken up has to prove that its
 * call was the one asked for.
 *
 * @param schemasOf Schemas of a tool; by default those that are served
 */
export const findTextProblems = (task: Task, schemasOf: SchemasOf = findSchemas): TaskProblem[] =>
  listTraces(task).flatMap(([trace, at]) => {
    const texts = listTexts(trace, at)
    if (texts.length === 0) return []
    const taken = collectTaken(trace, task.expected_final_answer)
    return texts
      .filter(
        ({ step, text }) =>
          taken.has(step.step_id) && computeTextBits(text, trace.steps, schemasOf) < MIN_ENTROPY_BITS,
      )
      .map(({ step, field }) => ({
        field,
        message: `${step.step_id}'s output is used, so its text must bind values of ${MIN_ENTROPY_BITS} bits or more, such as a number or an id`,
      }))
  })

/** Texts that bind nothing: they are right with half of their words. */
export const listTextWarnings = (task: Task): TaskProblem[] =>
  listTraces(task).flatMap(([trace, at]) =>
    listTexts(trace, at)
      .filter(({ text }) => listBoundParts(text).length === 0)
      .map(({ field }) => ({
        field,
        message: 'this text binds no value, so any text would pass',
      })),
  )
