import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { atomsOf } from '../../../src/audit/reachability/goals.ts'
import { promptValues } from '../../../src/audit/reachability/prompt-values.ts'
import type { SearchQuery } from '../../../src/audit/reachability/search.ts'
import { taskSearchOf } from '../../../src/audit/reachability/task-search.ts'
import { Reach } from '../../../src/audit/reachability/value-reach.ts'
import { AuditSubject } from '../../../src/audit/subject.ts'
import { digest } from '../../../src/python/digest.ts'
import { field, type SemanticType } from '../../../src/schema/semantic.ts'
import type { Step, Task } from '../../../src/schema/task.ts'
import type { GoldRun } from '../../../src/scoring/gold-run.ts'
import { type Json, type JsonObject, stableJson } from '../../../src/shared/json.ts'
import { type Rng, rngOf } from '../../../src/shared/rng.ts'
import { defineSimulator, type Simulator } from '../../../src/simulators/define-simulator.ts'
import { executeTool } from '../../../src/simulators/execute.ts'
import { type Registry, registryOf } from '../../../src/simulators/registry.ts'
import type { SimulatorWorld } from '../../../src/simulators/simulator-world.ts'
import { ToolError } from '../../../src/simulators/tool-error.ts'
import { World } from '../../../src/world/world.ts'
import { taskOf } from '../../support/task.ts'

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
        shelf(world).set(stableJson(args), stableJson(args))
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
      if (found.length === 0) throw new ToolError(404, 'there is nothing')
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
  const task = taskOf(prompt, steps, {
    available_tools: made.map(({ name }) => name),
    expected_final_answer: (last?.outputs ?? []).map(({ name }) => ({ $from: 'step_2', at: `/${name}` })),
  })
  return { task, registry, made }
}

const TOO_MANY = 400

/** All that can be known, found by making every call in every round; undefined where they are too many. */
function bruteForce(
  { task, registry, made }: ReturnType<typeof drawTask>,
  without: string,
  rounds: number,
  run: GoldRun,
): { values: Set<string>; calls: number } | undefined {
  const world = new World(run.world.seed)
  const known = new Map<string, Set<Type>>()
  const learn = (value: string, types: readonly Type[]): void => {
    known.set(value, new Set([...(known.get(value) ?? []), ...types]))
  }
  for (const { value, types } of promptValues(task, registry)) {
    learn(value as string, types.filter((type) => (TYPES as readonly string[]).includes(type)) as Type[])
  }
  const tools = made.filter(({ name }) => name !== without)
  for (const mode of MODES) {
    if (tools.some(({ parameters }) => parameters.some(({ type }) => type === 'mode'))) learn(mode, [])
  }
  // An argument of the expected trace is known as what its parameter takes, once its source is known.
  const follow = (): void => {
    for (const step of task.expected_trace.steps) {
      for (const [name, value] of Object.entries(run.argumentsOf.get(step.step_id) ?? {})) {
        const type = made
          .find((tool) => tool.name === step.tool_name)
          ?.parameters.find((parameter) => parameter.name === name)?.type
        if (known.has(value as string) && type !== undefined && type !== 'mode')
          learn(value as string, [type])
      }
    }
  }
  const written = new Set<string>()
  let calls = 0
  for (let round = 0; round < rounds; round++) {
    follow()
    const found: [string, Type[]][] = []
    for (const phase of ['reads', 'writes']) {
      for (const tool of tools.filter(({ kind }) => (kind === 'write') === (phase === 'writes'))) {
        let combinations: JsonObject[] = [{}]
        for (const { name, type, required } of tool.parameters) {
          const values =
            type === 'mode'
              ? [...MODES]
              : [...known]
                  .filter(([, types]) => [...types].some((one) => fits(type, one)))
                  .map(([value]) => value)
          combinations = combinations.flatMap((args) => [
            ...(required ? [] : [args]),
            ...values.map((value) => ({ ...args, [name]: value })),
          ])
        }
        if (combinations.length > TOO_MANY) return undefined
        for (const args of combinations) {
          const key = `${tool.name} ${stableJson(args)}`
          if (tool.kind === 'write' && written.has(key)) continue
          written.add(key)
          calls++
          const result = executeTool(registry.get(tool.name) as Simulator, args, world)
          if (!result.ok) continue
          for (const { name, type } of tool.outputs) found.push([result.output[name] as string, [type]])
        }
      }
    }
    for (const [value, types] of found) learn(value, types)
  }
  follow()
  return { values: new Set(known.keys()), calls }
}

describe('the closure', () => {
  it('reaches what making every call reaches, and nothing else, on random small registries', () => {
    let compared = 0
    let reached = 0
    for (let i = 0; i < 60; i++) {
      const drawn = drawTask(rngOf(i, 'known-brute-force'))
      const { task, registry } = drawn
      const taskSearch = taskSearchOf(new AuditSubject(task, registry))
      const [searchWorld] = taskSearch.worlds
      if (searchWorld === undefined) continue
      for (const { tool_name } of task.expected_trace.steps) {
        const brute = bruteForce(drawn, tool_name, 3, searchWorld.run)
        if (brute === undefined) continue
        for (const [place, { value, whole }] of atomsOf(searchWorld.goals).entries()) {
          if (value === undefined) continue
          const reach = new Reach(value, whole, { type: undefined, semantic: undefined }, task.prompt)
          const quest: SearchQuery = {
            tools: taskSearch.tools.filter(({ name }) => name !== tool_name),
            sought: { values: [value], types: searchWorld.goals[place]?.types ?? new Set() },
            secrets: taskSearch.secrets[place] ?? new Set(),
            rounds: 3,
            most: 100_000,
            isDone: (known) => reach.isWithin(known),
          }
          const outcome = searchWorld.explore(quest)
          const where = `drawn ${i}, without ${tool_name}, ${stableJson(value)}: ${stableJson(drawn.made)}`
          expect(reach.isWithin(outcome.known), where).toBe(brute.values.has(value as string))
          expect(outcome.calls, where).toBeLessThanOrEqual(brute.calls)
          compared++
          if (reach.isWithin(outcome.known)) reached++
        }
      }
    }
    expect(compared).toBeGreaterThan(60)
    expect(reached).toBeGreaterThan(30)
    expect(compared - reached).toBeGreaterThan(30)
  })
})
