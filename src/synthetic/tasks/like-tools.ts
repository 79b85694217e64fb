import { normalise } from '../dedupe/dedupe-tool.ts'
import { LEXICAL_TAU, lexicalPairs } from '../dedupe/lexical.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'

const comparable = (id: string, name: string, description: string) => ({
  id,
  name,
  field: 'one',
  body: undefined,
  text: undefined,
  words: `${name} ${description}`,
})

/** Names of the tools that are called like a tool that is said to be missing, or described in the same words. */
export function likeTools(
  missing: { readonly name: string; readonly does: string },
  tools: readonly ToolSpec[],
): string[] {
  const all = [
    comparable('missing', missing.name, missing.does),
    ...tools.map((tool) => comparable(tool.id, tool.name, tool.description)),
  ]
  const near = new Set(
    lexicalPairs(all, LEXICAL_TAU).flatMap(({ a, b }) => (a === 0 ? [b] : b === 0 ? [a] : [])),
  )
  return tools.flatMap(({ name }, i) =>
    near.has(i + 1) || normalise(name) === normalise(missing.name) ? [name] : [],
  )
}
