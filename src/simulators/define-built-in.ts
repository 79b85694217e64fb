import type { z } from 'zod'
import type { World } from '../world/world.ts'
import type { CallContext } from './call.ts'
import { declaredSimulator, type Simulator, type ToolDeclaration } from './define-simulator.ts'

interface BuiltInSpec<Input extends z.ZodObject, Output extends z.ZodObject>
  extends ToolDeclaration<Input, Output> {
  /** Gives at seed 0 what the published benchmark's own simulator gives, where there is one. */
  run(args: z.output<Input>, world: World, call: CallContext): z.input<Output>
}

/** Declares a simulator that comes with tracewright. It knows of the published values of a draw and of a record's id. */
export const defineBuiltIn = <Input extends z.ZodObject, Output extends z.ZodObject>(
  spec: BuiltInSpec<Input, Output>,
): Simulator => declaredSimulator(spec, (args, world, call) => spec.run(args, world, call))
