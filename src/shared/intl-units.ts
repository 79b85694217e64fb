/** How Intl writes one and two of a unit. */
const listUnitForms = (locale: string, options: Intl.NumberFormatOptions): string[] =>
  [1, 2].flatMap((count) =>
    new Intl.NumberFormat(locale, options)
      .formatToParts(count)
      .flatMap(({ type, value }) => (type === 'unit' || type === 'currency' ? [value] : [])),
  )

/** Units of Intl that are made of two others, which it does not list. */
const SPEEDS = ['kilometer-per-hour', 'meter-per-second', 'mile-per-hour']

const listFormsOfUnit = (unit: string): string[] =>
  ['en', 'en-GB']
    .flatMap((locale) =>
      (['long', 'short', 'narrow'] as const).flatMap((unitDisplay) =>
        listUnitForms(locale, { style: 'unit', unit, unitDisplay }),
      ),
    )
    // "degrees Celsius" and "°C" are also written without the degree.
    .flatMap((form) => [form, form.replace(/^(?:degrees?\s|°)/, '')])

const listFormsOfCurrency = (currency: string): string[] => [
  currency,
  ...(['name', 'symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
    // Canada writes "US$" and "JP¥".
    ['en', 'en-CA']
      .flatMap((locale) => listUnitForms(locale, { style: 'currency', currency, currencyDisplay }))
      // "Swiss francs" are also "francs".
      .flatMap((form) => (currencyDisplay === 'name' ? [form, form.split(' ').at(-1) ?? ''] : [form])),
  ),
]

/**
 * The units and currencies of Intl, each with the ways of writing it. That takes 4,000 formatters, so the build has the
 * list in place of this module (scripts/intl-units-plugin.ts).
 */
export function listIntlUnits(): [unit: string, forms: string[]][] {
  const units = [...Intl.supportedValuesOf('unit'), ...SPEEDS]
  const listOnce = (forms: string[]): string[] => [...new Set(forms)]
  return [
    ...units.map((unit): [string, string[]] => [unit, listOnce(listFormsOfUnit(unit))]),
    ...Intl.supportedValuesOf('currency').map((code): [string, string[]] => [
      code,
      listOnce(listFormsOfCurrency(code)),
    ]),
  ]
}
