import { blanked, factsIn } from './facts.ts'
import { isDotted } from './longer-name.ts'
import type { Reading } from './reading.ts'
import { classOf, type ValueClass } from './value-class.ts'

/** A file name or a domain without a digit; with one it is an id, and so is an e-mail address. */
const NAME =
  /(?<![\p{L}\p{Nd}_.@+/-])[\p{L}_][\p{L}_-]+(?:\.[\p{L}_-]+)*\.\p{L}{1,24}(?![\p{L}\p{Nd}_@]|[-.][\p{L}\p{Nd}])/gu
/** Letters with points between them are short for words: `e.g`, `a.m`, `U.S.A`. */
const SHORT = /^(?:\p{L}\.)+\p{L}$/u
/** The next sentence without a blank before it. */
const SENTENCE = /\.\p{Lu}\p{Ll}+$/u

const isFileOrDomain = (value: string): boolean => isDotted(value) && !/@|:\/\//.test(value)

/** The class of the file names and domains that slots ask for; undefined where they ask for none. */
export function classOfNames({ slots }: Reading): ValueClass | undefined {
  const [value] = slots
    .flatMap(({ values }) => values)
    .filter((one) => typeof one === 'string' && isFileOrDomain(one.trim()))
  return value === undefined ? undefined : classOf(value)
}

/**
 * File names and domains in the rest that neither prompt nor wording holds, each once, where the slots ask for such.
 * What results hold is left out: it is found as a name that they hold.
 */
export function madeUpNames(reading: Reading): string[] {
  if (classOfNames(reading) === undefined) return []
  const { rest, prompt, wording, context } = reading
  const said = `${prompt}\n${wording}`
  const found = [...blanked(rest, factsIn(rest)).matchAll(NAME)]
    .map(([text]) => text)
    .filter((text) => !SHORT.test(text) && !SENTENCE.test(text) && !said.includes(text))
  const isKnown = (text: string): boolean =>
    context.known.some(({ leaves }) => leaves.some(({ value }) => value === text))
  return [...new Set(found)].filter((text) => !isKnown(text))
}

/** A stray that is a file name or a domain counts as one of what is asked for, with a digit in it or not. */
export const kindAmong = (text: string, kind: ValueClass, names: ValueClass | undefined): ValueClass =>
  names !== undefined && kind === 'id' && isFileOrDomain(text) ? names : kind
