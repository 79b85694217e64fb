import { type Calc, type From, isPick, listSources, type Pick } from '../../../schema/binding.ts'
import type { Task } from '../../../schema/task.ts'
import { MIN_ENTROPY_BITS } from '../../../scoring/bits.ts'
import { carries } from '../../../scoring/tokens.ts'
import type { Json } from '../../../shared/json.ts'
import { type OutputOf, resolve } from '../../../tasks/bindings.ts'
import type { ReferenceRun } from '../../../tasks/reference-run.ts'
import { ANSWER, computeChoiceBits, listBoundLeaves, listChoices, listConsumers } from '../bound-values.ts'
import { listLiteralLeaves } from '../literal-leaves.ts'
import { quoteValue } from '../quote-value.ts'
import type { AuditRule } from '../rule.ts'

/** Whether a value is one of several that the call which gave it was to choose from: a category, for one. */
const isOffered = (value: Json, { $from }: From, run: ReferenceRun): boolean =>
  Object.values(run.argumentsOf.get($from) ?? {}).some((one) => Array.isArray(one) && one.includes(value))

/** Every choice between candidates that the prompt names itself: of "Oslo, Rome or Lima" the answer is one. */
const findStatedChoices = (value: Json, prompt: string, outputOf: OutputOf): (Calc | Pick)[] =>
  listChoices(value).filter(
    (choice) =>
      isPick(choice) &&
      choice.give.every((item) => {
        const candidate = resolve(item, outputOf)
        return candidate !== undefined && carries(prompt, candidate)
      }),
  )

/** Shorter values are parts of other words and numbers. */
const MIN_LENGTH = 3

/** The words of a prompt around the values that it states as arguments. */
function removeStatedArguments({ prompt, expected_trace: { steps } }: Task): string {
  const stated = steps
    .flatMap((step) => listLiteralLeaves(step.arguments))
    .map(({ value }) => String(value))
    .filter(({ length }) => length >= MIN_LENGTH)
    .sort((a, b) => b.length - a.length)
  return stated.reduce((text, value) => text.replaceAll(value, ' '), prompt)
}

export const answerInPrompt: AuditRule = {
  name: 'answer-in-prompt',
  holds: 'the prompt states no value of 10 bits or more that only a tool can return',
  repair: 'take the value out of the prompt',
  needsReferenceRun: true,
  visit(subject) {
    const { task, registry } = subject
    const { run } = subject
    const { outputOf } = run
    const around = removeStatedArguments(task)
    return listConsumers(task).flatMap((consumer) => {
      const stated = findStatedChoices(consumer.value, task.prompt, outputOf)
      const chosen = new Set(stated.flatMap((choice) => listSources(choice)))
      const taken = listSources(consumer.value)
        .filter((source) => !chosen.has(source))
        .flatMap((source) =>
          listBoundLeaves(source, task, registry, outputOf)
            .filter(({ value }) => !isOffered(value, source, run))
            .map(({ value, bits }) => ({
              value,
              bits,
              binding: source as Json,
              what: `the value from ${source.$from} for ${consumer.name}`,
            })),
        )
      const workedOut = listChoices(consumer.value).flatMap((choice) => {
        const value = resolve(choice, outputOf)
        return value === undefined || stated.includes(choice)
          ? []
          : [
              {
                value,
                bits: computeChoiceBits(value),
                binding: choice as Json,
                what: `the value that ${consumer.name} computes`,
              },
            ]
      })
      return (
        [...taken, ...workedOut]
          .filter(({ value, bits }) => bits >= MIN_ENTROPY_BITS && carries(task.prompt, value))
          // What is worked out of the prompt for the answer may be one of the values that it states, and nowhere else.
          .filter(
            ({ value, binding }) =>
              consumer.name !== ANSWER || !subject.isRecomputable(binding) || carries(around, value),
          )
          .map(({ value, what }) => `${what}, ${quoteValue(value)}, is in the prompt`)
      )
    })
  },
}
