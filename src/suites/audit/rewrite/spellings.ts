import { isTemplate, readBindingKey } from '../../../schema/binding.ts'
import { DATE_LIKE, NAME_LIKE } from '../../../schema/semantic.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { schemaAt } from '../../../scoring/provenance.ts'
import { MONTHS } from '../../../shared/english.ts'
import { isObject, type Json, type JsonObject, stringifyStably } from '../../../shared/json.ts'
import { readValueAt, replaceAt } from '../../../shared/pointer.ts'
import { type LeafSchema, type LeafType, readLeafType } from '../../../tasks/equality.ts'
import type { Simulator } from '../../../tools/define-simulator.ts'
import { listNodes } from '../../load/nodes.ts'
import { type Move, movesOf } from '../mutate/script.ts'
import { quoteValue } from '../quote-value.ts'
import type { ValueSchema } from '../reachability/signature.ts'
import { buildScriptOfEach, type Rewrite, type RewriteContext, type Rewritten } from './rewrite.ts'

/** Another way of writing a value: its name, and the value so written; undefined where it is of another kind. */
type Spelling = readonly [name: string, write: (value: Json) => Json | undefined]

/** A step of a task with its tool and the arguments that the reference run calls it with. */
interface SpeltStep {
  step: string
  tool: Simulator | undefined
  given: JsonObject
}

const listSpeltSteps = ({ subject: { task, registry }, reference }: RewriteContext): SpeltStep[] =>
  task.expected_trace.steps.map(({ step_id, tool_name }) => ({
    step: step_id,
    tool: registry.get(tool_name),
    given: reference.argumentsOf.get(step_id) ?? {},
  }))

const listSpeltArguments = (context: RewriteContext) =>
  listSpeltSteps(context).flatMap(({ step, tool, given }) =>
    leavesOf(given)
      .filter(({ pointer }) => pointer !== '')
      .map((leaf) => {
        const schema = schemaAt(tool?.inputSchema as LeafSchema | undefined, leaf.pointer)
        return { step, ...leaf, ...readLeafType(schema) }
      }),
  )

/** The expected trace with one step's arguments written otherwise. */
const rewriteSpelling = (
  { subject: { task } }: RewriteContext,
  step: string,
  how: string,
  spell: Move['spell'] | Pick<Move, 'floats'>,
): Rewritten => ({
  how: `${step} ${how}`,
  script: buildScriptOfEach(task, (move) =>
    move.step === step ? { ...move, ...(typeof spell === 'function' ? { spell } : spell) } : move,
  ),
  unless: 'otherwise',
})

const rewriteSpellings = (
  context: RewriteContext,
  isMeant: (type: LeafType) => boolean,
  spellings: readonly Spelling[],
): Rewritten[] =>
  listSpeltArguments(context)
    .filter(isMeant)
    .flatMap(({ step, pointer, value }) =>
      spellings.flatMap(([name, write]) => {
        const other = write(value)
        if (other === undefined || other === value) return []
        return rewriteSpelling(context, step, `${pointer} ${name}: ${quoteValue(other)}`, (args) =>
          replaceAt(args, pointer, write(readValueAt(args, pointer) ?? null) ?? value),
        )
      }),
    )

const createTextSpelling =
  (write: (text: string) => string) =>
  (value: Json): Json | undefined =>
    typeof value === 'string' && value !== '' ? write(value) : undefined

/** Names of cities, countries, currencies, languages and units in other case and with other blanks. */
export const names: Rewrite = (context) =>
  rewriteSpellings(context, ({ semantic }) => NAME_LIKE.has(semantic ?? ''), [
    ['in capitals', createTextSpelling((text) => text.toUpperCase())],
    ['in small letters', createTextSpelling((text) => text.toLowerCase())],
    ['with blanks around it', createTextSpelling((text) => ` ${text} `)],
    ['with wide blanks', createTextSpelling((text) => text.replaceAll(' ', '  '))],
  ])

/** Whole numbers as floats on the wire: 25.0 for 25. */
export const rewriteNumbers: Rewrite = (context) => {
  const whole = listSpeltArguments(context).filter(({ value }) => Number.isInteger(value))
  return [...new Set(whole.map(({ step }) => step))].map((step) => {
    const pointers = whole.filter((leaf) => leaf.step === step).map(({ pointer }) => pointer)
    return rewriteSpelling(context, step, `with ${pointers.join(', ')} written as floats`, {
      floats: new Set(pointers),
    })
  })
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2})(:\d{2})?(?:Z|\+00:00)?)?$/

interface DateParts {
  /** `2031-05-06`. */
  iso: string
  /** `6`, `May` and `2031`. */
  words: readonly [day: number, month: string, year: string]
  /** Hours, minutes and seconds; midnight for a bare date. */
  time: string
}

