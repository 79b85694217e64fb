import type { AgentTool } from '../../schema/agent.ts'
import type { Registry } from '../../tools/registry.ts'
import { servedRegistry } from '../../tools/served.ts'

const registries = new WeakMap<readonly AgentTool[], Registry>()

/** Tells calibration agents which simulators answer the tools that they are handed. */
export function answeredBy(tools: AgentTool[], answering: Registry): AgentTool[] {
  registries.set(tools, answering)
  return tools
}

/** The simulators behind the tools of a request; those that are served where nothing was said. */
export const registryBehind = (tools: readonly AgentTool[]): Registry =>
  registries.get(tools) ?? servedRegistry()
