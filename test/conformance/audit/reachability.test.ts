import { expect, it } from 'vitest'
import { z } from 'zod'
import { field, type SemanticType } from '../../../src/schema/semantic.ts'
import type { Step, Task } from '../../../src/schema/task.ts'
import { ToolError } from '../../../src/schema/tool-error.ts'
import { type Json, type JsonObject, stringifyStably } from '../../../src/shared/json.ts'
import { digest } from '../../../src/shared/python/digest.ts'
import { createRng, type Rng } from '../../../src/shared/rng.ts'
import { Closure } from '../../../src/suites/audit/reachability/closure.ts'
import { collectRestingOn, listAtoms } from '../../../src/suites/audit/reachability/goals.ts'
import { promptValues } from '../../../src/suites/audit/reachability/known.ts'
import { taskSearchOf } from '../../../src/suites/audit/reachability/search-world.ts'
import { buildPointer, isAhead, visitValues } from '../../../src/suites/audit/reachability/signature.ts'
import type { ReferenceRun } from '../../../src/tasks/reference-run.ts'
import { defineSimulator, type Simulator } from '../../../src/tools/define-simulator.ts'
import { executeTool } from '../../../src/tools/execute.ts'
import { type Registry, registryOf } from '../../../src/tools/registry.ts'
import type { SimulatorWorld } from '../../../src/tools/simulator-world.ts'
import { World } from '../../../src/tools/world/world.ts'
import { createSubject, placeInWorld } from '../../support/in-world.ts'
import { buildTask } from '../../support/task.ts'

const TYPES = ['city', 'id', 'key', 'text', 'title'] as const satisfies readonly SemanticType[]
type Type = (typeof TYPES)[number]

/** A parameter of a made-up tool: a known value of a type, or one of two modes. */
interface MadeParameter {
  name: string
  type: Type | 'mode'
  required: boolean
}

interface MadeTool {
  name: string
  /** What its outputs depend on beside the arguments. */
  kind: 'pure' | 'draw' | 'write' | 'recall'
  parameters: MadeParameter[]
  outputs: { name: string; type: Type }[]
}

const MODES = ['left', 'right'] as const
const shelf = (world: SimulatorWorld) => world.store('shelf', () => [])

/** A simulator whose outputs are digests of all that they depend on, so that none equals another by chance. */
function simulatorOf({ name, kind, parameters, outputs }: MadeTool): Simulator {
  const shapes = parameters.map((parameter) => {
    const schema =
      parameter.type === 'mode'
        ? field(z.enum(MODES), 'enum', 'Mode.')
        : field(z.string(), parameter.type, 'Value.')
    return [parameter.name, parameter.required ? schema : schema.optional()] as const
  })
  const give = (...on: Json[]) =>
    Object.fromEntries(
      outputs.map((output) => [output.name, `x${digest(name, output.name, ...on).slice(0, 12)}`]),
    )
  const common = {
    name,
    category: 'computation' as const,
    capability: 'compute' as const,
    description: 'Made up.',
    input: z.strictObject(Object.fromEntries(shapes)),
    output: z.strictObject(
      Object.fromEntries(outputs.map((output) => [output.name, field(z.string(), output.type, 'Value.')])),
    ),
  }
  if (kind === 'pure')
    return defineSimulator({ ...common, effect: 'read', run: (args) => give(args as JsonObject) })
  if (kind === 'draw') {
    return defineSimulator({
      ...common,
      effect: 'read',
      run: (args, world) => give(args as JsonObject, world.draw(name, args as JsonObject).hex('value')),
    })
  }
  if (kind === 'write') {
    return defineSimulator({
      ...common,
      effect: 'write',
      run(args, world, call) {
        shelf(world).set(stringifyStably(args), stringifyStably(args))
        return give(call.recordId('made'))
      },
    })
  }
  // Tells what is on the shelf for these very arguments.
  return defineSimulator({
    ...common,
    effect: 'read',
    run(args, world) {
      const found = [...shelf(world).values()].filter((entry) =>
        Object.values(args).every((value) => typeof value !== 'string' || String(entry).includes(value)),
      )
      if (found.length === 0) throw new ToolError(404, 'unknown address')
      return give(args as JsonObject, found.sort())
    },
  })
}

const GIVEN: Record<Type, string> = {
  city: 'Oslo',
  id: 'id-7',
  key: 'roof_note',
  text: 'The roof is wet.',
  title: 'Roof report',
}

