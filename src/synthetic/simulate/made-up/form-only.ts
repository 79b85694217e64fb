import type { Json, JsonObject } from '../../../shared/json.ts'
import { isTelling } from '../../../toolkit/simulate/values.ts'
import { World } from '../../../world/world.ts'
import { stemsOf } from '../../rules/words.ts'
import type { SpecShape, ToolSpec } from '../../tool-spec/tool-spec.ts'
import { idNameOf } from '../kinds/id-name.ts'
import { factsOf } from './facts.ts'
import { makeUp } from './made-up.ts'
import { itemsOf } from './shape-value.ts'
import { type TextKind, textKindOf } from './text-kind.ts'
import { isJudgement } from './text-list.ts'
import { NEUTRAL } from './vocabulary.ts'

type Output = ToolSpec['outputs'][number]

/** Whether a drawn record's value under this name is more than its type. */
const isToldByName = ({ name, ...shape }: Output): boolean =>
  isTelling(asField(shape), name) || (shape.type === 'array' && isTelling(asField(itemsOf(shape)), name))

const asField = ({ type, format, enum: options }: SpecShape): JsonObject => ({
  type,
  ...(format === undefined ? {} : { format }),
  ...(options === undefined ? {} : { enum: options }),
})

/** Kinds of texts that are to say something; the others are right if they have the form. */
const SAYING: ReadonlySet<TextKind> = new Set(['json', 'label', 'name', 'prose'])

/** The words that an answer may use without claiming more than call and specification say. */
function wordsSaid(
  args: JsonObject,
  output: JsonObject,
  tool: ToolSpec,
  open: ReadonlySet<string>,
): Set<string> {
  const others = Object.entries(output).filter(([name]) => !open.has(name))
  const texts = [args, Object.fromEntries(others), { ...tool, rules: [], handler: undefined }]
  return new Set(stemsOf(JSON.stringify(texts).replaceAll('\\n', ' ')))
}

const REFERENCE = /\(reference [0-9a-f]{12}\)/g

/** Whether every word of a text stands in the call, the specification or the other outputs, or claims nothing. */
const isSaid = (text: string, said: ReadonlySet<string>): boolean =>
  stemsOf(text.replaceAll(REFERENCE, '')).every(
    (stem) => /^\d/.test(stem) || NEUTRAL.has(stem) || said.has(stem),
  )

const textsIn = (value: Json | undefined): string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string')

const isSaying = (tool: ToolSpec, { name, ...shape }: Output): boolean => {
  const type = shape.type === 'array' ? (shape.items?.type ?? 'string') : shape.type
  if (type !== 'string' || (factsOf(tool, name).options ?? shape.enum ?? []).length > 0) return false
  return SAYING.has(textKindOf(name, shape.type === 'array' ? itemsOf(shape) : shape))
}

/**
 * The outputs of a call of which only the form can be judged: nothing of the specification, the arguments or the state
 * says what they may be, or they say more than these do.
 *
 * @param output What came back
 * @param isDrawn Whether the records that the tool shows are drawn, and not of a state that was given
 */
export function formOnlyOutputs(
  args: JsonObject,
  output: JsonObject,
  tool: ToolSpec,
  isDrawn: boolean,
): string[] {
  const shown = tool.outputs.filter(({ name }) => tool.handler?.outputs.some(({ output }) => output === name))
  const settled = Object.fromEntries(shown.map(({ name, type }) => [name, type === 'array' ? [] : 0]))
  const { formOnly } = makeUp(args, tool, new World(), { known: [], settled })
  const ids = (name: string): boolean => idNameOf(name) !== undefined
  const untold = isDrawn ? shown.filter((one) => !ids(one.name) && !isToldByName(one)) : []
  const isEcho = ({ name }: Output): boolean => Object.hasOwn(args, name)
  const saying = tool.outputs.filter(
    (one) => isSaying(tool, one) && !shown.includes(one) && !formOnly.includes(one.name),
  )
  const said = wordsSaid(args, output, tool, new Set(saying.map(({ name }) => name)))
  const beyond = saying.filter(({ name }) => !textsIn(output[name]).every((text) => isSaid(text, said)))
  const names = new Set([
    ...formOnly,
    ...[...untold, ...beyond].filter((one) => !isEcho(one)).map(({ name }) => name),
  ])
  const judged = new Set(tool.outputs.filter((one) => isJudgement(one, tool)).map(({ name }) => name))
  // An empty list says that there is nothing, in any words; where that is a judgement, it is one as well.
  const isNothing = (value: Json | undefined): boolean => Array.isArray(value) && value.length === 0
  return [...names].filter((name) => judged.has(name) || !isNothing(output[name]))
}
