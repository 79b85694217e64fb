import { resolve } from '../../scoring/bindings.ts'
import { ENOUGH } from '../../scoring/bits.ts'
import { carries } from '../../scoring/tokens.ts'
import { bitsOfChoice, choicesOf, consumersOf, edgesInto } from '../bound-values.ts'
import { quoteValue } from '../quote-value.ts'
import type { AuditRule } from '../rule.ts'

export const answerInPrompt: AuditRule = {
  name: 'answer-in-prompt',
  holds: 'no bound value of 10 bits or more is a token of the prompt',
  needsGold: true,
  start: () => ({
    visit(subject) {
      const { task, registry } = subject
      const gold = subject.gold()
      if (!gold.ok) return []
      const { outputOf } = gold.run
      return consumersOf(task).flatMap((consumer) => {
        const taken = edgesInto(consumer, task, registry, outputOf).flatMap(({ producer, leaves }) =>
          leaves.map(({ value, bits }) => ({
            value,
            bits,
            what: `what ${producer} gives to ${consumer.name}`,
          })),
        )
        const workedOut = choicesOf(consumer.value).flatMap((choice) => {
          const value = resolve(choice, outputOf)
          return value === undefined
            ? []
            : [{ value, bits: bitsOfChoice(value), what: `what ${consumer.name} has to work out` }]
        })
        return [...taken, ...workedOut]
          .filter(({ value, bits }) => bits >= ENOUGH && carries(task.prompt, value))
          .map(({ value, what }) => `${what}, ${quoteValue(value)}, stands in the prompt`)
      })
    },
  }),
}