function drawTool(rng: Rng, i: number): MadeTool {
  const count = rng.int(1, 2)
  const parameters = Array.from(
    { length: count },
    (_, at): MadeParameter => ({
      name: `p${at}`,
      type: at > 0 && rng.int(1, 3) === 1 ? 'mode' : rng.pick(TYPES),
      required: at === 0 || rng.pick([true, false]),
    }),
  )
  return {
    name: `tool_${i}`,
    kind: rng.pick(['pure', 'pure', 'draw', 'draw', 'write', 'recall']),
    parameters,
    outputs: Array.from({ length: rng.int(1, 2) }, (_, at) => ({ name: `o${at}`, type: rng.pick(TYPES) })),
  }
}

const fits = (parameter: Type | 'mode', value: Type): boolean =>
  parameter === value || (parameter === 'text' && value === 'title')

/** A task over made-up tools, with two steps, the second of which takes from the first where types allow. */
function drawTask(rng: Rng): { task: Task; registry: Registry; made: MadeTool[] } {
  const made = Array.from({ length: rng.int(2, 4) }, (_, i) => drawTool(rng, i))
  const registry = registryOf(made.map(simulatorOf))
  const steps: Step[] = []
  for (const [i, tool] of rng.sample(made, 2).entries()) {
    const earlier = steps[0]
    const before = made.find(({ name }) => name === earlier?.tool_name)
    const args: JsonObject = {}
    for (const { name, type, required } of tool.parameters) {
      if (!required && rng.pick([true, false])) continue
      const source = before?.outputs.find((output) => fits(type, output.type))
      if (source !== undefined) args[name] = { $from: 'step_1', at: `/${source.name}` }
      else args[name] = type === 'mode' ? rng.pick(MODES) : GIVEN[type]
    }
    steps.push({ step_id: `step_${i + 1}`, tool_name: tool.name, arguments: args, depends_on: [] })
  }
  const last = made.find(({ name }) => name === steps.at(-1)?.tool_name)
  const values = TYPES.filter(() => rng.int(1, 3) > 1).map((type) => `"${GIVEN[type]}"`)
  const prompt = `Use ${values.join(', ')} and ${steps.flatMap((step) => Object.values(step.arguments)).join(' ')}.`
  const task = buildTask(prompt, steps, {
    available_tools: made.map(({ name }) => name),
    expected_final_answer: (last?.outputs ?? []).map(({ name }) => ({ $from: 'step_2', at: `/${name}` })),
  })
  return { task, registry, made }
}

/** More calls than that are narrowed, so that a search makes fewer than all. */
const TOO_MANY = 150

type Known = Map<string, Set<Type>>

/**
 * All that can be known within two calls, found by making every first call, and every second call with something that
 * one first call gave; undefined where they are too many.
 */
