import { readBindingKey } from '../schema/binding.ts'
import type { PlainTask } from '../schema/task-in-world.ts'
import type { OpenWorld, Tools, ToolTable } from '../schema/tools.ts'
import type { Call } from '../schema/trace.ts'
import { sortTopologically } from '../shared/dag.ts'
import { TracewrightError } from '../shared/errors.ts'
import { isObject, type Json, type JsonObject } from '../shared/json.ts'
import { buildSchemaValue, type ValueMaker } from '../shared/schema-value.ts'
import { adviseOnTool } from '../shared/tool-advice.ts'
import { explainUnresolved, type OutputOf, resolve } from './bindings.ts'
import { showValues } from './naming.ts'
import { executeStep, openWorld } from './world-state.ts'

/** The expected trace as it runs in one world. */
export interface ReferenceRun<World extends OpenWorld = OpenWorld> {
  /** One call a step, each in a turn of its own, in an order that the dependencies allow. */
  calls: Call[]
  /** Arguments with the values that flowed, by step. */
  argumentsOf: ReadonlyMap<string, JsonObject>
  outputOf: (stepId: string) => Json | undefined
  world: World
}

const isNumber = (value: Json | undefined): value is number => typeof value === 'number'

/** The same value for each type. */
const EXAMPLES: ValueMaker = {
  pick: ([first]) => first as never,
  boolean: () => false,
  number: ({ minimum, maximum }) => Math.ceil([minimum, maximum].find(isNumber) ?? 1),
  text: () => 'any text',
  count: ({ minItems }) => (isNumber(minItems) ? minItems : 1),
  takes: (_, isRequired) => isRequired,
}

const acceptsAnything = (value: Json | undefined): boolean =>
  isObject(value) &&
  (readBindingKey(value) === '$any' ||
    (readBindingKey(value) === '$optional' && acceptsAnything(value.$optional)))

/**
 * The arguments that a step stands for, given the outputs of the steps before it. One that accepts anything gets a value
 * that the schema of its tool allows.
 *
 * @returns Undefined where a binding finds no value
 */
export function resolveArguments(
  args: JsonObject,
  outputOf: OutputOf,
  schema: unknown,
): JsonObject | undefined {
  const resolved = resolve(args, outputOf) as JsonObject | undefined
  const properties = (schema as JsonObject | undefined)?.properties
  if (resolved === undefined || !isObject(properties)) return resolved
  const examples = Object.entries(args).flatMap(([name, value]): [string, Json][] => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined
    const example = acceptsAnything(value) && isObject(field) ? buildSchemaValue(field, EXAMPLES) : undefined
    return example === undefined ? [] : [[name, example]]
  })
  return examples.length === 0 ? resolved : { ...resolved, ...Object.fromEntries(examples) }
}

const LIVE_ADVICE =
  'Take it out of the option `live` and define its simulator, or leave out what needs one: with `repeats` in place of `checkInOtherWorlds`, attempts run in other worlds.'

/** What a step that finds nothing may miss: the records of a store whose name is wrong. */
const describeMisnamed = ({ unreadState, readStores }: OpenWorld): string =>
  unreadState.length > 0 && readStores.length > 0
    ? `; world.state gives ${showValues(unreadState)}, and the steps so far read ${showValues(readStores)}`
    : ''

/**
 * Executes the expected trace of a task in a fresh world. It serves display, audit and probes, never the comparison
 * with what an agent did.
 *
 * @throws TracewrightError where a step fails or a binding leads nowhere; what a simulator threw is its cause
 */
export function runReference<World extends OpenWorld>(
  task: PlainTask,
  tools: Tools<World>,
): ReferenceRun<World> {
  const seed = task.world?.seed ?? 0
  const world = openWorld(task, seed, tools)
  const outputs = new Map<string, Json>()
  const argumentsOf = new Map<string, JsonObject>()
  const outputOf = (id: string) => outputs.get(id)
  const adviseOn = (name: string): string => {
    const tool = (tools as ToolTable).get(name)
    if (tool === undefined) return `${adviseOnTool()}.`
    return tool.isLive === true ? LIVE_ADVICE : 'Correct the suite.'
  }
  const calls = sortTopologically(task.expected_trace.steps).map((step, turn): Call => {
    const createRunError = (why: string, cause?: unknown) =>
      new TracewrightError(
        `Failed to execute ${step.step_id} of ${task.task_id} in world ${seed}: ${why}${describeMisnamed(world)}. ${adviseOn(step.tool_name)}`,
        { cause },
      )
    const args = resolveArguments(step.arguments, outputOf, tools.get(step.tool_name)?.inputSchema)
    if (args === undefined) throw createRunError(explainUnresolved(step.arguments, outputOf))
    const result = executeStep(step.tool_name, args, world, tools)
    if (!result.ok) throw createRunError(result.error.message, result.thrown)
    argumentsOf.set(step.step_id, args)
    outputs.set(step.step_id, result.output)
    return {
      id: step.step_id,
      tool_name: step.tool_name,
      arguments: args,
      status: result.status,
      result: result.output,
      turn,
      started: 2 * turn,
      ended: 2 * turn + 1,
      committed: result.committed,
    }
  })
  return { calls, argumentsOf, outputOf, world }
}
