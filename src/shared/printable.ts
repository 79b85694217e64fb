/** Controls of terminals (C0, C1, DEL), line separators, and controls that turn the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g
const NAMED: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escapeControl(control: string): string {
  const code = control.charCodeAt(0).toString(16)
  return NAMED[control] ?? (code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`)
}

/**
 * A text of unknown origin as one line that a terminal or a CI log shows and does not act on. Controls are written as
 * escapes, and so is what a GitHub runner would read as a workflow command (`::` that opens a line, `##[` anywhere).
 */
export const makePrintable = (text: string): string =>
  text
    .replaceAll(CONTROLS, escapeControl)
    .replace(/^( *)::/, '$1\\x3a:')
    .replaceAll('##[', '#\\x23[')

export const makeLinesPrintable = (text: string): string => text.split(/\r?\n/).map(makePrintable).join('\n')

/** Plain data with every text in it made {@link printable}, names of fields excepted; itself where that changes nothing. */
export function makeDeeplyPrintable<T>(value: T): T
export function makeDeeplyPrintable(value: unknown): unknown {
  if (typeof value === 'string') return makePrintable(value)
  if (typeof value !== 'object' || value === null) return value
  const given = value as Record<string, unknown>
  let copy: Record<string, unknown> | undefined
  for (const key in given) {
    const shown = makeDeeplyPrintable(given[key])
    if (shown === given[key]) continue
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
    copy[key] = shown
  }
  return copy ?? value
}

/** A word of a command line, quoted if a shell would split it. */
export const shellWord = (word: string): string => (/^[\w./@-]+$/.test(word) ? word : JSON.stringify(word))
