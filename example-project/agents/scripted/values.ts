import type { AgentTool, Json, JsonObject } from 'tracewright'

type Leaf = string | number

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value with other texts and numbers. */
function changeLeaves(value: Json, change: (leaf: Leaf) => Leaf): Json {
  if (typeof value === 'string' || typeof value === 'number') return change(value)
  if (Array.isArray(value)) return value.map((item) => changeLeaves(item, change))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, changeLeaves(item, change)]))
}

/** A tool that is called with other texts and numbers than the plan has. */
export const changeArguments = (tool: AgentTool, change: (leaf: Leaf) => Leaf): AgentTool => ({
  ...tool,
  invoke: (args, options) => tool.invoke(changeLeaves(args, change) as JsonObject, options),
})

/** Whether one of some messages holds a value. */
export const isStated = (leaf: Leaf, messages: readonly string[]): boolean =>
  messages.some((message) => message.includes(String(leaf)))

/** A value of the same kind that nobody gave. */
export function inventValue(leaf: Leaf): Leaf {
  if (typeof leaf === 'number') return 100
  if (leaf.includes('@')) return 'info@example.com'
  return leaf.startsWith('/') ? '/notes.txt' : 'example'
}
