export interface GraphStep {
  step_id: string
  depends_on: readonly string[]
}

/** Ids along a dependency cycle, first and last the same, or undefined without a cycle. */
export function findCycle(steps: readonly GraphStep[]): string[] | undefined {
  const byId = new Map(steps.map((step) => [step.step_id, step]))
  const done = new Set<string>()
  const path: string[] = []
  const visit = (id: string): string[] | undefined => {
    if (done.has(id)) return undefined
    const seen = path.indexOf(id)
    if (seen >= 0) return [...path.slice(seen), id]
    path.push(id)
    for (const dependency of byId.get(id)?.depends_on ?? []) {
      const cycle = visit(dependency)
      if (cycle !== undefined) return cycle
    }
    path.pop()
    done.add(id)
    return undefined
  }
  for (const step of steps) {
    const cycle = visit(step.step_id)
    if (cycle !== undefined) return cycle
  }
  return undefined
}

/** Whether every dependency comes before its dependants, as in most lists. */
function isSorted(steps: readonly GraphStep[]): boolean {
  const before = new Set<string>()
  for (const { step_id, depends_on } of steps) {
    for (const id of depends_on) if (!before.has(id)) return false
    before.add(step_id)
  }
  return true
}

/** The steps with every dependency before its dependants; otherwise in the given order. */
export function sortTopologically<T extends GraphStep>(steps: readonly T[]): T[] {
  if (isSorted(steps)) return [...steps]
  const byId = new Map(steps.map((step) => [step.step_id, step]))
  const sorted = new Set<T>()
  const visit = (step: T): void => {
    if (sorted.has(step)) return
    for (const id of step.depends_on) {
      const dependency = byId.get(id)
      if (dependency !== undefined) visit(dependency)
    }
    sorted.add(step)
  }
  for (const step of steps) visit(step)
  return [...sorted]
}

/** All direct and indirect dependencies of each step. */
export function collectAncestors(steps: readonly GraphStep[]): Map<string, Set<string>> {
  const ancestors = new Map<string, Set<string>>()
  for (const step of sortTopologically(steps)) {
    const ancestorIds = new Set<string>()
    for (const id of step.depends_on) {
      ancestorIds.add(id)
      for (const further of ancestors.get(id) ?? []) ancestorIds.add(further)
    }
    ancestors.set(step.step_id, ancestorIds)
  }
  return ancestors
}
