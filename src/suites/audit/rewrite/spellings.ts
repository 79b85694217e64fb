import { bindingKey, isTemplate } from '../../../schema/binding.ts'
import { DATE_LIKE, NAME_LIKE } from '../../../schema/semantic.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { schemaAt } from '../../../scoring/provenance.ts'
import { MONTHS } from '../../../shared/english.ts'
import { isObject, type Json, type JsonObject, stableJson } from '../../../shared/json.ts'
import { replacedAt, valueAt } from '../../../shared/pointer.ts'
import { type LeafSchema, type LeafType, leafTypeOf } from '../../../tasks/equality.ts'
import type { Simulator } from '../../../tools/define-simulator.ts'
import { nodesOf } from '../../load/nodes.ts'
import { type Move, movesOf } from '../mutate/script.ts'
import { quoteValue } from '../quote-value.ts'
import type { ValueSchema } from '../reachability/signature.ts'
import { type Rewrite, type RewriteContext, type Rewritten, scriptOfEach } from './rewrite.ts'

/** Another way of writing a value: its name, and the value so written; undefined where it is of another kind. */
type Spelling = readonly [name: string, write: (value: Json) => Json | undefined]

/** A step of a task with its tool and the arguments that the reference run calls it with. */
interface SpeltStep {
  step: string
  tool: Simulator | undefined
  given: JsonObject
}

const stepsOf = ({ subject: { task, registry }, reference }: RewriteContext): SpeltStep[] =>
  task.expected_trace.steps.map(({ step_id, tool_name }) => ({
    step: step_id,
    tool: registry.get(tool_name),
    given: reference.argumentsOf.get(step_id) ?? {},
  }))

const argumentsOf = (context: RewriteContext) =>
  stepsOf(context).flatMap(({ step, tool, given }) =>
    leavesOf(given)
      .filter(({ pointer }) => pointer !== '')
      .map((leaf) => {
        const schema = schemaAt(tool?.inputSchema as LeafSchema | undefined, leaf.pointer)
        return { step, ...leaf, ...leafTypeOf(schema) }
      }),
  )

/** The expected trace with one step's arguments written otherwise. */
const withSpelling = (
  { subject: { task } }: RewriteContext,
  step: string,
  how: string,
  spell: Move['spell'] | Pick<Move, 'floats'>,
): Rewritten => ({
  how: `${step} ${how}`,
  script: scriptOfEach(task, (move) =>
    move.step === step ? { ...move, ...(typeof spell === 'function' ? { spell } : spell) } : move,
  ),
  unless: 'otherwise',
})

const respelled = (
  context: RewriteContext,
  isMeant: (type: LeafType) => boolean,
  spellings: readonly Spelling[],
): Rewritten[] =>
  argumentsOf(context)
    .filter(isMeant)
    .flatMap(({ step, pointer, value }) =>
      spellings.flatMap(([name, write]) => {
        const other = write(value)
        if (other === undefined || other === value) return []
        return withSpelling(context, step, `${pointer} ${name}: ${quoteValue(other)}`, (args) =>
          replacedAt(args, pointer, write(valueAt(args, pointer) ?? null) ?? value),
        )
      }),
    )

const ofText =
  (write: (text: string) => string) =>
  (value: Json): Json | undefined =>
    typeof value === 'string' && value !== '' ? write(value) : undefined

/** Names of cities, countries, currencies, languages and units in other case and with other blanks. */
export const names: Rewrite = (context) =>
  respelled(context, ({ semantic }) => NAME_LIKE.has(semantic ?? ''), [
    ['in capitals', ofText((text) => text.toUpperCase())],
    ['in small letters', ofText((text) => text.toLowerCase())],
    ['with blanks around it', ofText((text) => ` ${text} `)],
    ['with wide blanks', ofText((text) => text.replaceAll(' ', '  '))],
  ])

