const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/g

/** The first key that an object of a JSON text has twice: only the last one would count. The text has to be valid JSON. */
export function duplicateKey(text: string): string | undefined {
  const open: Set<string>[] = []
  for (const [token, colon] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (colon !== undefined) {
      const key = JSON.parse(token.slice(0, token.lastIndexOf('"') + 1)) as string
      const keys = open.at(-1)
      if (keys?.has(key)) return key
      keys?.add(key)
    }
  }
  return undefined
}