function bruteForce(
  { task, registry, made }: ReturnType<typeof drawTask>,
  without: string,
  run: ReferenceRun,
): { values: Set<string>; calls: number } | undefined {
  const known: Known = new Map()
  const learn = (value: string, types: readonly Type[], into: Known = known): void => {
    into.set(value, new Set([...(into.get(value) ?? []), ...types]))
  }
  const tools = made.filter(({ name }) => name !== without)
  for (const { value, types } of promptValues(task, registry)) {
    learn(value as string, types.filter((type) => (TYPES as readonly string[]).includes(type)) as Type[])
  }
  const said = new Set(known.keys())
  for (const mode of MODES) {
    if (tools.some(({ parameters }) => parameters.some(({ type }) => type === 'mode'))) learn(mode, [])
  }
  const own = task.expected_trace.steps.filter(({ tool_name }) => tool_name === without)
  const lost = collectRestingOn(
    placeInWorld(task, undefined, registry).task,
    own.map(({ step_id }) => step_id),
  )
  const done = new Set<string>()
  for (const { id, tool_name, arguments: args } of run.calls) {
    const tool = tools.find(({ name }) => name === tool_name)
    if (tool === undefined || lost.has(id)) continue
    done.add(`${tool_name} ${stringifyStably(args)}`)
    for (const { name, type } of tool.outputs) learn((run.outputOf(id) as JsonObject)[name] as string, [type])
  }
  // An argument of the expected trace is known as what its parameter takes, once its source is known.
  const follow = (there: Known): void => {
    for (const step of task.expected_trace.steps) {
      for (const [name, value] of Object.entries(run.argumentsOf.get(step.step_id) ?? {})) {
        const parameters = made.find((tool) => tool.name === step.tool_name)?.parameters ?? []
        const type = parameters.find((parameter) => parameter.name === name)?.type
        if (!there.has(value as string) || type === undefined || type === 'mode') continue
        if (typeof step.arguments[name] === 'object') said.add(value as string)
        learn(value as string, [type], there)
      }
    }
  }
  follow(known)
  let calls = 0
  const combinations = (tool: MadeTool, more: Known, needsMore: boolean): JsonObject[] => {
    let all: JsonObject[] = [{}]
    for (const { name, type, required } of tool.parameters) {
      const isProse = !required && (type === 'text' || type === 'title')
      const values =
        type === 'mode'
          ? [...MODES]
          : [...known, ...more]
              .filter(
                ([value, types]) =>
                  [...types].some((one) => fits(type, one)) && (!isProse || said.has(value)),
              )
              .map(([value]) => value)
      all = all.flatMap((args) => [
        ...(required ? [] : [args]),
        ...[...new Set(values)].map((value) => ({ ...args, [name]: value })),
      ])
    }
    const isNew = ([name, value]: [string, Json]): boolean => {
      const type = tool.parameters.find((parameter) => parameter.name === name)?.type as Type
      const knownTypes = [...(known.get(value as string) ?? [])]
      return more.has(value as string) && !knownTypes.some((one) => fits(type, one))
    }
    return all.filter(
      (args) => !needsMore || Object.entries(args).some((entry) => isNew(entry as [string, Json])),
    )
  }
  const call = (world: World, { name }: MadeTool, args: JsonObject): JsonObject | undefined => {
    calls++
    const result = executeTool(registry.get(name) as Simulator, args, world)
    return result.ok ? (result.output as JsonObject) : undefined
  }
  const firsts = tools.flatMap((tool) => combinations(tool, new Map(), false).map((args) => ({ tool, args })))
  const found: Known = new Map()
  const groups: { more: Known; tool?: MadeTool; args?: JsonObject }[] = []
  for (const { tool, args } of firsts) {
    if (done.has(`${tool.name} ${stringifyStably(args)}`)) continue
    const output = call(new World(run.world.seed), tool, args)
    if (output === undefined) continue
    const more: Known = new Map()
    for (const { name, type } of tool.outputs) learn(output[name] as string, [type], more)
    for (const [value, types] of more) learn(value, [...types], found)
    groups.push({ more, tool, args })
  }
  follow(found)
  groups.push({ more: new Map([...found].filter(([value]) => said.has(value))) })
  for (const { more, tool: first, args: firstArgs } of groups) {
    for (const tool of tools) {
      const all = combinations(tool, more, true)
      if (calls + all.length > TOO_MANY) return undefined
      for (const args of all) {
        const world = new World(run.world.seed)
        if (first?.kind === 'write')
          executeTool(registry.get(first.name) as Simulator, firstArgs ?? {}, world)
        const output = call(world, tool, args)
        for (const { name } of output === undefined ? [] : tool.outputs)
          found.set(output?.[name] as string, new Set())
      }
    }
  }
  return { values: new Set([...known.keys(), ...found.keys()]), calls }
}

it('the closure reaches what making every call reaches, and nothing else, on random small registries', () => {
  let compared = 0
  let reached = 0
  for (let i = 0; i < 150; i++) {
    const drawn = drawTask(createRng(i, 'known-brute-force'))
    const { task, registry } = drawn
    const taskSearch = taskSearchOf(createSubject(task, registry))
    const [world] = taskSearch.worlds
    if (world === undefined) continue
    for (const { tool_name } of task.expected_trace.steps) {
      const brute = bruteForce(drawn, tool_name, world.run)
      if (brute === undefined) continue
      const own = task.expected_trace.steps.filter((step) => step.tool_name === tool_name)
      for (const [place, { value }] of listAtoms(world.goals).entries()) {
        if (value === undefined) continue
        const closure = new Closure(
          {
            tools: taskSearch.tools.filter(({ name }) => name !== tool_name),
            sought: [{ value, type: { type: 'string', semantic: undefined } }],
            types: world.goals[place]?.types ?? new Set(),
            lost: collectRestingOn(
              taskSearch.task,
              own.map(({ step_id }) => step_id),
            ),
            isPlan: false,
          },
          taskSearch,
          world,
        )
        const isReached = [...closure.finds()].some(({ known }) => known.some((one) => one.value === value))
        const where = `drawn ${i}, without ${tool_name}, ${stringifyStably(value)}: ${stringifyStably(drawn.made)}`
        expect(isReached, where).toBe(brute.values.has(value as string))
        compared++
        if (isReached) reached++
      }
    }
  }
  expect(compared).toBeGreaterThan(60)
  expect(reached).toBeGreaterThan(30)
  expect(compared - reached).toBeGreaterThan(30)
})

it('values of a long list are looked through to the last, and those past the first three are marked', () => {
  const tool = simulatorOf({ name: 'rows', kind: 'pure', parameters: [], outputs: [] })
  const rows = ['a', 'b', 'c', 'd', 'wanted'].map((name, i) => ({ name, size: i + 1 }))
  const places: string[] = []
  visitValues(tool, { rows }, (_value, _schema, path) => {
    places.push(`${buildPointer(path)}${isAhead(path) ? '' : ' further'}`)
  })
  expect(places).toContain('/rows/2/name')
  expect(places).toContain('/rows/4/name further')
})
