import { nameWords, pluralizeNoun } from '../../../shared/english.ts'
import { isObject, type Json, type JsonObject, stringifyStably } from '../../../shared/json.ts'
import type { EntityDraft, Operation, Remark } from './operation.ts'
import { readProperties } from './results.ts'

const VERSION = /^v?\d+$/

/** What an operation is called by its path, else by its name, without versions. */
function listWords({ http, name }: Operation): string[] {
  const fixed = http?.path.replace(/\{[^{}]*\}/g, '') ?? name
  return nameWords(fixed).filter((word) => !VERSION.test(word))
}

const isWithin = (words: readonly string[], others: readonly string[]): boolean =>
  words.every((word) =>
    others.some((other) => word === other || pluralizeNoun(word) === other || word === pluralizeNoun(other)),
  )

/** Parameters by name; those of a path by their place in it. */
function listParameters({ http, input }: Operation): string {
  const slots = [...(http?.path.matchAll(/\{([^{}]*)\}/g) ?? [])].map(([, name]) => name as string)
  const named = Object.keys(readProperties(input)).filter((name) => !slots.includes(name))
  return stringifyStably([slots.length, named.sort()])
}

/** A schema without what it says to people. */
function dropWords(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(dropWords)
  if (!isObject(schema)) return schema
  const { description, title, example, ...rest } = schema
  // A property may have such a name.
  const named = Object.entries({ description, title, example }).filter(([, value]) => isObject(value)) as [
    string,
    Json,
  ][]
  return Object.fromEntries(
    [...Object.entries(rest), ...named].map(([key, value]) => [key, dropWords(value)]),
  ) as JsonObject
}

function isTwin(one: Operation, other: Operation): boolean {
  if (one.http?.method !== other.http?.method || listParameters(one) !== listParameters(other)) return false
  const [words, others] = [listWords(one), listWords(other)]
  return (
    (isWithin(words, others) || isWithin(others, words)) &&
    stringifyStably(dropWords(one.output)) === stringifyStably(dropWords(other.output))
  )
}

/**
 * Operations without those that are deprecated and do the same as another one: an agent that calls either is right, and
 * two of them would keep records apart. Another takes the same parameters, returns the same, and is called the same but for
 * versions, the plural and further words.
 */
export function leaveOutTwins(operations: readonly Operation[], remarks: Remark[]): Operation[] {
  const current = operations.filter(({ isDeprecated }) => isDeprecated !== true)
  return operations.filter((operation) => {
    const twin = operation.isDeprecated ? current.find((other) => isTwin(operation, other)) : undefined
    if (twin !== undefined)
      remarks.push({
        name: operation.name,
        why: `left out: it is deprecated, and ${twin.name} does the same`,
      })
    return twin === undefined
  })
}

/** Kinds of things by name, each with the fields and names that any of its paths gives it. */
export function mergeKinds(found: readonly EntityDraft[]): EntityDraft[] {
  const merged = new Map<string, EntityDraft>()
  for (const entity of found) {
    const known = merged.get(entity.name)
    const properties = { ...readProperties(entity.schema), ...readProperties(known?.schema ?? {}) }
    const aliases = [...new Set([...(known?.aliases ?? []), ...entity.aliases])]
    const both = { ...entity, ...known, aliases, schema: { ...entity.schema, ...known?.schema, properties } }
    merged.set(entity.name, known === undefined ? entity : both)
  }
  return [...merged.values()]
}
