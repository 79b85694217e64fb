import { toolLineOf } from '../../../src/synthetic/generate/tool-schema.ts'
import { compileRules } from '../../../src/synthetic/rules/compile.ts'
import { handlerFrom, objectFrom } from '../../../src/synthetic/tasks/behaviour-schema.ts'
import { stateFrom } from '../../../src/synthetic/tasks/state-schema.ts'
import type { ToolSet } from '../../../src/synthetic/tasks/tool-set.ts'
import { type Workshop, workshopOf } from '../../../src/synthetic/tasks/workshop.ts'
import { readPublishedTool } from '../../../src/synthetic/tool-spec/read-published.ts'
import { SHOP_BEHAVIOURS } from './behaviours.ts'
import { SHOP } from './model.ts'
import { SHOP_STATE } from './state.ts'
import { SHOP_TOOLS } from './tools.ts'

/** The repair shop as a toolkit, ready to be simulated. */
export function shopWorkshop(): Workshop {
  const found = SHOP_TOOLS.map((answer) => {
    const place = { id: answer.name, field: SHOP.field, subfield: SHOP.subdomain, task: SHOP.task }
    const plain = compileRules(readPublishedTool(toolLineOf(place, answer)))
    const behaviour = SHOP_BEHAVIOURS[answer.name]
    const handler = behaviour?.handler == null ? undefined : handlerFrom(behaviour.handler)
    if (behaviour === undefined || typeof handler === 'string') throw new Error(`${answer.name}: ${handler}`)
    const tool = { ...plain, effect: behaviour.effect, ...(handler === undefined ? {} : { handler }) }
    const known = {
      tool: tool.id,
      args: objectFrom(behaviour.call.map(({ parameter, value }) => ({ name: parameter, value }))),
      output: objectFrom(behaviour.result.map(({ output, value }) => ({ name: output, value }))),
    }
    return { tool, known }
  })
  const tools = found.map(({ tool }) => tool)
  const set: ToolSet = { key: 'shop', name: 'shop', ...SHOP, tools, plans: [] }
  return workshopOf(set, {
    version: 1,
    name: 'shop',
    tools,
    state: stateFrom(SHOP_STATE),
    known: found.map(({ known }) => known),
  })
}
