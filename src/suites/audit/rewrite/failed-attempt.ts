import type { JsonObject } from '../../../shared/json.ts'
import type { Registry } from '../../../tools/registry.ts'
import { type Move, movesOf } from '../mutate/script.ts'
import { type Rewrite, scriptInTurn } from './rewrite.ts'

/** Ways of calling a tool wrongly; undefined where the tool cannot be called so. */
const MISTAKES: readonly (readonly [
  how: string,
  spoilt: (args: JsonObject, required: readonly string[]) => JsonObject | undefined,
])[] = [
  ['with a parameter that the tool does not know', (args) => ({ ...args, no_such_parameter: 1 })],
  [
    'without a parameter that the tool needs',
    (args, [first]) => {
      if (first === undefined) return undefined
      const { [first]: _, ...rest } = args
      return rest
    },
  ],
  [
    'with a parameter of a wrong type',
    (args, [first]) =>
      first === undefined ? undefined : { ...args, [first]: { value: args[first] ?? null } },
  ],
]

const requiredOf = ({ tool }: Move, registry: Registry): string[] =>
  (registry.get(tool)?.inputSchema.required ?? []) as string[]

/** Before each call one that the tool refuses. */
export const failedAttempt: Rewrite = {
  name: 'failed-attempt',
  rewrites: ({ subject: { task, registry } }) =>
    MISTAKES.map(([how, spoilt]) => ({
      how: `each call first made ${how}`,
      script: scriptInTurn(
        task,
        movesOf(task).flatMap((move): Move[] => {
          const required = requiredOf(move, registry)
          const { step: _, ...attempt } = move
          return spoilt({}, required) === undefined
            ? [move]
            : [{ ...attempt, spell: (args) => spoilt(args, required) ?? args }, move]
        }),
      ),
      unless: 'no-failure',
    })),
}
