import { type Fields, isFields, parseText } from './values.ts'

const PYTHON_WORDS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' }

/** A text of Python as JSON has it; escapes that JSON does not know stand for a character. */
function convertPythonText(literal: string): string {
  const text = literal
    .slice(1, -1)
    .replace(
      /\\(?:x([\da-f]{2})|U([\da-f]{8})|u[\da-f]{4}|[\\"bfnrt]|(.))|"/gi,
      (part, two, eight, other) => {
        const code = two ?? eight
        if (code !== undefined)
          return JSON.stringify(String.fromCodePoint(Number.parseInt(code, 16))).slice(1, -1)
        return other ?? (part === '"' ? '\\"' : part)
      },
    )
  return `"${text}"`
}

/** What Python's `str` made of a dictionary, as LangChain for Python traces the input of a tool; undefined for other values. */
export function parsePythonFields(value: unknown): Fields | undefined {
  if (typeof value !== 'string' || !value.startsWith('{')) return undefined
  const json = value.replace(
    /'[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*"|\b(?:True|False|None)\b/gs,
    (token) => PYTHON_WORDS[token] ?? convertPythonText(token),
  )
  const read = parseText(json)
  return isFields(read) ? read : undefined
}
