import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { movesOf } from '../mutate/script.ts'
import { type Rewrite, scriptInTurn } from './rewrite.ts'

/** A value with the keys of every object the other way round. */
function turned(value: Json): Json {
  if (Array.isArray(value)) return value.map(turned)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, turned(item)]),
  )
}

/** The keys of arguments in another order. */
export const keyOrder: Rewrite = {
  name: 'key-order',
  rewrites: ({ subject: { task } }) => [
    {
      how: 'with the keys of all arguments in reverse',
      script: scriptInTurn(
        task,
        movesOf(task).map((move) => ({ ...move, spell: (args) => turned(args) as JsonObject })),
      ),
      unless: 'otherwise',
    },
  ],
}
