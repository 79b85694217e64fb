import type { ToolResult } from '../../src/schema/tools.ts'
import { isObject, type Json, type JsonObject } from '../../src/shared/json.ts'
import type { Simulator } from '../../src/tools/define-simulator.ts'
import { executeTool } from '../../src/tools/execute.ts'
import { Population } from '../../src/tools/imported/simulate/population.ts'
import { simulatorsOfToolkit } from '../../src/tools/imported/simulate/simulators.ts'
import { makeUpValue } from '../../src/tools/imported/simulate/values.ts'
import type { ImportedTool, Toolkit } from '../../src/tools/imported/toolkit.ts'
import { World } from '../../src/tools/world/world.ts'

const made = new WeakMap<Toolkit, ReadonlyMap<string, Simulator>>()

/** The simulators of a toolkit, made once: what they know stands in the world. */
function simulatorsByName(toolkit: Toolkit): ReadonlyMap<string, Simulator> {
  const known = made.get(toolkit)
  if (known !== undefined) return known
  const simulators = new Map(simulatorsOfToolkit(toolkit).map((simulator) => [simulator.name, simulator]))
  made.set(toolkit, simulators)
  return simulators
}

/** A toolkit at work in one world, with calls that fit its schemas. */
export class Workbench {
  readonly toolkit: Toolkit
  readonly world: World
  private readonly simulators: ReadonlyMap<string, Simulator>
  private readonly population: Population

  constructor(toolkit: Toolkit, seed: number) {
    this.toolkit = toolkit
    this.world = new World(seed)
    this.simulators = simulatorsByName(toolkit)
    this.population = new Population(toolkit)
  }

  /** Arguments of what has to be given, ids of things that there are among them. */
  argumentsFor({ name, input }: ImportedTool, own: JsonObject = {}, all = false): JsonObject {
    const properties = isObject(input.properties) ? input.properties : {}
    const required = Array.isArray(input.required) ? input.required : []
    const draw = this.world.draw('test', name)
    const making = { ...this.population.createMaking(this.world, draw, name, 0), idOf: this.knownId }
    const made = Object.entries(properties).flatMap(([parameter, schema]): [string, Json][] =>
      isObject(schema) && (all || required.includes(parameter))
        ? [[parameter, makeUpValue(schema, parameter, `/${parameter}`, making)]]
        : [],
    )
    return { ...Object.fromEntries(made), ...own }
  }

  private readonly knownId = (kind: string, _at: string, schema: JsonObject): Json => {
    const entity = this.toolkit.entities[kind]
    if (entity !== undefined && entity.scope.length === 0)
      return this.population.computeId(this.world, kind, [], 0)
    return schema.type === 'integer' ? 4 : 'any-4'
  }

  call(tool: ImportedTool, args: JsonObject): ToolResult {
    return executeTool(this.simulators.get(tool.name) as Simulator, args, this.world)
  }

  tool(kind: ImportedTool['kind'], entity: string): ImportedTool | undefined {
    return this.toolkit.tools.find((one) => one.kind === kind && one.entity === entity)
  }
}

/** What stands at the place of a result that a tool is about. */
export const readSubject = (tool: ImportedTool, output: JsonObject): Json | undefined =>
  tool.at === undefined ? undefined : tool.at === '' ? output : output[tool.at.slice(1)]
