import { buildToolLine } from '../../../src/synthetic/generate/tool-schema.ts'
import { buildState } from '../../../src/synthetic/handlers/state.ts'
import { tryTool } from '../../../src/synthetic/handlers/try-handler.ts'
import { compileRules } from '../../../src/synthetic/rules/compile.ts'
import { createWorkshop, type ToolSet, type Workshop } from '../../../src/synthetic/tasks/tool-sets.ts'
import { readPublishedTool } from '../../../src/synthetic/tool-spec/read-published.ts'
import { SHOP_HANDLERS, SHOP_TOOLS } from './answers.ts'
import { SHOP } from './model.ts'
import SHOP_STATE from './state.json' with { type: 'json' }

/** The repair shop as a toolkit, ready to be simulated. */
export function createShopWorkshop(): Workshop {
  const state = buildState(SHOP_STATE)
  const found = SHOP_TOOLS.map((answer) => {
    const place = { id: answer.name, field: SHOP.field, subfield: SHOP.subdomain, task: SHOP.task }
    const plain = compileRules(readPublishedTool(buildToolLine(place, answer)))
    const written = SHOP_HANDLERS[answer.name]
    const made = written && tryTool(plain, written, state, [])
    if (made?.ok !== true) throw new Error(`${answer.name}: ${made?.problems.join('; ')}`)
    return made
  })
  const tools = found.map(({ tool }) => tool)
  const set: ToolSet = { name: 'shop', ...SHOP, tools, plans: [] }
  return createWorkshop(set, {
    version: 1,
    name: 'shop',
    tools,
    state,
    known: found.map(({ known }) => known),
  })
}
