const escaped = (text: string): string => JSON.stringify(text).slice(1, -1)

/** A value as it stands in a text, in JSON, and in JSON that is a text of other JSON; the longest first. */
export function spellings(value: string): string[] {
  const once = escaped(value)
  return [...new Set([escaped(once), once, value])]
}
