import type { Json } from '../../shared/json.ts'
import { parseJson } from '../../shared/parse-json.ts'

/** The list or object that a text is, in a code fence or not; undefined where it is no JSON, or not JSON alone. */
export function bareJson(text: string): Json | undefined {
  const bare = text
    .trim()
    .replace(/^```\w*\s*\n?/, '')
    .replace(/\n?```$/, '')
    .trim()
  if (!/^[[{]/.test(bare)) return undefined
  try {
    return parseJson(bare)
  } catch {
    return undefined
  }
}

/** Whether a text is JSON and nothing else: a list or an object, in a code fence or not. */
export const isWholeJson = (text: string): boolean => bareJson(text) !== undefined
