import { describe, expect, it } from 'vitest'
import { matchers } from '../../../matchers/index.ts'
import { chain, chainTask, failureOf, guess } from './traces.ts'

const { toMatchTraceFileSnapshot, toMatchTraceInlineSnapshot, toMatchTraceSnapshot } = matchers
const all = { toMatchTraceFileSnapshot, toMatchTraceInlineSnapshot, toMatchTraceSnapshot }

describe('snapshots of traces', () => {
  it('hold the calls as a tree', async () => {
    expect(chain()).toMatchTraceInlineSnapshot(`
      get_weather city="Oslo"
      └─ unit_convert value=<get_weather.temperature_celsius> from_unit="celsius" to_unit="fahrenheit"
         └─ send_email to="ana@example.com" subject="Oslo" body="... <unit_convert.converted_value> ..."
    `)
    expect({ trace: chain(8), task: chainTask }).toMatchTraceInlineSnapshot(
      { answer: true },
      `
      get_weather city="Oslo"
      └─ unit_convert value=<get_weather.temperature_celsius> from_unit="celsius" to_unit="fahrenheit"
         └─ send_email to="ana@example.com" subject="Oslo" body="... <unit_convert.converted_value> ..."
      answer: "It is <unit_convert.converted_value>."
    `,
    )
    await expect(Promise.resolve(guess())).resolves.toMatchTraceInlineSnapshot(`
      get_weather#1 city="Oslo"
      get_weather#2 city="Paris"
      get_weather town="Oslo"  -> 400 invalid_argument
      unit_convert value=21.5 from_unit="celsius" to_unit="fahrenheit"
    `)
  })

  it.each(Object.keys(all) as (keyof typeof all)[])('%s refuses wrong usage', (name) => {
    const usage = (first?: unknown, second?: unknown) =>
      failureOf(() => expect(chain())[name](first as { answer: true }, second as string))
    expect(usage({ answers: true })).toBe(
      `Failed to run ${name}: unknown option answers. The only option is { answer: true }.`,
    )
    expect(usage({}, 3)).toBe(`Failed to run ${name}: 3 is not a text. Options come first, then the text.`)
    expect(failureOf(() => expect(chain()).not[name]())).toContain('`.not` says nothing about a snapshot')
    expect(failureOf(() => expect(3)[name]())).toContain(`Failed to run ${name}: `)
    const context = { isNot: false, assertion: {}, task: undefined }
    expect(
      failureOf(() => (all[name] as typeof toMatchTraceSnapshot).call(context as never, chain())),
    ).toContain('no test is running to keep the snapshot for')
    const within = (expect as unknown as Record<string, () => unknown>)[name] as () => unknown
    expect(failureOf(() => expect({ run: chain() }).toEqual({ run: within() }))).toContain(
      'a snapshot cannot stand within another value',
    )
  })
})
