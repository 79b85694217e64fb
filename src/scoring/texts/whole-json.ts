/** Whether a text is JSON and nothing else: a list or an object, in a code fence or not. */
export function isWholeJson(text: string): boolean {
  const bare = text
    .trim()
    .replace(/^```\w*\s*\n?/, '')
    .replace(/\n?```$/, '')
    .trim()
  if (!/^[[{]/.test(bare)) return false
  try {
    JSON.parse(bare)
    return true
  } catch {
    return false
  }
}
