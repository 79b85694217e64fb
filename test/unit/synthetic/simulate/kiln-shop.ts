import type { JsonObject } from '../../../../src/shared/json.ts'
import type { ToolSpec } from '../../../../src/synthetic/tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../../../../src/synthetic/toolkit/toolkit.ts'
import type { Handler } from '../../../../src/tools/imported/handlers/handler.ts'
import { readRows } from '../../../support/json-lines.ts'
import { buildTool } from '../../../support/synthetic.ts'

/** An output in a word: `number`, `string[]`, with a description behind a bar. */
const outputsOf = (outputs: Record<string, string>): ToolSpec['outputs'] =>
  Object.entries(outputs).map(([name, text]) => {
    const [type = '', description = ''] = text.split('|')
    const base = type.replace('[]', '') as 'string'
    return type.endsWith('[]')
      ? { name, description, type: 'array', items: { type: base } }
      : { name, description, type: base }
  })

interface ShopTool extends Omit<ShortHandler, 'action' | 'collection'> {
  /** Action and collection of its handler, `read glazes`; without it the tool has no handler. */
  does?: string
  failureModes?: string[]
  description?: string
  effect?: ToolSpec['effect']
}

/**
 * A tool of the kiln shop.
 *
 * @param outputs Behind the type there may be what the handler shows: `number = field price`
 */
export function shopTool(
  name: string,
  parameters: Record<string, string>,
  outputs: Record<string, string>,
  { does, failureModes = [], description = '', effect, ...handler }: ShopTool = {},
): ToolSpec {
  const texts = Object.entries(outputs).map(([output, text]) => [output, ...text.split(' = ')])
  const shown = texts.flatMap(([output, , source]) => (source === undefined ? [] : [[output, source]]))
  const [action, collection] = does?.split(' ') ?? []
  const parts = {
    ...(collection === undefined ? {} : { collection }),
    ...{ action: action as Handler['action'], outputs: Object.fromEntries(shown), ...handler },
  }
  return {
    ...buildTool(parameters, failureModes),
    ...{ id: name, name, description },
    outputs: outputsOf(Object.fromEntries(texts)),
    ...(effect === undefined ? {} : { effect }),
    ...(does === undefined ? {} : { handler: handlerOf(parts) }),
  }
}

/** Tools of a file, a row each: name, parameters, outputs and handler. */
export const shopToolsIn = (file: URL): ToolSpec[] =>
  readRows<Parameters<typeof shopTool>>(file).map((row) => shopTool(...row))

export const SHOP_STATE: JsonObject = {
  glazes: [
    { glaze_id: 'GLZ-001', colour: 'celadon', stock_kg: 12.5, price: 18.4, status: 'active' },
    { glaze_id: 'GLZ-002', colour: 'tenmoku', stock_kg: 3.2, price: 21.9, status: 'active' },
    { glaze_id: 'GLZ-003', colour: 'celadon', stock_kg: 0.7, price: 25.1, status: 'retired' },
  ],
  kilns: { north: { volume: 120, cone: 10 }, south: { volume: 80, cone: 6 } },
}

export const shopOf = (tools: ToolSpec[], state: JsonObject = SHOP_STATE): SyntheticToolkit => ({
  version: 1,
  name: 'shop',
  tools,
  state,
  known: [],
})

/** What fields become, or outputs show, by name: `parameter kg`, `id RSV-`, `field code`, `now`, or as it is written. */
type Said = Record<string, string | JsonObject>

function written(text: string | JsonObject): JsonObject {
  if (typeof text !== 'string') return text
  const [kind = '', ...rest] = text.split(' ')
  return { [kind]: rest.length === 0 ? true : rest.join(' ') }
}

interface ShortHandler
  extends Pick<Handler, 'action'>,
    Partial<Omit<Handler, 'action' | 'match' | 'set' | 'outputs'>> {
  /** Parameters that match the field of their name, or of another one. */
  by?: readonly string[] | Record<string, string>
  set?: Said
  outputs?: Said
}

export const handlerOf = ({ by = [], set = {}, outputs = {}, ...more }: ShortHandler): Handler => ({
  ...{ one: false, related: [], refusals: [], nonNegative: [], ...more },
  match: Array.isArray(by)
    ? by.map((parameter: string) => ({ parameter, field: parameter }))
    : Object.entries(by).map(([parameter, field]) => ({ parameter, field: String(field) })),
  set: Object.entries(set).map(([field, to]) => ({ field, to: written(to) }) as Handler['set'][number]),
  outputs: Object.entries(outputs).map(
    ([output, from]) => ({ output, from: written(from) }) as Handler['outputs'][number],
  ),
})
