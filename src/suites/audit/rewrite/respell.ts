import { pointerSegments } from '@hyperjump/json-pointer'
import { type LeafSchema, leafTypeOf } from '../../../scoring/equality.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { schemaAt } from '../../../scoring/lineage.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { type Move, movesOf } from '../mutate/script.ts'
import { replacedAtPath } from '../mutate/sites.ts'
import { quoteValue } from '../quote-value.ts'
import type { RewriteContext, Rewritten } from './rewrite.ts'
import { scriptInTurn } from './rewrite.ts'

/** Another way of writing a value: its name, and the value so written; undefined where it is of another kind. */
export type Spelling = readonly [name: string, write: (value: Json) => Json | undefined]

/** An argument of a step as the reference run has it, with what the tool's schema says of it. */
export interface SpeltLeaf {
  step: string
  pointer: string
  value: Json
  type: string | undefined
  semantic: string | undefined
}

/** The scalars that the steps of a task are called with. */
export const argumentsOf = ({ subject: { task, registry }, gold }: RewriteContext): SpeltLeaf[] =>
  task.expected_trace.steps.flatMap(({ step_id, tool_name }) => {
    const schema = registry.get(tool_name)?.inputSchema as LeafSchema | undefined
    return leavesOf(gold.argumentsOf.get(step_id) ?? {})
      .filter(({ pointer }) => pointer !== '')
      .map((leaf) => ({ step: step_id, ...leaf, ...leafTypeOf(schemaAt(schema, leaf.pointer)) }))
  })

/** The expected trace with one step's arguments written otherwise. */
export const withSpelling = (
  { subject: { task } }: RewriteContext,
  step: string,
  how: string,
  spell: Pick<Move, 'spell' | 'floats'>,
): Rewritten => ({
  how,
  script: scriptInTurn(
    task,
    movesOf(task).map((move) => (move.step === step ? { ...move, ...spell } : move)),
  ),
  unless: 'otherwise',
})

const valueAt = (value: Json, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>(
    (here, key) => (typeof here === 'object' && here !== null ? (here as JsonObject)[key] : undefined),
    value,
  )

/** Each of some arguments written in each of some ways. */
export function respelled(
  context: RewriteContext,
  isMeant: (leaf: SpeltLeaf) => boolean,
  spellings: readonly Spelling[],
): Rewritten[] {
  return argumentsOf(context)
    .filter(isMeant)
    .flatMap(({ step, pointer, value }) =>
      spellings.flatMap(([name, write]) => {
        const other = write(value)
        if (other === undefined || other === value) return []
        const path = [...pointerSegments(pointer)]
        const spell = (args: JsonObject): JsonObject =>
          replacedAtPath(args, path, write(valueAt(args, path) ?? null) ?? value) as JsonObject
        return [withSpelling(context, step, `${step} ${pointer} ${name}: ${quoteValue(other)}`, { spell })]
      }),
    )
}