const createDateSpelling =
  (write: (parts: DateParts) => string | undefined) =>
  (value: Json): Json | undefined => {
    const found = ISO.exec(typeof value === 'string' ? value : '')
    if (found === null) return undefined
    const [, year = '', month = '', day = '', clock = '00:00', seconds = ':00'] = found
    const words = [Number(day), MONTHS[Number(month) - 1] ?? month, year] as const
    return write({ iso: `${year}-${month}-${day}`, words, time: clock + seconds })
  }

const createDaySpelling = (write: (parts: DateParts) => string) =>
  createDateSpelling((parts) => (parts.time === '00:00:00' ? write(parts) : undefined))

function shiftHourAhead({ iso, time }: DateParts): string {
  const later = new Date(Date.parse(`${iso}T${time}Z`) + 3_600_000)
  return `${later.toISOString().slice(0, 19)}+01:00`
}

/** Dates and moments in other forms of the same instant. */
export const rewriteDates: Rewrite = (context) =>
  rewriteSpellings(context, ({ semantic }) => DATE_LIKE.has(semantic ?? ''), [
    ['with slashes', createDaySpelling(({ iso }) => iso.replaceAll('-', '/'))],
    ['in words, the day first', createDaySpelling(({ words }) => words.join(' '))],
    [
      'in words, the month first',
      createDaySpelling(({ words: [day, month, year] }) => `${month} ${day}, ${year}`),
    ],
    ['as a bare date', createDaySpelling(({ iso }) => iso)],
    ['with a blank before the time', createDateSpelling(({ iso, time }) => `${iso} ${time}`)],
    ['with Z', createDateSpelling(({ iso, time }) => `${iso}T${time}Z`)],
    ['in another time zone', createDateSpelling(shiftHourAhead)],
  ])

/** Parameters with a default that is written out, or left out where it is given. */
export const rewriteDefaults: Rewrite = (context) =>
  listSpeltSteps(context).flatMap(({ step, tool, given }) => {
    const { properties = {} } = (tool?.inputSchema ?? {}) as ValueSchema
    const isDefault = (name: string, value: Json): boolean =>
      stringifyStably(properties[name]?.default) === stringifyStably(value)
    const missing = Object.entries(properties).flatMap(([name, { default: value }]) =>
      value === undefined || Object.hasOwn(given, name) ? [] : [[name, value] as const],
    )
    const named = Object.entries(given).filter(([name, value]) => isDefault(name, value))
    const joinNames = (entries: readonly (readonly [string, Json])[]): string =>
      entries.map(([name]) => name).join(', ')
    const addMissing = (args: JsonObject): JsonObject => ({ ...Object.fromEntries(missing), ...args })
    const removeDefaults = (args: JsonObject): JsonObject =>
      Object.fromEntries(Object.entries(args).filter(([name, value]) => !isDefault(name, value)))
    const spellings = [
      { entries: missing, how: 'written out', spell: addMissing },
      { entries: named, how: 'left out', spell: removeDefaults },
    ]
    return spellings.flatMap(({ entries, how, spell }) =>
      entries.length === 0
        ? []
        : [rewriteSpelling(context, step, `with the default of ${joinNames(entries)} ${how}`, spell)],
    )
  })

/** A value with the keys of every object the other way round. */
function reverseKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(reverseKeys)
  if (!isObject(value)) return value
  const entries = Object.entries(value).reverse()
  return Object.fromEntries(entries.map(([key, item]) => [key, reverseKeys(item)]))
}

export const rewriteKeyOrder: Rewrite = ({ subject: { task } }) => [
  {
    how: 'with the keys of all arguments in reverse',
    script: buildScriptOfEach(task, (move) => ({
      ...move,
      spell: (args) => reverseKeys(args) as JsonObject,
    })),
    unless: 'otherwise',
  },
]

const TEMPLATE_SPELLINGS: readonly (readonly [how: string, write: (text: string) => string])[] = [
  ['in quotes', (text) => `"${text}"`],
  ['in a fence', (text) => `\`\`\`\n${text}\n\`\`\``],
  ['in bold type', (text) => `**${text}**`],
  ['with a full stop', (text) => (/[.!?]$/.test(text) ? text : `${text}.`)],
  ['with a blank line at its end', (text) => `${text}\n`],
]

const isBinding = (value: Json): boolean => readBindingKey(value) !== undefined

/** Texts of templates written in the other forms that docs/scoring.md lists. */
export const rewriteTemplates: Rewrite = (context) =>
  movesOf(context.subject.task).flatMap(({ step = '', arguments: args }) =>
    listNodes(args, isBinding)
      .filter(({ value }) => isTemplate(value))
      .flatMap(({ pointer }) =>
        TEMPLATE_SPELLINGS.map(([how, write]) =>
          rewriteSpelling(context, step, `${pointer} ${how}`, (given) =>
            replaceAt(given, pointer, write(String(readValueAt(given, pointer) ?? null))),
          ),
        ),
      ),
  )
