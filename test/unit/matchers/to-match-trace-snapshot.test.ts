import * as vitest from 'vitest'
import { describe, expect, it, vi } from 'vitest'
import { matchers } from '../../../matchers/index.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { functionTask } from '../../support/code-task.ts'
import { Performer } from '../../support/perform.ts'
import { chain, chainTask, failureOf, guess } from './traces.ts'

const { toMatchTraceFileSnapshot, toMatchTraceInlineSnapshot, toMatchTraceSnapshot } = matchers
const all = { toMatchTraceFileSnapshot, toMatchTraceInlineSnapshot, toMatchTraceSnapshot }

describe('snapshots of traces', () => {
  it('hold the calls as a tree', async () => {
    expect(chain()).toMatchTraceInlineSnapshot(`
      get_weather city="Oslo"
        unit_convert value=<get_weather.temperature_celsius> from_unit="celsius" to_unit="fahrenheit"
          send_email to="ana@example.com" subject="Oslo" body="... <unit_convert.converted_value> ..."
    `)
    expect({ trace: chain(8), task: chainTask }).toMatchTraceInlineSnapshot(
      { answer: true },
      `
      get_weather city="Oslo"
        unit_convert value=<get_weather.temperature_celsius> from_unit="celsius" to_unit="fahrenheit"
          send_email to="ana@example.com" subject="Oslo" body="... <unit_convert.converted_value> ..."
      answer: "It is <unit_convert.converted_value>."
    `,
    )
    await expect(Promise.resolve(guess())).resolves.toMatchTraceInlineSnapshot(`
      get_weather city="Oslo"
      get_weather#2 city="Paris"
      get_weather town="Oslo"  -> 400 invalid_argument
      unit_convert value=21.5 from_unit="celsius" to_unit="fahrenheit"
    `)
  })

  it('say which branch a task took, and have one for each', async () => {
    const task = await functionTask(
      'task',
      {
        prompt: 'If it is warmer than 17 degrees in Oslo, create the task Swim.',
        tools: ['get_weather', 'create_task'],
      },
      async ({ get_weather, create_task }) => {
        const { temperature_celsius } = await get_weather({ city: 'Oslo' })
        if (temperature_celsius > 17) await create_task({ title: 'Swim' })
      },
    )
    const run = (seed: number) => {
      const performer = new Performer(seed)
      const { temperature_celsius: warmth } = performer.call('get_weather', { city: 'Oslo' }) as JsonObject
      if ((warmth as number) > 17) performer.call('create_task', { title: 'Swim' })
      return { trace: performer.trace('task'), task }
    }
    expect(run(1)).toMatchTraceInlineSnapshot(`
      # get_weather>create_task|
      get_weather city="Oslo"
      create_task title="Swim"
    `)
    expect(run(2)).toMatchTraceInlineSnapshot(`
      # get_weather|
      get_weather city="Oslo"
    `)
    const named: string[] = []
    for (const seed of [1, 2]) {
      const context = { isNot: false, assertion: {}, task: { id: '1', file: {} } }
      const { toMatchSnapshot } = vitest.Snapshots
      vi.spyOn(vitest.Snapshots, 'toMatchSnapshot').mockImplementation(((_, hint) => {
        named.push(String(hint))
        return { pass: true, message: () => '' }
      }) as typeof toMatchSnapshot)
      toMatchTraceSnapshot.call(context as never, run(seed))
    }
    vi.restoreAllMocks()
    expect(named).toEqual(['get_weather>create_task|', 'get_weather|'])
  })

  it.each(Object.keys(all) as (keyof typeof all)[])('%s refuses wrong usage', (name) => {
    const usage = (first?: unknown, second?: unknown) =>
      failureOf(() => expect(chain())[name](first as { answer: true }, second as string))
    expect(usage({ answers: true })).toBe(
      `Failed to run ${name}: unknown option answers. The only option is { answer: true }.`,
    )
    expect(usage({}, 3)).toBe(`Failed to run ${name}: 3 is not a text. Options come first, then the text.`)
    expect(failureOf(() => expect(chain()).not[name]())).toContain('`.not` does not work with a snapshot')
    expect(failureOf(() => expect(3)[name]())).toContain(`Failed to run ${name}: `)
    const failed = { ...chain(), failure: 'no model answers' }
    expect(failureOf(() => expect(failed)[name]())).toContain(
      'the agent failed: no model answers. A failed run has no snapshot, also with vitest -u.',
    )
    const context = { isNot: false, assertion: {}, task: undefined }
    expect(
      failureOf(() => (all[name] as typeof toMatchTraceSnapshot).call(context as never, chain())),
    ).toContain('no test is running')
    const within = (expect as unknown as Record<string, () => unknown>)[name] as () => unknown
    expect(failureOf(() => expect({ run: chain() }).toEqual({ run: within() }))).toContain(
      'it cannot be used inside another value',
    )
  })
})
