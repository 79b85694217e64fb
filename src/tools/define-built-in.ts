import type { z } from 'zod'
import { type Zod, zod } from '../schema/lazily.ts'
import type { JsonObject } from '../shared/json.ts'
import { once } from '../shared/memoize.ts'
import type { Rng } from '../shared/rng.ts'
import { builtInSchemas } from './built-in-schemas.ts'
import type { CallContext } from './call.ts'
import { type Simulator, type ToolDeclaration, withCommits } from './define-simulator.ts'
import { jsonSchemaOf } from './json-schema-of.ts'
import type { World } from './world/world.ts'

type Strict<Fields extends z.ZodRawShape> = z.ZodObject<Fields, z.core.$strict>

interface BuiltInSpec<Input extends z.ZodRawShape, Output extends z.ZodRawShape>
  extends Omit<ToolDeclaration<Strict<Input>, Strict<Output>>, 'input' | 'output'> {
  /**
   * Fields of the arguments, which have no others. Made when somebody asks for it: whoever calls the tool needs its JSON
   * Schemas only, which lie ready.
   */
  input(z: Zod): Input
  output(z: Zod): Output
  /** Gives at seed 0 what the published benchmark's own simulator gives, where there is one. */
  run(args: z.output<Strict<Input>>, world: World, call: CallContext): z.input<Strict<Output>>
  /** Draws the arguments of a call that makes sense: every required one, optional ones now and then. */
  drawArguments(rng: Rng): JsonObject
}

export interface BuiltIn
  extends Simulator,
    Pick<BuiltInSpec<z.ZodRawShape, z.ZodRawShape>, 'drawArguments'> {}

/**
 * Declares a simulator that comes with tracewright. It knows of the published values of a draw and of a record's id.
 * Its JSON Schemas are those of the build, else made from its zod schemas.
 */
export function defineBuiltIn<Input extends z.ZodRawShape, Output extends z.ZodRawShape>(
  spec: BuiltInSpec<Input, Output>,
): BuiltIn {
  const input = once(() => zod().strictObject(spec.input(zod())))
  const output = once(() => zod().strictObject(spec.output(zod())))
  const inputSchema = once(() => builtInSchemas()[spec.name]?.inputSchema ?? jsonSchemaOf(input(), 'input'))
  const outputSchema = once(
    () => builtInSchemas()[spec.name]?.outputSchema ?? jsonSchemaOf(output(), 'output'),
  )
  const { commits: _, ...said } = spec
  return {
    ...said,
    ...withCommits<Strict<Input>>(spec),
    get input() {
      return input()
    },
    get output() {
      return output()
    },
    get inputSchema() {
      return inputSchema()
    },
    get outputSchema() {
      return outputSchema()
    },
    run: (args, world, call) => spec.run(args as z.output<Strict<Input>>, world, call) as JsonObject,
  }
}
