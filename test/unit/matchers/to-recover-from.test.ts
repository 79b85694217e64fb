import { describe, expect, it } from 'vitest'
import '../../../matchers/index.ts'
import { Performer, type Planned } from '../../support/perform.ts'
import { chainTask, failureOf } from './traces.ts'

const failing: Planned = ['get_weather', { town: 'Oslo' }]
const right: Planned = ['get_weather', { city: 'Oslo' }]

/** Calls, all of one list at once. */
function traceOf(...turns: Planned[][]) {
  const performer = new Performer(7)
  for (const turn of turns) performer.turn(turn)
  return performer.trace('recovery')
}

describe('toRecoverFrom', () => {
  it('holds where a call of the tool succeeds after one that failed', async () => {
    expect(traceOf([failing], [right])).toRecoverFrom('get_weather')
    expect(traceOf([failing], [['word_count', { text: 'a b' }]], [failing], [right])).toRecoverFrom(
      'get_weather',
    )
    await expect(Promise.resolve(traceOf([failing], [right]))).resolves.toRecoverFrom('get_weather')
    expect({ run: traceOf([failing], [right]) }).toEqual({ run: expect.toRecoverFrom('get_weather') })
  })

  it.each([
    ['it failed last', traceOf([failing], [right], [failing])],
    ['another tool succeeded', traceOf([failing], [['word_count', { text: 'a b' }]])],
    ['both were called at once', traceOf([failing, right])],
    ['nothing failed', traceOf([right])],
    ['nothing was called', traceOf()],
  ])('does not where %s', (_, trace) => expect(trace).not.toRecoverFrom('get_weather'))

  it('says what came of it', () => {
    expect(
      failureOf(() => expect(traceOf([right], [failing])).toRecoverFrom('get_weather')),
    ).toMatchInlineSnapshot(`
      "expect(run).toRecoverFrom("get_weather")

      Expected: a call of get_weather that succeeds after one that failed
      Received: call_2 failed (400: missing required parameter "city"), and no later call of get_weather succeeded

      Calls:
        call_1 get_weather {"city":"Oslo"}
        call_2 get_weather {"town":"Oslo"}  -> 400 invalid_argument"
    `)
    expect(failureOf(() => expect(traceOf([right])).toRecoverFrom('get_weather'))).toContain(
      'Received: no call of get_weather failed',
    )
    expect(failureOf(() => expect(traceOf([failing], [right])).not.toRecoverFrom('get_weather'))).toContain(
      ', and call_2 succeeded',
    )
  })

  it('knows the tools on offer', () => {
    const run = { trace: traceOf([failing]), task: chainTask }
    expect(() => expect(run).not.toRecoverFrom('get_wether')).toThrow('Did you mean get_weather?')
    // @ts-expect-error the tool is missing
    expect(() => expect(run).toRecoverFrom()).toThrow('the name of the tool is missing')
  })
})
