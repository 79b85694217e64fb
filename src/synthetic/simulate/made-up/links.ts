import type { Json, JsonObject } from '../../../shared/json.ts'
import { stemsOf } from '../../rules/words.ts'
import type { SpecShape, ToolSpec } from '../../tool-spec/tool-spec.ts'
import { argumentOf } from '../arguments.ts'

type Output = ToolSpec['outputs'][number]

/** A call whose outputs are made up. */
export interface LinkedCall {
  args: JsonObject
  tool: ToolSpec
}

/** Words that do not tell one thing from another. */
const EMPTY = new Set(['id', 'list', 'name', 'value', 'data', 'the', 'of', 'count', 'total', 'number', 'num'])
/** Words around the name of an input in the name of the output that repeats it. */
const AGAIN = new Set([
  'used',
  'applied',
  'selected',
  'current',
  'new',
  'updated',
  'requested',
  'preferred',
  'detected',
  'granted',
  'verified',
  'confirmed',
])

const coreOf = (name: string, without: ReadonlySet<string>): string[] =>
  stemsOf(name).filter((stem) => !without.has(stem))

function fits(value: Json, { type, items }: SpecShape): boolean {
  if (type === 'array')
    return Array.isArray(value) && value.every((item) => items === undefined || fits(item, items))
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'any') return true
  return typeof value === type && value !== null && !Array.isArray(value)
}

/** `delivery_channel_used` is the one parameter that ends in `channel`. */
function usedBy({ name }: Output, { tool }: LinkedCall): ToolSpec['parameters'][number] | undefined {
  const last = /_(?:used|applied)$/.test(name) ? coreOf(name, AGAIN).at(-1) : undefined
  const alike = tool.parameters.filter((one) => last !== undefined && stemsOf(one.name).at(-1) === last)
  return alike.length === 1 ? alike[0] : undefined
}

/** `new_agent_id` is the `target_agent` that the call names. */
function becomes({ name }: Output, { tool }: LinkedCall): ToolSpec['parameters'][number] | undefined {
  const [, proven] = /^(?:calculated|computed|actual|verified)_(.+)$/.exec(name) ?? []
  const expected = tool.parameters.find((one) => one.name === `expected_${proven}`)
  if (expected?.type === 'string') return expected
  const [, of] = /^new_(.+?)(?:_id)?$/.exec(name) ?? []
  const names = ['target', 'destination', 'to', 'new'].flatMap((word) => [
    `${word}_${of}`,
    `${word}_${of}_id`,
  ])
  const alike = tool.parameters.filter((one) => names.includes(one.name))
  return of !== undefined && alike.length === 1 ? alike[0] : undefined
}

/** The argument that an output repeats: of its own name, or of that but for words like `used` and `new`. */
export function echoOf(output: Output, call: LinkedCall): Json | undefined {
  const { args, tool } = call
  const own = coreOf(output.name, AGAIN).join(' ')
  const named =
    tool.parameters.find(({ name }) => name === output.name) ??
    becomes(output, call) ??
    tool.parameters.find(({ name }) => own !== '' && coreOf(name, AGAIN).join(' ') === own) ??
    usedBy(output, call)
  const value = named === undefined ? undefined : argumentOf(args, named.name, tool)
  return value !== undefined && fits(value, output) ? structuredClone(value) : undefined
}

/** The arrays among the arguments, by name. */
const arraysIn = ({ args, tool }: LinkedCall): { name: string; value: Json[] }[] =>
  tool.parameters.flatMap(({ name }) => {
    const value = argumentOf(args, name, tool)
    return Array.isArray(value) ? [{ name, value }] : []
  })

const ADVERSE =
  /(?:^|_)(?:un(?!der|ique|it|iversal)[a-z]+ed|damaged|failed|rejected|invalid|missing|skipped|unmatched|unavailable|restricted|blocked|not)_/

/**
 * What a list of ids holds that tells what became of the things of an input: all of them, since the call was carried out,
 * or none where it names those of which something is wrong. Undefined for other lists.
 */
export function idsOf(output: Output, call: LinkedCall): Json[] | undefined {
  if (!/\bIDs?\b|\bidentifiers\b/i.test(output.description) || output.items?.type !== 'string')
    return undefined
  const words = new Set(coreOf(output.name, EMPTY))
  const named = arraysIn(call).find(
    ({ name, value }) =>
      stemsOf(name).at(-1) === 'id' &&
      value.every((item) => typeof item === 'string') &&
      coreOf(name, EMPTY).some((stem) => words.has(stem)),
  )
  if (named === undefined) return undefined
  return ADVERSE.test(output.name) ? [] : [...named.value]
}

/** What became of all things that were handed over. */
const DONE =
  /^(?:affected|modified|changed|granted|cancelled|canceled|collected|retrieved|published|processed|updated|validated|successful|completed|created|imported|indexed|assigned|notified|analyzed|checked|scanned|selected|configured|enabled|applied|added|removed|deleted|sent|delivered|verified)_/

