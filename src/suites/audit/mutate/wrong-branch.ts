import { append } from '@hyperjump/json-pointer'
import { type Calc, isPick, type Pick } from '../../../schema/binding.ts'
import { resolve, resolveAll } from '../../../scoring/bindings.ts'
import { type LeafSchema, leafTypeOf } from '../../../scoring/equality.ts'
import { type Leaf, leavesOf } from '../../../scoring/evidence.ts'
import { schemaAt } from '../../../scoring/lineage.ts'
import { isObject, type Json } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import type { Mutant, MutationContext, Operator } from './operator.ts'
import { type Site, selectionsOf, sitesOf } from './sites.ts'
import { holdsWithin, jsonTypeOf, takesInstead, withSites } from './values.ts'

/** Siblings that are tried at one site: of each kind of kinship at most. */
const OF_A_KIND = 2

/** Everything within a value, containers included, with its pointer. */
function nodesOf(value: Json, pointer = ''): Leaf[] {
  const children =
    Array.isArray(value) || isObject(value)
      ? Object.entries(value).flatMap(([key, item]) => nodesOf(item as Json, append(key, pointer)))
      : []
  return [{ pointer, value }, ...children]
}

const withoutIndices = (pointer: string): string => pointer.replace(/\/\d+(?=\/|$)/g, '/*')
const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'))
const holds = (outer: string, inner: string): boolean => inner === outer || inner.startsWith(`${outer}/`)

/**
 * Places of a result that could be taken for the right one: another hit, something of the same meaning, another figure
 * of the record, anything else.
 */
function siblingsOf(at: string, output: Json, schema: LeafSchema | undefined, rng: Rng): Leaf[] {
  const nodes = nodesOf(output)
  const right = nodes.find(({ pointer }) => pointer === at)
  if (right === undefined) return []
  const others = nodes.filter(
    ({ pointer, value }) =>
      jsonTypeOf(value) === jsonTypeOf(right.value) && !holds(pointer, at) && !holds(at, pointer),
  )
  const meaning = ({ pointer }: Leaf): string | undefined => leafTypeOf(schemaAt(schema, pointer)).semantic
  const kinds: readonly ((leaf: Leaf) => boolean)[] = [
    ({ pointer }) => withoutIndices(pointer) === withoutIndices(at),
    (leaf) => meaning(leaf) !== undefined && meaning(leaf) === meaning(right),
    ({ pointer }) => parentOf(pointer) === parentOf(at),
    () => true,
  ]
  const kindOf = (leaf: Leaf): number => kinds.findIndex((isOfKind) => isOfKind(leaf))
  return kinds.flatMap((_, kind) =>
    rng.shuffle(others.filter((leaf) => kindOf(leaf) === kind)).slice(0, OF_A_KIND),
  )
}

/** The value of another place of the same result. */
function siblings(site: Site, { subject: { task, registry }, gold, rng }: MutationContext): Mutant[] {
  const { $from, at } = site.binding
  const output = gold.outputOf($from)
  const right = resolve(site.binding, gold.outputOf)
  if (output === undefined || right === undefined) return []
  const producer = task.expected_trace.steps.find(({ step_id }) => step_id === $from)
  const schema = registry.get(producer?.tool_name ?? '')?.outputSchema as LeafSchema | undefined
  return siblingsOf(at, output, schema, rng).flatMap(({ pointer }) => {
    const other = { ...site.binding, at: pointer }
    const wrong = resolve(other, gold.outputOf)
    if (wrong === undefined || (site.path.includes('$text') && holdsWithin(wrong, right))) return []
    return [withSites(task, [{ site, by: other }], takesInstead(site, wrong, right, `${$from} ${pointer}`))]
  })
}

/** What a selection could give instead: each `give`, or each number that it looks at. */
function candidatesOf(binding: Pick | Calc, { gold }: MutationContext): Json[] {
  if (isPick(binding)) return binding.give
  return binding.of.flatMap((item) => leavesOf(resolve(item, gold.outputOf) ?? []).map(({ value }) => value))
}

/** The losing candidates of a selection. */
function losers(site: Site<Pick | Calc>, context: MutationContext): Mutant[] {
  const { subject, gold, rng } = context
  const winners = resolveAll(site.binding, gold.outputOf)
  const [right] = winners
  if (right === undefined) return []
  const losing = candidatesOf(site.binding, context).flatMap((by) => {
    const wrong = resolve(by, gold.outputOf)
    return wrong === undefined || winners.includes(wrong) ? [] : [{ by, wrong }]
  })
  return rng
    .shuffle(losing)
    .slice(0, 2 * OF_A_KIND)
    .map(({ by, wrong }) =>
      withSites(subject.task, [{ site, by }], takesInstead(site, wrong, right, 'a candidate that loses')),
    )
}

/** A value from the wrong place of the right result, or the wrong candidate of a selection. */
export const wrongBranch: Operator = {
  name: 'wrong-branch',
  mutants: (context) => [
    ...sitesOf(context.subject.task).flatMap((site) => siblings(site, context)),
    ...selectionsOf(context.subject.task).flatMap((site) => losers(site, context)),
  ],
}
