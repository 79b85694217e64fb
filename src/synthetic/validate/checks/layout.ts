import { z } from 'zod'
import type { RuleOf } from '../../tool-spec/rule.ts'
import type { ValueCheck } from './value-check.ts'
import { valuesOf } from './values.ts'

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Parts of a date in a layout; MM after HH means minutes. */
const PARTS: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  DD: '(?<day>0[1-9]|[12]\\d|3[01])',
  HH: '(?:[01]\\d|2[0-3])',
  SS: '[0-5]\\d',
}
const MONTH = '(?<month>0[1-9]|1[0-2])'

function dateLayout(layout: string): RegExp {
  let inTime = false
  // The day that has to exist is the first of a layout, `YYYY-YYYY` having two years.
  const named = new Set<string>()
  const once = (part: string): string =>
    part.replace(/\?<(\w+)>/, (group, name: string) => {
      if (named.has(name)) return '?:'
      named.add(name)
      return group
    })
  const pattern = layout.replace(/YYYY|MM|DD|HH|SS|mm|ss|hh|[^A-Za-z]|T|Z/g, (part) => {
    const upper = part.toUpperCase()
    if (upper === 'HH') inTime = true
    if (upper === 'MM') return inTime ? '[0-5]\\d' : once(MONTH)
    const own = PARTS[upper]
    return own === undefined ? literal(part) : once(own)
  })
  return new RegExp(`^${pattern}$`)
}

/** Whether a text keeps to a layout of a date, `YYYY-MM-DD HH:MM`, on a day that exists. */
function isDateOf(text: string, layout: string): boolean {
  const groups = dateLayout(layout).exec(text)?.groups
  if (groups === undefined) return dateLayout(layout).test(text)
  const { year = '2000', month = '01', day = '01' } = groups
  return z.iso.date().safeParse(`${year}-${month}-${day}`).success
}

const isDateLayout = (layout: string): boolean =>
  /^(?:YYYY|MM|DD|HH|SS|mm|ss|hh|[-/:. TZ])+$/.test(layout) && /Y{4}|HH/.test(layout)

/** `XXX-XXXX` and `###-##`: each mark is a digit. */
const isDigitLayout = (layout: string): boolean => /^[X#()\s.-]+$/.test(layout)

/** `name:value`, `a|b|c`: placeholders between separators; a text needs that many separators or more. */
function hasSeparators(text: string, layout: string): boolean {
  const [separator] = layout.match(/[:|=,;>]/) ?? []
  return separator === undefined || text.split(separator).length >= layout.split(separator).length
}

function keepsLayout(text: string, layout: string): boolean {
  if (isDateLayout(layout)) return isDateOf(text, layout)
  if (isDigitLayout(layout)) return new RegExp(`^${literal(layout).replace(/[X#]/g, '\\d')}$`).test(text)
  return hasSeparators(text, layout)
}

export const checkLayout: ValueCheck<RuleOf<'layout'>> = (value, { layout, property }) => {
  const fine = valuesOf(value, property).every((one) => typeof one !== 'string' || keepsLayout(one, layout))
  return fine ? undefined : `expected the format ${layout}`
}
