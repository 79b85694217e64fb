import type { z } from 'zod'
import { isObject, isScalar, type Json, type JsonObject, listChildren } from '../shared/json.ts'
import { declareLazily, declareLazyObject } from './lazily.ts'
import { CALCULATIONS, isUsualBinding, NAMED_TRANSFORMS } from './usual-forms.ts'

/**
 * A declared transform between an output leaf and an argument. Only lossless changes of form (number and
 * text, separators, date forms) need no declaration.
 */
export const transformSchema = declareLazily((z) =>
  z
    .union([
      z.enum(NAMED_TRANSFORMS),
      z.strictObject({ round: z.int().min(0).max(15) }),
      z.strictObject({ scale: z.number() }),
      z.strictObject({ add: z.number() }),
      z.strictObject({ cut: z.int().min(1) }),
      z.strictObject({ join: z.string() }),
      z.strictObject({ split: z.string().min(1), take: z.int() }),
    ])
    .meta({ id: 'transform' }),
)
/** See {@link transformSchema}. */
export type Transform = z.infer<ReturnType<typeof transformSchema>>

/** JSON, once for all schemas. */
export const json = declareLazily((z) => z.json())
const bindings = declareLazily((z) => z.array(json()).min(1))
const digits = declareLazily((z) => z.int().min(1).max(15).optional())
const pointer = declareLazily((z) =>
  z.string().regex(/^(\/.*)?$/, 'expected a JSON Pointer that is empty or starts with "/"'),
)

export const fromSchema = declareLazyObject((z) => ({
  $from: z.string().min(1),
  at: pointer(),
  via: z.array(transformSchema()).optional(),
  /** The number may be rounded, correctly, to this many significant digits or more; without it, it is exact. */
  digits: digits(),
}))
export const calcSchema = declareLazyObject((z) => ({
  $calc: z.enum(CALCULATIONS),
  of: bindings(),
  round: z.int().min(0).max(15).optional(),
  /** As on a `$from`. */
  digits: digits(),
}))
export const pickSchema = declareLazily((z) =>
  z
    .strictObject({ $pick: z.enum(['max', 'min']), of: bindings(), give: bindings() })
    .refine((pick) => pick.of.length === pick.give.length, 'expected "of" and "give" of the same length'),
)
export const textSchema = declareLazyObject((z) => ({ $text: z.array(json()).min(1) }))
const gapSchema = declareLazyObject((z) => ({
  /** What the prompt writes between `<` and `>` in its place. */
  gap: z.string().regex(/^[^<>]+$/, 'expected a name without "<" and ">"'),
  is: json(),
}))
export const templateSchema = declareLazily((z) =>
  z
    .strictObject({
      $template: z
        .array(
          z.union(
            [z.string().regex(/^[^<]*$/), gapSchema()],
            'expected text without "<", or {"gap": name, "is": binding}',
          ),
        )
        .min(1),
      /** Lines without digits may stand before and after the text, such as a greeting and a signature. */
      around: z.literal(true).optional(),
    })
    .refine(
      ({ $template }) => $template.some((part) => typeof part === 'object'),
      'expected a gap, {"gap": name, "is": binding}; write a text without gaps as a plain string',
    ),
)
const oneOfSchema = declareLazyObject((z) => ({ $oneOf: z.array(json()).min(1) }))
const unorderedSchema = declareLazyObject((z) => ({ $unordered: z.array(json(), 'expected a list') }))
const anySchema = declareLazyObject((z) => ({ $any: z.literal(true) }))
const literalSchema = declareLazyObject(() => ({ $literal: json() }))

const optionalSchema = declareLazyObject(() => ({ $optional: json() }))

/** Schemas of all bindings, by the key that makes an object one. */
export const bindingSchemas = declareLazily(() => ({
  $from: fromSchema(),
  $calc: calcSchema(),
  $pick: pickSchema(),
  $text: textSchema(),
  $template: templateSchema(),
  $oneOf: oneOfSchema(),
  $unordered: unorderedSchema(),
  $any: anySchema(),
  $literal: literalSchema(),
  $optional: optionalSchema(),
}))

type Present<T> = { [Key in keyof T]: Exclude<T[Key], undefined> }
/** Bindings are JSON, so that they go wherever a value goes. */
type Binding<Schema extends z.ZodType> = JsonObject & Present<z.infer<Schema>>
export type From = Binding<ReturnType<typeof fromSchema>>
export type Calc = Binding<ReturnType<typeof calcSchema>>
export type Pick = Binding<ReturnType<typeof pickSchema>>
export type Text = Binding<ReturnType<typeof textSchema>>
export type Template = Binding<ReturnType<typeof templateSchema>>
/** A gap of a template: what the prompt calls it, and what fills it. */
export type Gap = Binding<ReturnType<typeof gapSchema>>
export type BindingKey = keyof ReturnType<typeof bindingSchemas>

export const BINDING_KEYS: readonly BindingKey[] = [
  '$from',
  '$calc',
  '$pick',
  '$text',
  '$template',
  '$oneOf',
  '$unordered',
  '$any',
  '$literal',
  '$optional',
]

