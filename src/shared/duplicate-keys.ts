const [QUOTE, BACKSLASH] = [34, 92]

/** Where the string that begins at a place of a valid JSON text ends. A pattern would take stack for each character. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}

/** The first key that an object of a JSON text has twice: only the last one would count. The text has to be valid JSON. */
export function duplicateKey(text: string): string | undefined {
  const open: Set<string>[] = []
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '{') open.push(new Set())
    else if (char === '}') open.pop()
    else if (char === '"') {
      const start = at
      at = endOfString(text, start)
      let next = at + 1
      while (/\s/.test(text.charAt(next))) next++
      if (text[next] !== ':') continue
      const key = JSON.parse(text.slice(start, at + 1)) as string
      const keys = open.at(-1)
      if (keys?.has(key)) return key
      keys?.add(key)
    }
  }
  return undefined
}
