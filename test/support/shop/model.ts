import { type Asked, type Script, ScriptedModel } from '../scripted-model.ts'
import { SHOP_DRAFTS, SHOP_HANDLERS, SHOP_TOOLS } from './answers.ts'
import SHOP_STATE from './state.json' with { type: 'json' }

export const SHOP = {
  theme: 'work with one’s hands',
  field: 'Bicycle repair',
  subdomain: 'Workshop floor',
  task: 'Take a repair from the counter to the bench',
}

const purposes = SHOP_TOOLS.map(({ name, description }) => ({
  ...{ name, purpose: description, consumes: [], produces: [] },
}))

const LEVELS = ['simple', 'medium', 'complex'] as const
const plans = Object.keys(SHOP_DRAFTS).map((plan, i) => ({
  level: LEVELS[i] ?? 'complex',
  tools: plan.split(' -> '),
}))

/** What the model answers, by the name of the shape that it is asked for and what the question is about. */
export const SHOP_ANSWERS = {
  fields: { '': { fields: [{ name: SHOP.field, description: 'Repairs of bicycles in a shop.' }] } },
  subdomains: {
    '': { subdomains: [{ name: SHOP.subdomain, description: 'Repair orders, parts and benches.' }] },
  },
  tasks: { '': { tasks: [SHOP.task] } },
  tool_set: { '': { difficulty: 'medium', tools: purposes, plans } },
  tool: Object.fromEntries(SHOP_TOOLS.map((tool) => [tool.name, tool])),
  state: { '': SHOP_STATE },
  handler: SHOP_HANDLERS,
  drafts: SHOP_DRAFTS,
  // Every prompt asks for all of its calls.
  request_verdict: Object.fromEntries(
    Object.values(SHOP_DRAFTS)
      .flatMap(({ valid }) => valid)
      .map(({ calls }) => [
        calls.map(({ id }) => id).join(', '),
        { calls: calls.map(({ id }) => ({ step_id: id, is_asked: true, reason: 'The person wants it.' })) },
      ]),
  ),
} satisfies Record<string, Record<string, unknown>>

/** Where a question says what it is about; elsewhere there is one question of its name. */
export const SHOP_SUBJECTS: Readonly<Record<string, string>> = {
  tool: '^Specify this tool in full: ([^.]*)\\.',
  handler: '^Say how this tool works on the records: (.*)\\.$',
  drafts: '^Plan \\d+: (.*)$',
  request_verdict: '^Say of each call \\((.*)\\) whether',
}

/** What a scripted chat model says that makes up the repair shop. */
const shopScript: Script = ({ name, prompt }: Asked) => {
  const pattern = SHOP_SUBJECTS[name]
  const subject = pattern === undefined ? '' : (new RegExp(pattern, 'm').exec(prompt)?.[1] ?? '')
  const answers: Record<string, Record<string, unknown>> = SHOP_ANSWERS
  const value = answers[name]?.[subject]
  if (value === undefined) throw new Error(`the shop has no answer to "${name}" about "${subject}"`)
  return { value }
}

/** A chat model that makes up the repair shop, from field to tasks; `spoil` may change its answers. */
export const createShopModel = (
  spoil: (said: { value: unknown }, asked: Asked) => unknown = (one) => one.value,
) =>
  new ScriptedModel((asked, call) => {
    const answer = shopScript(asked, call)
    return 'value' in answer ? { value: spoil(answer, asked) } : answer
  })
