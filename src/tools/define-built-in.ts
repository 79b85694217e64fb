import type { z } from 'zod'
import { type Zod, zod } from '../schema/lazily.ts'
import { field, SEMANTIC_KEY, type SemanticType } from '../schema/semantic.ts'
import type { Category } from '../schema/tool.ts'
import type { JsonObject } from '../shared/json.ts'
import { load } from '../shared/load.ts'
import { memoizeOnce } from '../shared/memoize.ts'
import { builtInSchemas } from './built-in-schemas.ts'
import type { CallContext } from './call.ts'
import { pickCommits, type Simulator, type ToolDeclaration } from './define-simulator.ts'
import { buildJsonSchema } from './json-schema-of.ts'
import type { World } from './world/world.ts'

type Strict<Fields extends z.ZodRawShape> = z.ZodObject<Fields, z.core.$strict>

/** What the JSON beside a tool says of it to models, by field: what it means, and a description. */
interface ToolWords {
  description: string
  input: Readonly<Record<string, readonly [SemanticType, string]>>
  output: ToolWords['input']
}

const collectInputWords = ({ properties }: Simulator['inputSchema']): ToolWords['input'] =>
  Object.fromEntries(
    Object.entries(properties as Record<string, Record<string, unknown>>).map(([name, schema]) => [
      name,
      [schema[SEMANTIC_KEY] as SemanticType, schema.description as string],
    ]),
  )

/** Of a build, which has no such file, from the JSON Schemas. */
function loadToolWords(category: string, name: string): ToolWords {
  const built = builtInSchemas()[name]
  if (built === undefined) return load(`../tools/builtin/${category}/${name}.json`.replaceAll('_', '-'))
  const { description, inputSchema, outputSchema } = built
  return { description, input: collectInputWords(inputSchema), output: collectInputWords(outputSchema) }
}

/** A strict object of these fields, each with what the JSON says of it. */
function describeFields<Fields extends z.ZodRawShape>(
  fields: Fields,
  words: ToolWords['input'],
): Strict<Fields> {
  const named = Object.entries(fields).map(([name, schema]) => [
    name,
    field(schema as z.ZodType, ...words[name]!),
  ])
  return zod().strictObject(Object.fromEntries(named))
}

interface BuiltInSpec<Input extends z.ZodRawShape, Output extends z.ZodRawShape>
  extends Omit<
    ToolDeclaration<Strict<Input>, Strict<Output>>,
    'name' | 'category' | 'input' | 'output' | 'description'
  > {
  /**
   * Fields of the arguments, which have no others. Made when somebody asks for it: whoever calls the tool needs its JSON
   * Schemas only, which lie ready.
   */
  input(z: Zod): Input
  output(z: Zod): Output
  /** Gives at seed 0 what the published benchmark's own simulator gives, where there is one. */
  run(args: z.output<Strict<Input>>, world: World, call: CallContext): z.input<Strict<Output>>
}

/** Makes the tool of a declaration; its path says category and name, so that the list of tools gives them. */
export type MakeBuiltIn = (category: Category, name: string) => Simulator

/**
 * Declares a simulator that comes with tracewright. Its `run` may give the values that the benchmark published for seed 0.
 * Its JSON Schemas are those of the build, else made from its zod schemas.
 */
export const defineBuiltIn =
  <Input extends z.ZodRawShape, Output extends z.ZodRawShape>(
    spec: BuiltInSpec<Input, Output>,
  ): MakeBuiltIn =>
  (category, name) => {
    const { commits: _, ...declared } = spec
    const words = memoizeOnce(() => loadToolWords(category, name))
    const input = memoizeOnce(() => describeFields(spec.input(zod()), words().input))
    const output = memoizeOnce(() => describeFields(spec.output(zod()), words().output))
    const made = memoizeOnce(
      () =>
        builtInSchemas()[name] ?? {
          description: words().description,
          inputSchema: buildJsonSchema(input(), 'input'),
          outputSchema: buildJsonSchema(output(), 'output'),
        },
    )
    return {
      name,
      category,
      ...declared,
      ...pickCommits<Strict<Input>>(spec),
      get description() {
        return made().description
      },
      get input() {
        return input()
      },
      get output() {
        return output()
      },
      get inputSchema() {
        return made().inputSchema
      },
      get outputSchema() {
        return made().outputSchema
      },
      run: (args, world, call) => spec.run(args as z.output<Strict<Input>>, world, call) as JsonObject,
    }
  }
