import type { z } from 'zod'
import { isObject, type Json, type JsonObject } from '../shared/json.ts'
import { lazily } from './lazily.ts'

/**
 * A declared transform between an output leaf and an argument. Only lossless changes of form (number and
 * text, separators, date forms) need no declaration.
 */
export const transformSchema = lazily((z) =>
  z.union([
    z.enum(['json', 'length', 'lower', 'upper', 'trim', 'number', 'text']),
    z.strictObject({ round: z.int().min(0).max(15) }),
    z.strictObject({ scale: z.number() }),
    z.strictObject({ add: z.number() }),
    z.strictObject({ cut: z.int().min(1) }),
    z.strictObject({ join: z.string() }),
    z.strictObject({ split: z.string().min(1), take: z.int() }),
  ]),
)
/** See {@link transformSchema}. */
export type Transform = z.infer<ReturnType<typeof transformSchema>>

const bindings = lazily((z) => z.array(z.json()).min(1))

export const fromSchema = lazily((z) =>
  z.strictObject({
    $from: z.string().min(1),
    at: z.string().regex(/^(\/.*)?$/, 'expected a JSON Pointer that is empty or starts with "/"'),
    via: z.array(transformSchema()).optional(),
  }),
)
export const calcSchema = lazily((z) =>
  z.strictObject({
    $calc: z.enum(['sum', 'mean', 'difference', 'min', 'max', 'count']),
    of: bindings(),
    round: z.int().min(0).max(15).optional(),
  }),
)
export const pickSchema = lazily((z) =>
  z
    .strictObject({ $pick: z.enum(['max', 'min']), of: bindings(), give: bindings() })
    .refine((pick) => pick.of.length === pick.give.length, 'expected "of" and "give" of the same length'),
)
export const textSchema = lazily((z) => z.strictObject({ $text: z.array(z.json()).min(1) }))
const oneOfSchema = lazily((z) => z.strictObject({ $oneOf: z.array(z.json()).min(1) }))
const unorderedSchema = lazily((z) => z.strictObject({ $unordered: z.array(z.json()) }))
const anySchema = lazily((z) => z.strictObject({ $any: z.literal(true) }))
const literalSchema = lazily((z) => z.strictObject({ $literal: z.json() }))

/** Schemas of all bindings, by the key that makes an object one. */
export const bindingSchemas = lazily(() => ({
  $from: fromSchema(),
  $calc: calcSchema(),
  $pick: pickSchema(),
  $text: textSchema(),
  $oneOf: oneOfSchema(),
  $unordered: unorderedSchema(),
  $any: anySchema(),
  $literal: literalSchema(),
}))

type Present<T> = { [Key in keyof T]: Exclude<T[Key], undefined> }
/** Bindings are JSON, so that they go wherever a value goes. */
type Binding<Schema extends z.ZodType> = JsonObject & Present<z.infer<Schema>>
export type From = Binding<ReturnType<typeof fromSchema>>
export type Calc = Binding<ReturnType<typeof calcSchema>>
export type Pick = Binding<ReturnType<typeof pickSchema>>
export type Text = Binding<ReturnType<typeof textSchema>>
export type BindingKey = keyof ReturnType<typeof bindingSchemas>

export const BINDING_KEYS: readonly BindingKey[] = [
  '$from',
  '$calc',
  '$pick',
  '$text',
  '$oneOf',
  '$unordered',
  '$any',
  '$literal',
]

const DOLLAR = 36

/** The key that makes an object a binding, or undefined where it is plain data. */
export function bindingKey(value: Json): BindingKey | undefined {
  if (!isObject(value)) return undefined
  // Asked of every value that is graded, and most are none: a name that begins otherwise is seen by its first letter.
  for (const name in value) {
    if (name.charCodeAt(0) === DOLLAR) return BINDING_KEYS.find((key) => Object.hasOwn(value, key))
  }
  return undefined
}

export const isFrom = (value: Json): value is From => bindingKey(value) === '$from'
export const isPick = (value: Json): value is Pick => bindingKey(value) === '$pick'
export const isText = (value: Json): value is Text => bindingKey(value) === '$text'

function collectSources(value: Json, sources: From[]): From[] {
  if (Array.isArray(value)) {
    for (const item of value) collectSources(item, sources)
  } else if (isObject(value)) {
    const key = bindingKey(value)
    if (key === '$from') sources.push(value as From)
    else if (key !== '$literal') for (const item of Object.values(value)) collectSources(item, sources)
  }
  return sources
}

/** Every `$from` within a value, in order of appearance. */
export const sourcesOf = (value: Json): From[] => collectSources(value, [])

/** Number of bound leaves that a value expects, where no call shows how many there are. */
export function countBound(expected: Json): number {
  const key = bindingKey(expected)
  if (key === '$text') return sourcesOf(expected).length > 0 ? 1 : 0
  if (key === '$from' || key === '$calc' || key === '$pick') return 1
  if (key === '$oneOf') return countBound((expected as { $oneOf: Json[] }).$oneOf[0] as Json)
  if (key === '$literal') return 0
  if (Array.isArray(expected)) return expected.reduce<number>((sum, item) => sum + countBound(item), 0)
  return isObject(expected)
    ? Object.values(expected).reduce<number>((sum, item) => sum + countBound(item), 0)
    : 0
}

/** A binding within a value that is not well formed: where it is and what was expected. */
export interface BindingProblem {
  pointer: string
  message: string
}

/** Checks the form of every binding within a value. */
export function bindingProblems(value: Json, pointer = ''): BindingProblem[] {
  const key = bindingKey(value)
  if (key !== undefined) {
    const parsed = bindingSchemas()[key].safeParse(value)
    if (!parsed.success) {
      return parsed.error.issues.map((issue) => ({
        pointer: [pointer, ...issue.path.map(String)].join('/'),
        message: issue.message,
      }))
    }
    if (key === '$literal') return []
  }
  if (Array.isArray(value)) return value.flatMap((item, i) => bindingProblems(item, `${pointer}/${i}`))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, item]) => bindingProblems(item, `${pointer}/${name}`))
}
