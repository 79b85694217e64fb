import { z } from 'zod'
import type { Simulator } from '../../simulators/define-simulator.ts'
import { ToolError } from '../../simulators/tool-error.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'
import { effectOf } from './infer-effect.ts'
import { capabilityOf, categoryOf } from './infer-place.ts'
import { schemasOf } from './json-schema.ts'
import { wholeToolkit } from './kinds/whole-toolkit.ts'
import { respond } from './respond.ts'
import { wireName } from './wire-name.ts'

/** Answers a call in a world; throws a `ToolError` to refuse it. */
export type SyntheticAnswer = typeof respond

/** A synthetic tool as a simulator, so that it is served, recorded and graded like the tools that come with tracewright. */
function simulatorOf(tool: ToolSpec, toolkit: SyntheticToolkit, answer: SyntheticAnswer): Simulator {
  const effect = effectOf(tool)
  return {
    name: wireName(tool.name),
    category: categoryOf(tool, effect),
    effect,
    capability: capabilityOf(tool, effect),
    description: tool.usage === '' ? tool.description : `${tool.description} ${tool.usage}`,
    ...schemasOf(tool),
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
 * @param answer Answers a call; by default deterministically and without a model
 */
export const simulatorsOf = (toolkit: SyntheticToolkit, answer: SyntheticAnswer = respond): Simulator[] =>
  wholeToolkit(toolkit).toolkit.tools.map((tool) => simulatorOf(tool, toolkit, answer))
