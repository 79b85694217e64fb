import type { ToolAnswer } from '../../../src/synthetic/generate/tool-schema.ts'
import type { HandlerAnswer } from '../../../src/synthetic/handlers/handler-schema.ts'
import type { Drafts } from '../../../src/synthetic/tasks/to-task.ts'
import drafts from './drafts.json' with { type: 'json' }
import handlers from './handlers.json' with { type: 'json' }
import tools from './tools.json' with { type: 'json' }

/** The tools of a repair shop, as a model writes them. */
export const SHOP_TOOLS = tools as readonly ToolAnswer[]

/** How they answer from the state of the shop, and one call of each. */
export const SHOP_HANDLERS = handlers as Readonly<Record<string, HandlerAnswer>>

/** Tasks of the shop by plan: two that can be done and two that cannot. */
export const SHOP_DRAFTS = drafts as Readonly<Record<string, Drafts>>
