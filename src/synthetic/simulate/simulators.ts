import { z } from 'zod'
import type { Route } from '../../network/routes/route.ts'
import { ToolError } from '../../schema/tool-error.ts'
import { describeThrown } from '../../shared/errors.ts'
import { isObject, type JsonObject } from '../../shared/json.ts'
import type { Simulator } from '../../tools/define-simulator.ts'
import { isImported, readImported, readToolkitJson } from '../../tools/imported/files.ts'
import { routesOfToolkit } from '../../tools/imported/routes.ts'
import { simulatorsOfToolkit } from '../../tools/imported/simulate/simulators.ts'
import { type Registry, registryOf } from '../../tools/registry.ts'
import { UnansweredCall } from '../../tools/unanswered-call.ts'
import { World } from '../../tools/world/world.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import { readToolkit, type SyntheticToolkit } from '../toolkit/toolkit.ts'
import { findTool, type SyntheticCall, type Validation } from '../validate/validate.ts'
import { buildWireName, chooseCategory, readCapability, readEffect } from './effect.ts'
import { buildSchemas } from './json-schema.ts'
import { type ResponseOrigin, respond, type SyntheticResponse } from './respond.ts'

/** Answers a call in a world. Throws an `UnansweredCall` where nothing does. */
export type SyntheticAnswer = typeof respond

function createSimulator(tool: ToolSpec, toolkit: SyntheticToolkit, answer: SyntheticAnswer): Simulator {
  const effect = readEffect(tool)
  return {
    name: buildWireName(tool.name),
    category: chooseCategory(effect),
    effect,
    capability: readCapability(tool, effect),
    description: tool.usage === '' ? tool.description : `${tool.description} ${tool.usage}`,
    ...buildSchemas(tool),
    input: z.looseObject({}),
    output: z.looseObject({}),
    checks: 'own',
    run(args, world) {
      const { verdict, output } = answer({ tool: tool.id, args }, toolkit, world)
      if (output !== null) return output
      throw new ToolError(
        verdict.code === 404 ? 404 : 400,
        verdict.message ?? '',
        verdict.parameter ?? undefined,
      )
    },
  }
}

/**
 * The tools of a toolkit as simulators.
 *
 * @param answer Answers a call; by default deterministically and without a model, and not where nothing covers it
 */
export const simulatorsOf = (toolkit: SyntheticToolkit, answer: SyntheticAnswer = respond): Simulator[] =>
  toolkit.tools.map((tool) => createSimulator(tool, toolkit, answer))

export const watchRegistry = (registry: Registry, note: (why: string) => void): Registry =>
  registryOf(
    [...registry.values()].map((simulator) => ({
      ...simulator,
      run(args, world, call) {
        try {
          return simulator.run(args, world, call)
        } catch (error) {
          if (error instanceof UnansweredCall) note(error.message)
          throw error
        }
      },
    })),
  )

/** What came of a call, in one record; a call that nothing answered has the status `ERROR`, and says why. */
export type SimulatedCall = (
  | Validation
  | (Omit<Validation, 'status' | 'code'> & { status: 'ERROR'; code: null })
) & {
  output: JsonObject | null
  origin: ResponseOrigin | null
}

const buildFailedCall = (tool: string, error: unknown): SimulatedCall => ({
  tool,
  status: 'ERROR',
  code: null,
  parameter: null,
  message: describeThrown(error),
  rule: null,
  output: null,
  origin: null,
})

export type Responder = (
  call: Omit<SyntheticCall, 'state'>,
  world: World,
) => SyntheticResponse | Promise<SyntheticResponse>

/** Simulates calls one after another in one fresh world, and commits what they change. */
export async function simulateCalls(
  calls: readonly Omit<SyntheticCall, 'state'>[],
  { tools }: SyntheticToolkit,
  seed: number,
  responder: Responder,
): Promise<SimulatedCall[]> {
  const world = new World(seed)
  const results: SimulatedCall[] = []
  for (const call of calls) {
    let response: SyntheticResponse
    try {
      response = await responder(call, world)
    } catch (error) {
      results.push(buildFailedCall(call.tool, error))
      continue
    }
    const { verdict, output, origin } = response
    results.push({ ...verdict, output, origin })
    const tool = findTool(call.tool, tools)
    if (output === null || tool === undefined || !isObject(call.args)) continue
    const effect = readEffect(tool)
    if (effect !== 'read') world.commit({ tool: buildWireName(tool.name), arguments: call.args, effect })
  }
  return results
}

/** What a toolkit file gives: simulators, and the routes to them where it was imported from an API. */
interface ToolkitTools {
  simulators: Simulator[]
  routes: Route[]
}

export function loadToolkitTools(file: string): ToolkitTools {
  const json = readToolkitJson(file)
  if (!isImported(json)) return { simulators: simulatorsOf(readToolkit(file, json)), routes: [] }
  const toolkit = readImported(file, json)
  return { simulators: simulatorsOfToolkit(toolkit), routes: routesOfToolkit(toolkit) }
}