const DOLLAR = 36

/** The key that makes an object a binding, or undefined where it is plain data. */
export function readBindingKey(value: Json): BindingKey | undefined {
  if (!isObject(value)) return undefined
  // Asked of every value that is graded, and most are none: a name that begins otherwise is seen by its first letter.
  for (const name in value) {
    if (name.charCodeAt(0) === DOLLAR) return BINDING_KEYS.find((key) => Object.hasOwn(value, key))
  }
  return undefined
}

/** Whether an object within a value has a name with a dollar: a binding, or something that looks like one. */
export function holdsBinding(value: Json): boolean {
  if (Array.isArray(value)) return value.some(holdsBinding)
  if (!isObject(value)) return false
  for (const name in value) {
    if (name.charCodeAt(0) === DOLLAR || holdsBinding(value[name] as Json)) return true
  }
  return false
}

/** Whether a binding with one of some keys stands anywhere in a value. */
export function holdsKey(value: Json, keys: ReadonlySet<BindingKey>): boolean {
  if (typeof value !== 'object' || value === null) return false
  const key = readBindingKey(value)
  if (key === '$literal') return false
  return (key !== undefined && keys.has(key)) || Object.values(value).some((item) => holdsKey(item, keys))
}

export const isFrom = (value: Json): value is From => readBindingKey(value) === '$from'
export const isPick = (value: Json): value is Pick => readBindingKey(value) === '$pick'
export const isText = (value: Json): value is Text => readBindingKey(value) === '$text'
export const isTemplate = (value: Json): value is Template => readBindingKey(value) === '$template'

/** The text of a template, with something in the place of each gap; by default its name in `<>`, as a prompt quotes it. */
export const fillTemplate = (
  { $template }: Template,
  fill: (gap: Gap) => string = ({ gap }) => `<${gap}>`,
): string => $template.map((part) => (typeof part === 'string' ? part : fill(part as Gap))).join('')

/** The bound parts of a text, or what fills the gaps of a template, in order. */
export const listBoundParts = (value: Text | Template): Json[] =>
  isTemplate(value)
    ? value.$template.flatMap((part) => (typeof part === 'string' ? [] : [part.is as Json]))
    : (value as Text).$text.filter((part) => typeof part === 'object' && part !== null)

function collectSources(value: Json, sources: From[]): From[] {
  if (Array.isArray(value)) {
    for (const item of value) collectSources(item, sources)
  } else if (isObject(value)) {
    const key = readBindingKey(value)
    if (key === '$from') sources.push(value as From)
    else if (key !== '$literal') for (const item of Object.values(value)) collectSources(item, sources)
  }
  return sources
}

/** Every `$from` within a value, in order of appearance. */
export const listSources = (value: Json): From[] => collectSources(value, [])

/** Ids of the steps that a value reads, in order of appearance. */
export const listStepsReadBy = (value: Json): string[] => [
  ...new Set(listSources(value).map(({ $from }) => $from)),
]

/** Number of bound leaves that a value expects, where no call shows how many there are. */
export function countBound(expected: Json): number {
  const key = readBindingKey(expected)
  if (key === '$text' || key === '$template') return listSources(expected).length > 0 ? 1 : 0
  if (key === '$from' || key === '$calc' || key === '$pick') return 1
  if (key === '$oneOf') return countBound((expected as { $oneOf: Json[] }).$oneOf[0] as Json)
  if (key === '$literal') return 0
  return listChildren(expected).reduce<number>((sum, item) => sum + countBound(item), 0)
}

/** A binding within a value that is not well formed: where it is and what was expected. */
export interface BindingProblem {
  pointer: string
  message: string
}

/** Checks the form of every binding within a value. */
export function findBindingProblems(value: Json, pointer = ''): BindingProblem[] {
  const key = readBindingKey(value)
  if (key !== undefined && !isUsualBinding(key, value as JsonObject)) {
    const parsed = bindingSchemas()[key].safeParse(value)
    if (!parsed.success) {
      return parsed.error.issues.map((issue) => ({
        pointer: [pointer, ...issue.path.map(String)].join('/'),
        message: issue.message,
      }))
    }
  }
  return isScalar(value) || key === '$literal'
    ? []
    : Object.entries(value as object).flatMap(([name, item]) =>
        findBindingProblems(item, `${pointer}/${name}`),
      )
}

/** Pointers into the output of each step that later steps or the answer take values from. */
export function collectConsumed(
  steps: readonly { arguments: JsonObject }[],
  answer: Json | undefined,
): Map<string, ReadonlySet<string>> {
  const consumed = new Map<string, Set<string>>()
  const note = ({ $from, at }: From): void => {
    const pointers = consumed.get($from) ?? new Set()
    consumed.set($from, pointers.add(at))
  }
  for (const step of steps) for (const source of listSources(step.arguments)) note(source)
  for (const source of answer === undefined ? [] : listSources(answer)) note(source)
  return consumed
}
