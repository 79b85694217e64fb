import { COMPUTABLE } from '../audit/reachability/general-tools.ts'
import type { Registry } from '../simulators/registry.ts'
import { traits } from '../simulators/traits.ts'

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
      (tool) => tool.capability === capability && (tool.effect !== 'read' || effect !== 'read'),
    )
    if (rivals) found.add(name)
  }
  for (const name of needed) found.delete(name)
  return found
}