/**
 * Texts of an input that an output of the same last word tells of: all where the call did something to them, none where
 * its name says that something is wrong, else some of them. Undefined where no input has such texts.
 */
export function textsOf(
  output: Output,
  call: LinkedCall,
  some: (texts: readonly string[]) => string[],
): Json[] | undefined {
  if (output.items?.type !== 'string') return undefined
  const last = stemsOf(output.name).at(-1)
  const own = new Set(coreOf(output.name, EMPTY))
  const named = arraysIn(call).filter(
    ({ name }) =>
      last !== 'id' &&
      stemsOf(name).at(-1) === last &&
      (!EMPTY.has(last ?? '') || coreOf(name, EMPTY).some((stem) => own.has(stem))),
  )
  const texts = named.length === 1 ? named[0]?.value.filter((item) => typeof item === 'string') : undefined
  if (texts === undefined || texts.length === 0 || texts.length < (named[0]?.value.length ?? 0))
    return undefined
  if (ADVERSE.test(output.name)) return []
  return DONE.test(output.name) ? [...texts] : some(texts)
}

/** How many of a thing the call asks for: `codes_count` of `backup_codes`. */
function countAsked(name: string, { args, tool }: LinkedCall): number | undefined {
  const own = new Set(coreOf(name, EMPTY))
  const asked = tool.parameters.flatMap((one) => {
    const value = /(?:^(?:num|number)_|_count$)/.test(one.name) ? argumentOf(args, one.name, tool) : undefined
    const isOf = coreOf(one.name, EMPTY).some((stem) => own.has(stem))
    return isOf && typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 50
      ? [value]
      : []
  })
  return asked.length === 1 ? asked[0] : undefined
}

const MOST_COMBINED = 40

/** One item for each combination of the items of the lists. */
const combined = (arrays: readonly { value: Json[] }[]): Json[] =>
  Array.from(
    {
      length: Math.min(
        MOST_COMBINED,
        arrays.reduce((all, { value }) => all * value.length, 1),
      ),
    },
    (_, i) => i,
  )

const EACH = /\b(?:each|corresponding|respective|per|every|parallel)\b/i

/** The array among the arguments that an output has an item for each item of; undefined where none surely is it. */
export function pairedWith({ name, description }: Output, call: LinkedCall): Json[] | undefined {
  const arrays = arraysIn(call)
  const wanted = countAsked(name, call)
  if (wanted !== undefined) return Array.from({ length: wanted }, (_, i) => i)
  if (/\bcombinations?\b/i.test(description) && arrays.length > 1) return combined(arrays)
  const words = new Set(coreOf(name, EMPTY))
  const alike = arrays.find((one) => coreOf(one.name, EMPTY).some((stem) => words.has(stem)))
  if (alike !== undefined) return alike.value
  if (!EACH.test(description)) return undefined
  const said = new Set(stemsOf(description))
  const named = arrays.find((one) => coreOf(one.name, EMPTY).some((stem) => said.has(stem)))
  const [first] = arrays
  return (
    named?.value ??
    (arrays.every(({ value }) => value.length === first?.value.length) ? first?.value : undefined)
  )
}

/** The one list of the outputs whose things a description says are counted: `Number of codes`. */
function listNamed(name: string, description: string, outputs: JsonObject): Json[] | undefined {
  const [, words] = /^(?:total |the )?(?:number|count) of ((?:\w+ ){0,3}\w+)/i.exec(description) ?? []
  if (words === undefined || ADVERSE.test(`${name}_`) || /removed|excluded|dropped|remaining_/.test(name))
    return undefined
  const said = new Set(stemsOf(words))
  const found = Object.entries(outputs).filter(
    ([key, value]) => Array.isArray(value) && !ADVERSE.test(key) && said.has(coreOf(key, EMPTY).at(-1) ?? ''),
  )
  const [only, other] = found
  return other === undefined && Array.isArray(only?.[1]) ? only[1] : undefined
}

/** The array that an integer counts, among the outputs or else the arguments: `item_count` counts `items`. */
export function countedBy(
  { name, description }: Output,
  outputs: JsonObject,
  call: LinkedCall,
): Json[] | undefined {
  const counts = stemsOf(name).some((stem) => ['count', 'total', 'number', 'num'].includes(stem))
  if (!counts) return listNamed(name, description, outputs)
  const own = coreOf(name, EMPTY).join(' ')
  const made = Object.entries(outputs).flatMap(([key, value]) =>
    Array.isArray(value) ? [{ name: key, value }] : [],
  )
  if (own === '' || own === 'result' || own === 'returned' || own === 'item') {
    const [first] = made
    return made.every(({ value }) => value.length === first?.value.length) ? first?.value : undefined
  }
  const all = [...made, ...arraysIn(call)]
  const last = made.filter((one) => stemsOf(one.name).at(-1) === own)
  return (
    all.find((one) => coreOf(one.name, EMPTY).join(' ') === own)?.value ??
    (last.length === 1 ? last[0]?.value : listNamed(name, description, outputs))
  )
}
