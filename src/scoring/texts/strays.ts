import { bindingKey, sourcesOf } from '../../schema/binding.ts'
import { isObject, type Json } from '../../shared/json.ts'
import { once } from '../../shared/once.ts'
import { resolve } from '../bindings.ts'
import { numbersEqual } from '../equality.ts'
import { leavesOf, type Result } from '../evidence.ts'
import { tokenPlaces } from '../tokens.ts'
import { FactSet } from './fact-set.ts'
import { blanked, type Fact, factsIn, readable } from './facts.ts'
import { classOfNames, kindAmong, madeUpNames } from './made-up-names.ts'
import type { Objection, Reading } from './reading.ts'
import { slotsWithValues } from './say-slot.ts'
import { type Stray, strayWordings } from './stray-wordings.ts'
import { classOf } from './value-class.ts'
import { whereFrom } from './where-from.ts'
import { isWholeJson } from './whole-json.ts'
import { contentWordsOf } from './words.ts'

/** Most facts that a text may hold beside its values: of their classes, and of others. */
const ALLOWED = {
  answer: { own: 0, other: 2 },
  text: { own: 2, other: 3 },
  json: { own: 0, other: 0 },
}
/** Numbers in a text that stand in no result and no prompt. */
const UNFOUNDED = 1
/** Strays that a message names. */
const MOST_NAMED = 3

const CALCULATED = new Set(['sum', 'mean', 'difference', 'count'])

/** The numbers that a sum, a mean, a difference or a count is made of. */
function operandsOf({ slots, context: { outputOf } }: Reading): number[] {
  return slots.flatMap(({ binding }) => {
    if (!isObject(binding) || bindingKey(binding) !== '$calc' || !CALCULATED.has(String(binding.$calc)))
      return []
    return sourcesOf(binding)
      .flatMap((source) => leavesOf(resolve(source, outputOf) ?? null))
      .flatMap(({ value }) => (typeof value === 'number' ? [value] : []))
  })
}

/** Labels are written in another case, or with a hyphen: `SHA-512` for "sha512". */
const foldedId = (text: string): string => text.toLowerCase().replaceAll(/[-_]/g, '')

/** Facts in the rest that neither prompt nor wording holds, each once. */
export function strayFacts(reading: Reading): Fact[] {
  const { rest, slots, prompt, wording } = reading
  const facts = factsIn(rest)
  if (facts.length === 0) return []
  const count = slots.reduce((sum, { values }) => sum + values.length, 0)
  const operands = operandsOf(reading)
  const said = new FactSet([...factsIn(prompt), ...factsIn(wording)])
  const asked = foldedId(`${prompt}\n${wording}`)
  const isSaid = (fact: Fact): boolean => {
    if (said.has(fact)) return true
    // `MD5` is written like `USD5`.
    if (fact.kind === 'id' || /^\p{Lu}{2}/u.test(fact.text)) {
      if (asked.includes(foldedId(fact.text))) return true
    }
    if (fact.kind !== 'number') return prompt.includes(fact.text) || wording.includes(fact.text)
    if (fact.isOrdinal) return true
    if (count > 1 && Number.isInteger(fact.value) && fact.value >= 1 && fact.value <= count) return true
    return operands.some((operand) => numbersEqual(operand, fact.value, fact.written))
  }
  const strays: Fact[] = []
  const seen = new FactSet()
  for (const fact of facts) {
    if (seen.has(fact) || isSaid(fact)) continue
    seen.add(fact)
    strays.push(fact)
  }
  return strays
}

const namesCache = new WeakMap<Result, readonly string[]>()

function namesIn(result: Result): readonly string[] {
  const known = namesCache.get(result)
  if (known !== undefined) return known
  const names = result.leaves.flatMap(({ value }) =>
    typeof value === 'string' && classOf(value) === 'name' && contentWordsOf(value).size > 0
      ? [readable(value).trim()]
      : [],
  )
  const unique = [...new Set(names)]
  namesCache.set(result, unique)
  return unique
}

