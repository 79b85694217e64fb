import { capitalize, title } from '../case.ts'
import { SPACE } from '../text.ts'
import { type Methods, method, methods, textArgument } from './arguments.ts'
import { fail, type Machine } from './machine.ts'
import { integerOf } from './subscript.ts'
import { lengthOf, unitsOf } from './text.ts'
import type { PyValue } from './values.ts'

type Given = PyValue | undefined

const ONE_SPACE = new RegExp(SPACE, 'u')

function strip(m: Machine, text: string, given: Given, sides: 'both' | 'left' | 'right'): string {
  const chars = (given ?? null) === null ? undefined : new Set(textArgument(given, 'the characters to strip'))
  const units = unitsOf(m, text)
  const goes = (unit: string): boolean => (chars === undefined ? ONE_SPACE.test(unit) : chars.has(unit))
  let from = 0
  let to = units.length
  if (sides !== 'right') while (from < to && goes(units[from] as string)) from++
  if (sides !== 'left') while (to > from && goes(units[to - 1] as string)) to--
  m.step(units.length - (to - from))
  const kept = units.slice(from, to)
  return typeof kept === 'string' ? kept : kept.join('')
}

/** Sets the text into a width; `left` of the missing characters come before it. */
function justify(
  m: Machine,
  text: string,
  width: Given,
  fill: Given,
  left: (missing: number, width: number) => number,
): string {
  const char = fill === undefined ? ' ' : textArgument(fill, 'the fill character')
  if (lengthOf(m, char) !== 1) fail('the fill character must be one character')
  const wanted = Number(integerOf(width, 'the width'))
  const missing = Math.max(0, wanted - lengthOf(m, text))
  m.make(missing + text.length)
  const before = left(missing, wanted)
  return char.repeat(before) + text + char.repeat(missing - before)
}

// Python puts the odd blank to the left only where the width is odd too.
const centred = (missing: number, width: number): number => Math.floor(missing / 2) + (missing & width & 1)

function zeroFill(m: Machine, text: string, width: Given): string {
  const missing = Math.max(0, Number(integerOf(width, 'the width')) - lengthOf(m, text))
  m.make(missing + text.length)
  const sign = /^[+-]/.exec(text)?.[0] ?? ''
  return sign + '0'.repeat(missing) + text.slice(sign.length)
}

function swapCase(text: string): string {
  return Array.from(text, (char) => (/\p{Lu}/u.test(char) ? char.toLowerCase() : char.toUpperCase())).join('')
}

function expandTabs(m: Machine, text: string, size: Given): string {
  const every = Number(integerOf(size === undefined ? 8n : size, 'the tab size'))
  let column = 0
  let out = ''
  for (const char of text) {
    m.step()
    if (char === '\t') {
      const blanks = every > 0 ? every - (column % every) : 0
      m.make(blanks)
      out += ' '.repeat(blanks)
      column += blanks
    } else {
      out += char
      column = char === '\n' || char === '\r' ? 0 : column + 1
    }
  }
  return out
}

const changed =
  (change: (text: string) => string) =>
  (m: Machine, text: string): string => {
    m.make(text.length)
    m.step(text.length / 4)
    return change(text)
  }

/** Whether there is a character and each is of the kind. */
const all =
  (kind: RegExp) =>
  (m: Machine, text: string): boolean => {
    m.step(text.length / 4)
    return text !== '' && kind.test(text)
  }

/** Whether some character has case, and all that do have this one. */
const inCase =
  (other: RegExp) =>
  (m: Machine, text: string): boolean => {
    m.step(text.length / 4)
    return /[\p{Uppercase}\p{Lowercase}\p{Lt}]/u.test(text) && !other.test(text)
  }

export const textFormMethods: Methods<string> = methods<string>({
  upper: method(
    '',
    changed((text) => text.toUpperCase()),
  ),
  lower: method(
    '',
    changed((text) => text.toLowerCase()),
  ),
  casefold: method(
    '',
    changed((text) => text.toLowerCase().replaceAll('ß', 'ss').replaceAll('ς', 'σ')),
  ),
  title: method('', changed(title)),
  capitalize: method('', changed(capitalize)),
  swapcase: method('', changed(swapCase)),
  strip: method('/chars?', (m, text, chars) => strip(m, text, chars, 'both')),
  lstrip: method('/chars?', (m, text, chars) => strip(m, text, chars, 'left')),
  rstrip: method('/chars?', (m, text, chars) => strip(m, text, chars, 'right')),
  ljust: method('/width /fillchar?', (m, text, width, fill) => justify(m, text, width, fill, () => 0)),
  rjust: method('/width /fillchar?', (m, text, width, fill) =>
    justify(m, text, width, fill, (missing) => missing),
  ),
  center: method('/width /fillchar?', (m, text, width, fill) => justify(m, text, width, fill, centred)),
  zfill: method('/width', zeroFill),
  expandtabs: method('tabsize?', expandTabs),
  isdigit: method('', all(/^[\p{Nd}\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089\u2460-\u2468]+$/u)),
  isdecimal: method('', all(/^\p{Nd}+$/u)),
  isnumeric: method('', all(/^\p{N}+$/u)),
  isalpha: method('', all(/^\p{L}+$/u)),
  isalnum: method('', all(/^[\p{L}\p{N}]+$/u)),
  isspace: method('', all(new RegExp(`^${SPACE}+$`, 'u'))),
  isidentifier: method('', all(/^[\p{ID_Start}_]\p{ID_Continue}*$/u)),
  isascii: method('', (m, text) => {
    m.step(text.length / 4)
    return /^[\0-\x7f]*$/.test(text)
  }),
  isupper: method('', inCase(/[\p{Lowercase}\p{Lt}]/u)),
  islower: method('', inCase(/[\p{Uppercase}\p{Lt}]/u)),
  istitle: method('', (m, text) => {
    m.step(text.length / 4)
    return /\p{L}/u.test(text) && title(text) === text && /[\p{Lu}\p{Lt}]/u.test(text)
  }),
})
