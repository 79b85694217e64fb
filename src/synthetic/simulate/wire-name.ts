/** Name under which a tool goes over the wire and stands in suites: letters, digits, `_` and `-`, as models take it. */
export const wireName = (name: string): string => name.trim().replaceAll(/[^A-Za-z0-9_-]+/g, '_')
