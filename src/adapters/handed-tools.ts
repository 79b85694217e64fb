/** Set on the tools of libraries that our adapters make: their calls are recorded already. */
const HANDED = Symbol.for('tracewright.handed')

/** Marks a library's tool as one of ours. */
export const markHanded = <Tool extends object>(tool: Tool): Tool =>
  Object.defineProperty(tool, HANDED, { value: true })

export const isHanded = (tool: object): boolean => HANDED in tool