/** Names that known results hold and neither prompt nor wording does, longest first, each once. */
function strayNames({ rest, prompt, wording, context: { known } }: Reading): string[] {
  const said = `${prompt}\n${wording}`.toLowerCase()
  const candidates = [...new Set(known.flatMap((result) => namesIn(result)))]
    .filter((name) => rest.includes(name))
    .sort((a, b) => b.length - a.length)
  const strays: string[] = []
  let left = rest
  for (const name of candidates) {
    const places = tokenPlaces(name, left)
    if (places.length === 0) continue
    left = blanked(
      left,
      places.map((start) => ({ start, end: start + name.length })),
    )
    if (tokenPlaces(name.toLowerCase(), said, 1).length === 0) strays.push(name)
  }
  return strays
}

/** Facts and names in a text beside its values that neither the prompt nor the wording holds. */
function straysIn(reading: Reading): Stray[] {
  const names = classOfNames(reading)
  return [
    ...strayFacts(reading).map(({ text, kind }) => ({
      text: text.trim(),
      kind: kindAmong(text.trim(), kind, names),
    })),
    ...strayNames(reading).map((text): Stray => ({ text, kind: 'name' })),
    ...madeUpNames(reading).map((text): Stray => ({ text, kind: names ?? 'name' })),
    ...strayWordings(reading),
  ]
}

/** Whether a fact stands in a result that was known. */
function isKnownIn(known: readonly Result[]): (fact: Fact) => boolean {
  const numbers = once(
    () =>
      new FactSet(
        known.flatMap(({ leaves }) =>
          leaves.flatMap(({ value }) =>
            typeof value === 'number' ? numberFact(value) : factsIn(readable(textOf(value))),
          ),
        ),
      ),
  )
  return (fact) =>
    fact.kind === 'number' ? numbers().has(fact) : known.some((result) => result.text.includes(fact.text))
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : '')
const numberFact = (value: number): Fact[] => [
  { kind: 'number', value, written: String(value), isOrdinal: false, start: 0, end: 0, text: String(value) },
]

/** The first strays, and where they come from. */
function named(strays: readonly Stray[], reading: Reading): string {
  const first = strays.slice(0, MOST_NAMED).map(({ text }) => `${text} (${whereFrom(text, reading)})`)
  return [...first, ...(strays.length > MOST_NAMED ? ['…'] : [])].join(', ')
}

/**
 * Few strays: an answer holds no further fact of the classes that it is asked for and at most two of others; a text
 * two and three, of them at most one number that nobody said. Where either is JSON there is none.
 */
export function findStrays(reading: Reading): Objection | undefined {
  const { kind, slots, text, context } = reading
  const classes = new Set(slots.flatMap(({ values }) => values.map(classOf)))
  const strays = straysIn(reading)
  const isKnown = isKnownIn(context.known)
  const own = strays.filter((stray) => classes.has(stray.kind))
  const isJson = isWholeJson(text)
  const allowed = ALLOWED[isJson ? 'json' : kind]
  if (own.length > allowed.own || strays.length - own.length > allowed.other) {
    const isForeign = madeUpNames(reading).length === 0 && strayFacts(reading).every((fact) => isKnown(fact))
    return {
      note: () => {
        const [count, verb] = strays.length === 1 ? ['1 fact', 'stands'] : [`${strays.length} facts`, 'stand']
        return `${count} ${verb} beside ${slotsWithValues(slots)}: ${named(strays, reading)}`
      },
      lineage: isForeign ? 'wrong-source' : 'fabricated',
    }
  }
  if (kind === 'answer') return undefined
  const unfounded = strayFacts(reading).filter((fact) => fact.kind === 'number' && !isKnown(fact))
  if (unfounded.length <= UNFOUNDED) return undefined
  return {
    note: () =>
      `${unfounded.length} numbers beside ${slotsWithValues(slots)} come from nowhere: ${unfounded
        .slice(0, MOST_NAMED)
        .map((fact) => fact.text)
        .join(', ')}`,
    lineage: 'fabricated',
  }
}
