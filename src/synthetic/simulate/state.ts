import { pluralizeNoun } from '../../shared/english.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import { memoizeByObject } from '../../shared/memoize.ts'
import { leavesOf, type Spoken } from '../../tools/imported/store/exchange.ts'
import { GivenState } from '../../tools/imported/store/given-state.ts'
import type { World } from '../../tools/world/world.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'

/** What of the state requests may speak of: what tools take, rules list and recorded calls are given. */
function findSpoken({ tools, known, spoken }: SyntheticToolkit): Spoken {
  const parameters = new Set(tools.flatMap((tool) => tool.parameters.map(({ name }) => name)))
  const matched = new Set(
    tools.flatMap(({ handler }) =>
      handler === undefined
        ? []
        : [
            ...handler.match.map(({ field }) => `${handler.collection}.${field}`),
            ...handler.related.map(({ collection, field }) => `${collection}.${field}`),
          ],
    ),
  )
  const listed = tools.flatMap(({ rules }) =>
    rules.flatMap((rule) => (rule.kind === 'one_of' ? rule.values : [])),
  )
  return {
    isTaken: (collection, field) =>
      field === 'id' ||
      parameters.has(field) ||
      parameters.has(pluralizeNoun(field)) ||
      matched.has(`${collection}.${field}`),
    ...(spoken === undefined ? {} : { ids: new Set(spoken) }),
    values: new Set<Json>([
      ...listed,
      ...listed.map(Number),
      ...known.flatMap(({ args }) => [...leavesOf(args)].map(([, leaf]) => leaf)),
    ]),
  }
}

/** The records that the tools of a toolkit act on: the one store of all of them. */
export const givenState = memoizeByObject((toolkit: SyntheticToolkit): GivenState => {
  const made = toolkit.tools.flatMap(({ handler }) =>
    handler?.action === 'create' && handler.collection !== undefined ? [handler.collection] : [],
  )
  return new GivenState(toolkit.name, toolkit.state, { made, spoken: findSpoken(toolkit) })
})

/** The state as the calls so far have left it in this world. */
export const readState = (world: World, toolkit: SyntheticToolkit): JsonObject =>
  givenState(toolkit).stateIn(world)
