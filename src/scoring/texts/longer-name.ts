import type { Span } from './spans.ts'

/** A domain, an e-mail address, a file name or the like: parts joined by points, the last one a word; or an address. */
const DOTTED = /^[^\s"'<>]*[\p{L}\p{Nd}_]\.\p{L}[\p{L}\p{Nd}]*$/u
const EMAIL = /^[^\s@]+@[^\s@]+$/u
const WEB = '://'

const BEFORE = /[\p{L}\p{Nd}_.@+%-]+$/u
const AFTER = /^[\p{L}\p{Nd}_.@+%-]+/u
const AFTER_WEB = /^[/?#&=%~.@:+-]*[\p{L}\p{Nd}_]/u
const MARKS_AFTER = /[._%+-]+$/u
const MARKS_BEFORE = /^[._%+-]+/u
/** What may stand before a domain: an at sign, or www. */
const HARMLESS_BEFORE = /^(?:@|www\.)$/iu
/** A word in prose that is joined to it: `b-corp.com-based`. */
const WORD_AFTER = /^-\p{L}+$/u
/** A sentence that goes on without a blank: `notes.txt.The rest`. */
const SENTENCE_AFTER = /^[.]\p{Lu}\p{Ll}*$/u
/** Longest name that is looked at on either side. */
const REACH = 260

/** Whether a value is a name of points and signs, of which a longer one would be another. */
export const isDotted = (value: string): boolean =>
  DOTTED.test(value) || EMAIL.test(value) || value.includes(WEB)

/** Whether a domain, an e-mail address, a file name or a web address stands at a place only as a part of a longer one. */
export function isWithinLonger(text: string, { start, end }: Span): boolean {
  const value = text.slice(start, end)
  if (!isDotted(value)) return false
  const after = text.slice(end, end + REACH)
  if (value.includes(WEB)) return AFTER_WEB.test(after)
  const before = (BEFORE.exec(text.slice(Math.max(0, start - REACH), start))?.[0] ?? '').replace(
    MARKS_BEFORE,
    '',
  )
  if (before !== '' && !HARMLESS_BEFORE.test(before)) return true
  const rest = (AFTER.exec(after)?.[0] ?? '').replace(MARKS_AFTER, '')
  return rest !== '' && !WORD_AFTER.test(rest) && !SENTENCE_AFTER.test(rest)
}