/** Whole numbers as floats on the wire: 25.0 for 25. */
export const numbers: Rewrite = (context) => {
  const whole = argumentsOf(context).filter(({ value }) => Number.isInteger(value))
  return [...new Set(whole.map(({ step }) => step))].map((step) => {
    const pointers = whole.filter((leaf) => leaf.step === step).map(({ pointer }) => pointer)
    return withSpelling(context, step, `with ${pointers.join(', ')} written as floats`, {
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

const ofDate =
  (write: (parts: DateParts) => string | undefined) =>
  (value: Json): Json | undefined => {
    const found = ISO.exec(typeof value === 'string' ? value : '')
    if (found === null) return undefined
    const [, year = '', month = '', day = '', clock = '00:00', seconds = ':00'] = found
    const words = [Number(day), MONTHS[Number(month) - 1] ?? month, year] as const
    return write({ iso: `${year}-${month}-${day}`, words, time: clock + seconds })
  }

const ofDay = (write: (parts: DateParts) => string) =>
  ofDate((parts) => (parts.time === '00:00:00' ? write(parts) : undefined))

function anHourAhead({ iso, time }: DateParts): string {
  const later = new Date(Date.parse(`${iso}T${time}Z`) + 3_600_000)
  return `${later.toISOString().slice(0, 19)}+01:00`
}

/** Dates and moments in other forms of the same instant. */
export const dates: Rewrite = (context) =>
  respelled(context, ({ semantic }) => DATE_LIKE.has(semantic ?? ''), [
    ['with slashes', ofDay(({ iso }) => iso.replaceAll('-', '/'))],
    ['in words, the day first', ofDay(({ words }) => words.join(' '))],
    ['in words, the month first', ofDay(({ words: [day, month, year] }) => `${month} ${day}, ${year}`)],
    ['as a bare date', ofDay(({ iso }) => iso)],
    ['with a blank before the time', ofDate(({ iso, time }) => `${iso} ${time}`)],
    ['with Z', ofDate(({ iso, time }) => `${iso}T${time}Z`)],
    ['in another time zone', ofDate(anHourAhead)],
  ])

/** Parameters with a default that is written out, or left out where it is given. */
export const defaults: Rewrite = (context) =>
  stepsOf(context).flatMap(({ step, tool, given }) => {
    const { properties = {} } = (tool?.inputSchema ?? {}) as ValueSchema
    const isDefault = (name: string, value: Json): boolean =>
      stableJson(properties[name]?.default) === stableJson(value)
    const missing = Object.entries(properties).flatMap(([name, { default: value }]) =>
      value === undefined || Object.hasOwn(given, name) ? [] : [[name, value] as const],
    )
    const named = Object.entries(given).filter(([name, value]) => isDefault(name, value))
    const listed = (entries: readonly (readonly [string, Json])[]): string =>
      entries.map(([name]) => name).join(', ')
    const written = (args: JsonObject): JsonObject => ({ ...Object.fromEntries(missing), ...args })
    const without = (args: JsonObject): JsonObject =>
      Object.fromEntries(Object.entries(args).filter(([name, value]) => !isDefault(name, value)))
    return [
      ...(missing.length === 0
        ? []
        : [withSpelling(context, step, `with the default of ${listed(missing)} written out`, written)]),
      ...(named.length === 0
        ? []
        : [withSpelling(context, step, `with the default of ${listed(named)} left out`, without)]),
    ]
  })

/** A value with the keys of every object the other way round. */
function turned(value: Json): Json {
  if (Array.isArray(value)) return value.map(turned)
  if (!isObject(value)) return value
  const entries = Object.entries(value).reverse()
  return Object.fromEntries(entries.map(([key, item]) => [key, turned(item)]))
}

export const keyOrder: Rewrite = ({ subject: { task } }) => [
  {
    how: 'with the keys of all arguments in reverse',
    script: scriptOfEach(task, (move) => ({ ...move, spell: (args) => turned(args) as JsonObject })),
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

const isBinding = (value: Json): boolean => bindingKey(value) !== undefined

/** Texts of templates written in the other forms that docs/scoring.md lists. */
export const templates: Rewrite = (context) =>
  movesOf(context.subject.task).flatMap(({ step = '', arguments: args }) =>
    nodesOf(args, isBinding)
      .filter(({ value }) => isTemplate(value))
      .flatMap(({ pointer }) =>
        TEMPLATE_SPELLINGS.map(([how, write]) =>
          withSpelling(context, step, `${pointer} ${how}`, (given) =>
            replacedAt(given, pointer, write(String(valueAt(given, pointer) ?? null))),
          ),
        ),
      ),
  )
