import { bindingKey } from '../../../schema/binding.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { movesOf } from '../mutate/script.ts'
import { type Rewrite, scriptInTurn } from './rewrite.ts'

/** A value with the items of every `$unordered` arranged otherwise. */
function arranged(value: Json, arrange: (items: readonly Json[]) => Json[]): Json {
  if (bindingKey(value) === '$literal') return value
  if (Array.isArray(value)) return value.map((item) => arranged(item, arrange))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === '$unordered' && Array.isArray(item)
        ? arrange(item.map((one) => arranged(one, arrange)))
        : arranged(item, arrange),
    ]),
  )
}

/** The items of `$unordered` in other orders. */
export const permutedLists: Rewrite = {
  name: 'unordered',
  rewrites({ subject: { task }, rng }) {
    if (!JSON.stringify(task.expected_trace).includes('"$unordered"')) return []
    const arrangements: readonly [string, (items: readonly Json[]) => Json[]][] = [
      ['in reverse', (items) => items.toReversed()],
      ['with the first item last', ([first, ...rest]) => (first === undefined ? [] : [...rest, first])],
      ['shuffled', (items) => rng.shuffle(items)],
      ['shuffled again', (items) => rng.shuffle(items)],
    ]
    return arrangements.map(([how, arrange]) => ({
      how: `with items whose order is free ${how}`,
      script: scriptInTurn(
        task,
        movesOf(task).map((move) => ({
          ...move,
          arguments: arranged(move.arguments, arrange) as JsonObject,
        })),
      ),
    }))
  },
}
