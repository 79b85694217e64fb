/** What a plan says next, given the prompt and the results so far. */
import { parse } from 'yaml'

/** The item of a list that a part of a path chooses: `name=Raven`, `<price` for the least, `>price` for the greatest. */
function chosen(items, part) {
  const [, extreme, field] = /^([<>])(.+)$/.exec(part) ?? []
  if (extreme !== undefined)
    return items.reduce((best, item) => {
      const isLess = item[field] < best[field]
      return item[field] !== best[field] && isLess === (extreme === '<') ? item : best
    })
  const [, name, value] = /^([^=]+)=(.*)$/.exec(part) ?? []
  return name === undefined ? items[part] : items.find((item) => String(item[name]) === value)
}

const at = (value, path) =>
  path
    .split('/')
    .filter((part) => part !== '')
    .reduce((inner, part) => (Array.isArray(inner) ? chosen(inner, part) : inner?.[part]), value)

function slot(name, groups, results) {
  const [, index, path] = /^(\d+)(\/.*)$/.exec(name) ?? []
  const value = index === undefined ? groups[name] : at(results[Number(index)], path)
  if (value === undefined) throw new Error(`the plan has nothing for {${name}}: ${JSON.stringify(results)}`)
  return value
}

function filled(value, groups, results) {
  if (typeof value === 'string') {
    const [, whole] = /^\{([^{}]+)\}$/.exec(value) ?? []
    if (whole !== undefined) return slot(whole, groups, results)
    return value.replaceAll(/\{([^{}]+)\}/g, (_, name) => String(slot(name, groups, results)))
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => filled(item, groups, results))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, groups, results)]))
}

/** A result as an object where it is JSON, also where that is the text of an MCP result, or LlamaIndex took its quotes away. */
function read(text) {
  try {
    const value = parse(text)
    return Array.isArray(value) && value[0]?.type === 'text' ? read(value[0].text) : value
  } catch {
    return text
  }
}

/** The plan for a prompt, of one or of a list; of a single one the prompt need not fit. */
export function planFor(plans, asked) {
  if (plans === undefined) throw new Error('there is no plan for this model')
  const plan = Array.isArray(plans) ? plans.find(({ prompt }) => new RegExp(prompt).test(asked)) : plans
  if (plan === undefined) throw new Error(`there is no plan for the prompt "${asked}"`)
  return plan
}

/** `{ calls, text, turn }` of the next assistant message. */
export function decideNextStep({ prompt, turns, answer }, { asked, turn, results }) {
  const { groups = {} } = new RegExp(prompt).exec(asked) ?? {}
  const known = results.map(read)
  const calls = turns[turn] ?? []
  return {
    turn,
    calls: calls.map(({ tool, args }) => ({ name: tool, args: JSON.stringify(filled(args, groups, known)) })),
    text: calls.length > 0 ? '' : filled(answer, groups, known),
  }
}
