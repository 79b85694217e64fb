import { append } from '@hyperjump/json-pointer'
import { type From, isFrom, isTemplate } from '../../schema/binding.ts'
import type { Task } from '../../schema/task.ts'
import { readPlaceholder } from '../../scoring/answers/line.ts'
import { leavesOf } from '../../scoring/evidence.ts'
import { schemaAt } from '../../scoring/provenance.ts'
import { isObject, isScalar, type Json } from '../../shared/json.ts'
import { memoizeOnce } from '../../shared/memoize.ts'
import { readValueAt } from '../../shared/pointer.ts'
import type { LeafSchema } from '../../tasks/equality.ts'
import { listParts } from '../load/nodes.ts'
import { quoteValue } from './quote-value.ts'
import type { AuditSubject } from './subject.ts'

/** The words of a name or of a phrase: `feels_like_celsius` and `feelsLike` have several. */
const readWords = (text: string): string[] =>
  text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/\p{L}+|\p{N}+/gu) ?? []

const covers = (words: ReadonlySet<string>, phrase: readonly string[]): boolean =>
  phrase.every((word) => words.has(word))

interface Field {
  at: string
  /** Words of its name, and of its name and description. */
  name: ReadonlySet<string>
  all: ReadonlySet<string>
}

const readField = (at: string, output: LeafSchema | undefined): Field => {
  const name = readWords(at.slice(at.lastIndexOf('/') + 1))
  const { description = '' } = (schemaAt(output, at) ?? {}) as { description?: string }
  return { at, name: new Set(name), all: new Set([...name, ...readWords(description)]) }
}

/** A value that a prompt names, and the place that it is taken from. */
interface NamedValue {
  /** Words of a prompt: of a placeholder, a key or a gap. */
  phrase: string
  from: From
}

/** The bindings that the prompt has a name for: of an answer line its placeholder or its keys, of a template its gaps. */
function listNamedValues({
  prompt,
  expected_trace: { steps },
  expected_final_answer: answer,
}: Task): NamedValue[] {
  const asked = readPlaceholder(prompt)
  const nameValue = (phrase: Json | undefined, value: Json | undefined): NamedValue[] =>
    typeof phrase === 'string' && value !== undefined && isFrom(value) ? [{ phrase, from: value }] : []
  const ofAnswer =
    isObject(asked) && answer !== undefined && isObject(answer)
      ? Object.entries(asked).flatMap(([key, words]) => [
          ...nameValue(key, answer[key]),
          ...nameValue(words, answer[key]),
        ])
      : nameValue(asked, answer)
  const ofGaps = steps.flatMap(({ arguments: args }) =>
    listParts(args).flatMap(({ value }) =>
      isTemplate(value)
        ? value.$template.flatMap((part) =>
            isObject(part) ? nameValue(part.gap as Json, part.is as Json) : [],
          )
        : [],
    ),
  )
  return [...ofAnswer, ...ofGaps]
}

/** The scalars of its JSON type that stand beside a value in an output, but for what the call was given. */
function listSiblings(at: string, output: Json, given: readonly Json[]): string[] {
  const parent = at.slice(0, Math.max(0, at.lastIndexOf('/')))
  const owner = readValueAt(output, parent)
  const taken = readValueAt(output, at)
  if (owner === undefined || !isObject(owner)) return []
  return Object.entries(owner).flatMap(([name, value]) => {
    const place = append(name, parent)
    return place !== at && isScalar(value) && typeof value === typeof taken && !given.includes(value)
      ? [place]
      : []
  })
}

/** Units by their long names in the runtime's own data (CLDR): `minute` by `minute` and `minutes`. */
const readUnits = memoizeOnce(() => {
  const units = new Map<string, string>()
  for (const unit of Intl.supportedValuesOf('unit')) {
    units.set(unit, unit)
    const format = new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' })
    for (const { type, value } of [...format.formatToParts(1), ...format.formatToParts(2)])
      if (type === 'unit') units.set(value.toLowerCase(), unit)
  }
  return units
})

/** The unit that ends a name: of `temperature in celsius`, and of `temperature_celsius`. A single word names no unit. */
const findUnit = (words: readonly string[]): string | undefined =>
  words.length > 1 ? readUnits().get(words.at(-1) ?? '') : undefined

/**
 * Values that are taken from another field than the one of their name. A field is meant if its name and description have
 * every word by which the prompt names the value, and its name has one of them. For a single word the name alone counts.
 * So "felt temperature in celsius" is not `temperature_celsius` where `feels_like_celsius` is described as the felt
 * temperature. A field that ends in one unit is not meant by a phrase that ends in another.
 */
export function findMisnamedFields(subject: AuditSubject): string[] {
  const { task, registry, run } = subject
  return listNamedValues(task).flatMap(({ phrase, from: { $from, at } }) => {
    const step = task.expected_trace.steps.find(({ step_id }) => step_id === $from)
    const output = registry.get(step?.tool_name ?? '')?.outputSchema as LeafSchema | undefined
    const words = readWords(phrase)
    const taken = readField(at, output)
    const isMeant = ({ name, all }: Field): boolean =>
      covers(words.length > 1 ? all : name, words) && words.some((word) => name.has(word))
    if (words.length === 0 || covers(taken.all, words)) return []
    const given = leavesOf(run.argumentsOf.get($from) ?? null).map(({ value }) => value)
    const meant = listSiblings(at, run.outputOf($from) ?? null, given).find((place) =>
      isMeant(readField(place, output)),
    )
    if (meant !== undefined)
      return [`the prompt asks for ${quoteValue(phrase)}, which is ${meant} of ${$from}, but ${at} is taken`]
    const [asked, own] = [findUnit(words), findUnit([...taken.name])]
    return asked === undefined || own === undefined || asked === own
      ? []
      : [`the prompt asks for ${quoteValue(phrase)}, but ${at} of ${$from} is in ${own}`]
  })
}

/**
 * Reads on offer that return what a task without calls asks for, though its graded answer is a fixed text such as CANNOT.
 * A field is asked for if its name has two words or more, and all are in the answer line.
 */
export function findOfferedAnswers({ task, offered }: AuditSubject): string[] {
  const { prompt, expected_trace, expected_final_answer: answer } = task
  const asked = readPlaceholder(prompt)
  if (expected_trace.steps.length > 0 || typeof answer !== 'string' || typeof asked !== 'string') return []
  const phrase = new Set(readWords(asked))
  return offered.flatMap(({ name, effect, outputSchema }) => {
    const fields = Object.keys((outputSchema as LeafSchema).properties ?? {}).map((field) => ({
      field,
      words: readWords(field),
    }))
    const found = fields.find(({ words }) => words.length > 1 && covers(phrase, words))
    return effect === 'read' && found !== undefined
      ? [
          `nothing is to be called, but ${name} is offered and returns ${found.field}, a value that the answer line wants`,
        ]
      : []
  })
}
