import { z } from 'zod'
import { type Rule, type RuleKind, ruleSchema } from '../tool-spec/rule.ts'

/** Kinds that a model is not asked for: no schema that it is held to can name the keys of `transition`. */
const UNASKED: readonly RuleKind[] = ['layout', 'transition']

/** Properties that a model is not asked for, by kind, with what they are then. */
const FIXED: Readonly<Partial<Record<RuleKind, object>>> = {
  one_of: { quantifier: 'every' },
  range: { allow: [] },
}

type Shape = Readonly<Record<string, z.core.SomeType>>

/** Every property is there, and null where it says nothing: models that are held to a schema want it so. */
const nullable = (schema: z.core.SomeType): z.core.SomeType => {
  if (schema instanceof z.ZodOptional) return z.nullable(nullable(schema.unwrap()))
  return schema instanceof z.ZodObject ? z.strictObject(askedShape(schema.shape)) : schema
}

const askedShape = (shape: Shape, fixed: readonly string[] = []): Record<string, z.core.SomeType> =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([key, schema]) => (fixed.includes(key) ? [] : [[key, nullable(schema)]])),
  )

/** The failure mode that a call gets which breaks the rule; one of the tool's `errors`, word for word. */
const error = z.string().min(1)

const kinds = ruleSchema.options.flatMap((option) => {
  const kind = option.shape.kind.value
  if (UNASKED.includes(kind)) return []
  // No parameter of a tool that a model writes holds objects.
  const fixed = ['from', 'message', 'property', ...Object.keys(FIXED[kind] ?? {})]
  return [z.strictObject({ ...askedShape(option.shape, fixed), kind: option.shape.kind, error })]
})

const [first, ...others] = kinds
if (first === undefined) throw new Error('no kind of rule is asked for')

/** What a model is asked for a rule: the form of {@link ruleSchema}, less what nobody but us can say. */
export const writtenRuleSchema = z.discriminatedUnion('kind', [first, ...others])
/** A rule as a model writes it. */
export type WrittenRule = { kind: RuleKind; error: string; [property: string]: unknown }

const withoutNulls = (value: object): object =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null)
      .map(([key, item]) => [
        key,
        typeof item === 'object' && !Array.isArray(item) ? withoutNulls(item) : item,
      ]),
  )

/** A rule of ours; it keeps the failure mode that the model names. */
export const ruleOfWritten = ({ error, ...written }: WrittenRule): Rule =>
  ruleSchema.parse({
    ...withoutNulls(written),
    ...FIXED[written.kind],
    from: { source: 'schema', text: written.kind },
    message: error,
  })
