import type { LeafSchema } from '../../scoring/equality.ts'
import { schemaAt } from '../../scoring/lineage.ts'
import { slotsOfAnswer } from '../../scoring/texts/slots.ts'
import { type SlotSources, unitOfSlot } from '../../scoring/texts/unit-of-slot.ts'
import type { Unit } from '../../scoring/texts/units.ts'
import { type AnswerEntry, answeredIn, isPlainNumber, labelled, plainly } from './answer-entries.ts'
import type { Rewrite, RewriteContext } from './rewrite.ts'

/** What is glued to a figure of which no unit is known. */
const ANY = { behind: 'km', before: 'USD' }
/** The code of no currency in ISO 4217, before a figure that is no money. */
const NO_CURRENCY = 'XXX'
/** Units as they are glued to a figure, where their name is another. */
const GLUED: Readonly<Record<string, string>> = {
  celsius: 'C',
  fahrenheit: 'F',
  kelvin: 'K',
  inch: 'inch',
  wk: 'wks',
  percent: '%',
  cents: '¢',
  count: '',
}

function behindOf(unit: Unit | undefined): string {
  if (unit === undefined) return ANY.behind
  if (unit.dimension === 'money' && unit.name !== 'cents') return unit.name.toUpperCase()
  if (unit.dimension === 'speed') return unit.name === 'ms' ? 'mps' : unit.name
  if (unit.dimension === 'time') return { mo: '', yr: 'yrs' }[unit.name] ?? unit.name
  return GLUED[unit.name] ?? unit.name
}

function beforeOf(unit: Unit | undefined): string {
  if (unit === undefined) return ANY.before
  return unit.dimension === 'money' && unit.name !== 'cents' ? unit.name.toUpperCase() : NO_CURRENCY
}

/** The unit of what an answer gives at one of its entries. */
function unitOf(
  { expected }: AnswerEntry,
  { subject: { registry }, gold }: RewriteContext,
): Unit | undefined {
  const producerOf = (id: string) => gold.calls.find((call) => call.id === id)
  const sources: SlotSources = {
    outputOf: gold.outputOf,
    producerOf,
    outputSchemaOf: ({ $from, at }) =>
      schemaAt(registry.get(producerOf($from)?.tool_name ?? '')?.outputSchema as LeafSchema | undefined, at),
  }
  const [slot] = slotsOfAnswer(expected).slots
  return slot === undefined ? undefined : unitOfSlot(slot, sources)
}

/** Figures with their unit right behind them, or their currency right before: any where none is known. */
export const gluedUnits: Rewrite = {
  name: 'glued-units',
  rewrites: (context) =>
    answeredIn(
      context,
      (
        [
          ['behind', (figure: string, unit: Unit | undefined) => figure + behindOf(unit)],
          ['before', (figure: string, unit: Unit | undefined) => beforeOf(unit) + figure],
        ] as const
      ).map(([side, glue]) => [
        `with units glued ${side} its figures`,
        (entries) =>
          entries.some(({ value }) => isPlainNumber(value))
            ? `ANSWER: ${labelled(entries, '; ', (value, entry) =>
                isPlainNumber(value) ? glue(String(value), unitOf(entry, context)) : plainly(value),
              )}`
            : undefined,
      ]),
    ),
}
