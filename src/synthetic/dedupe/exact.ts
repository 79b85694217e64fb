import { type DedupeTool, type Drop, type DuplicateReason, normalise } from './dedupe-tool.ts'

/** Ids in the order of their characters; the first of several duplicates stays. */
const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

function pass(
  tools: readonly DedupeTool[],
  because: DuplicateReason,
  textOf: (tool: DedupeTool) => string | undefined,
): Drop[] {
  const first = new Map<string, string>()
  const dropped: Drop[] = []
  for (const tool of tools) {
    const text = textOf(tool)
    if (text === undefined || text === '') continue
    const key = JSON.stringify([tool.field ?? null, text])
    const of = first.get(key)
    if (of === undefined) first.set(key, tool.id)
    else dropped.push({ id: tool.id, because, of })
  }
  return dropped
}

/**
 * Drops tools whose normalised name another of the same field has, then those whose normalised body one of
 * the rest has. The first by id stays. What a tool does not tell (undefined) or that normalises to nothing
 * equals nothing.
 */
export function dropExact(tools: readonly DedupeTool[]): Drop[] {
  const sorted = tools.toSorted(byId)
  const byName = pass(sorted, 'exact-name', ({ name }) => (name === undefined ? undefined : normalise(name)))
  const gone = new Set(byName.map(({ id }) => id))
  const rest = sorted.filter(({ id }) => !gone.has(id))
  return [...byName, ...pass(rest, 'exact-body', ({ body }) => body)]
}
