import { CAPABILITIES } from '../../schema/tool.ts'
import { traits } from '../../tools/builtin/traits.ts'
import type { Registry } from '../../tools/registry.ts'
import { COMPUTABLE } from '../audit/reachability/general-tools.ts'

const known: ReadonlySet<string> = new Set(CAPABILITIES)
/** What tools of one's own are said to bring about shows in all that share it. */
const isOwn = (capability: string): boolean => !known.has(capability)

/**
 * Tools that could stand in for a needed one, or for what the agent is to work out by itself: by a purpose that they
 * share, or because both write and share a capability.
 *
 * @param workedOut Tools that could do what the agent is to work out by itself.
 */
export function standInsFor(
  needed: ReadonlySet<string>,
  workedOut: readonly string[],
  registry: Registry,
): ReadonlySet<string> {
  const found = new Set(workedOut)
  const purposes = new Set([...needed, ...workedOut].flatMap((name) => traits.get(name)?.purposes ?? []))
  const tools = [...needed].map((name) => registry.get(name)).filter((tool) => tool !== undefined)
  const computable = workedOut.length > 0 || tools.some(({ capability }) => COMPUTABLE.has(capability))
  for (const [name, trait] of traits) {
    if (trait.purposes.some((purpose) => purposes.has(purpose)) || (trait.general && computable)) {
      found.add(name)
    }
  }
  for (const { name, capability, effect } of registry.values()) {
    const rivals = tools.some(
      (tool) =>
        tool.capability === capability && (tool.effect !== 'read' || effect !== 'read' || isOwn(capability)),
    )
    if (rivals) found.add(name)
  }
  for (const name of needed) found.delete(name)
  return found
}
