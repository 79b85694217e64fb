import type { JsonObject } from '../../../shared/json.ts'
import type { Phrases } from '../../../tools/builtin/phrases.ts'
import { from, template, unordered } from '../bind.ts'
import type { Output } from './ground.ts'

/** A value taken from an earlier step. */
export interface Taken {
  /** Place of the step, from 1. */
  place: number
  output: Output
}

/** A step of a drawn graph: what it takes, and into which parameter. */
export interface DrawnStep {
  phrases: Phrases
  args: JsonObject
  /** Values from earlier steps by parameter; several where a text or a list takes them in. */
  takes: Map<string, { values: Taken[]; as: 'value' | 'text' | 'list' }>
  layer: number
}

/** Every value that a step takes. */
export const valuesTakenBy = ({ takes }: DrawnStep): Taken[] =>
  [...takes.values()].flatMap(({ values }) => values)

/** How the values in a text are called: a label before each, and the name of its gap. */
export interface TextNames {
  labels: readonly string[]
  gaps: readonly string[]
}

/** The arguments of a step with its bindings; in a text each value is a gap behind its label. */
export const boundArguments = (
  { args, takes }: DrawnStep,
  namesOf: (values: readonly Taken[]) => TextNames,
): JsonObject => ({
  ...args,
  ...Object.fromEntries(
    [...takes].map(([parameter, { values, as }]) => {
      const sources = values.map(({ place, output }) => from(place, output.at))
      if (as === 'list') return [parameter, unordered(...sources)]
      if (as === 'value') return [parameter, sources[0] as JsonObject]
      const { labels, gaps } = namesOf(values)
      return [
        parameter,
        template(
          ...sources.flatMap((source, i) => [
            `${i === 0 ? '' : ', '}${labels[i]}: `,
            { gap: gaps[i] ?? '', is: source },
          ]),
        ),
      ]
    }),
  ),
})

/** Whether each step takes from the one before and from no other. */
export const isChain = (nodes: readonly DrawnStep[]): boolean =>
  nodes.every(
    (node, i) =>
      valuesTakenBy(node).length === (i === 0 ? 0 : 1) &&
      valuesTakenBy(node).every(({ place }) => place === i),
  )
