// Models often write these as a backslash and a letter.
const ESCAPED = new Map([
  ['\\n', '\n'],
  ['\\t', '\t'],
  ['\\r', '\r'],
])

/** The separator that is meant: a control character where its escape was written out. */
export const unescapeSeparator = (written: string): string => ESCAPED.get(written) ?? written
