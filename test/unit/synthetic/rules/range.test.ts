import { describe, expect, it } from 'vitest'
import { rulesOfKind, toolOf } from '../../../support/synthetic.ts'

const rangeOf = (sentence: string, source: 'description' | 'failure') =>
  rulesOfKind(
    source === 'description'
      ? toolOf({ peak_heat: `number|${sentence}` })
      : toolOf({ peak_heat: 'number|Highest heat', hold: 'number|Hold', shelves: 'string[]|Shelves' }, [
          sentence,
        ]),
    'range',
  ).map(({ parameter, minimum, maximum, exclusiveMinimum, exclusiveMaximum }) => [
    parameter,
    exclusiveMinimum ? `>${minimum}` : minimum,
    exclusiveMaximum ? `<${maximum}` : maximum,
  ])

describe('ranges', () => {
  it.each([
    ['Heat in degrees (20-1300)', [20, 1300]],
    ['Heat (-5.5 to 1,300)', [-5.5, 1300]],
    ['Heat, range 20-1300', [20, 1300]],
    ['Heat between 20 and 1300', [20, 1300]],
    ['Heat in degrees (minimum 20, maximum 1300)', [20, 1300]],
    ['Heat (must be positive)', ['>0', undefined]],
  ])('are read from a description: %s', (description, [low, high]) => {
    expect(rangeOf(description, 'description')).toEqual([['peak_heat', low, high]])
  })

  it.each([
    ['Wrong peak heat: Must be between 20 and 1300 degrees.', [20, 1300]],
    ['Wrong heat: peak_heat must be between -60 and -10 degrees.', [-60, -10]],
    ['Wrong heat: peak_heat must be between 5 kelvin and +10 kelvin.', [5, 10]],
    ['Wrong heat: peak_heat must be a positive number.', ['>0', undefined]],
    ['Wrong heat: peak_heat must be a positive number between 20 and 1300.', [20, 1300]],
    ['Peak heat too low: Peak heat must be at least 20.', [20, undefined]],
    ['Peak heat: The peak heat cannot be negative.', [0, undefined]],
    ['Wrong peak heat: Must be greater than 20 and less than 1300.', ['>20', '<1300']],
    ['Wrong heat: peak_heat must be given and must contain positive values.', ['>0', undefined]],
    ['Wrong peak heat: Must be positive, usually 900-1100.', ['>0', undefined]],
  ])('are read from a failure mode: %s', (failure, [low, high]) => {
    expect(rangeOf(failure, 'failure')).toEqual([['peak_heat', low, high]])
  })

  it('are told apart within one sentence', () => {
    expect(rangeOf('Wrong settings: peak_heat must be 20-1300, hold must be 1-90.', 'failure')).toEqual([
      ['peak_heat', 20, 1300],
      ['hold', 1, 90],
    ])
  })

  it.each([
    ['Usual heat (typically 900-1100)', 'description'],
    ['Seconds in a step (60 for minutes, 3600 for hours)', 'description'],
    ['Peak heat: usually between 900 and 1100.', 'failure'],
    ['Too little data: Need at least 30 firings for a forecast.', 'failure'],
    ['Too many shelves: Maximum 12 shelves fit in a kiln.', 'failure'],
    ['Wrong heat: peak_heat must be between 20 and 1300 when the lid is open.', 'failure'],
  ] as const)('are not made of advice, of counts or of conditions: %s', (sentence, source) => {
    expect(rangeOf(sentence, source)).toEqual([])
  })

  it('let pass the numbers that have a meaning of their own', () => {
    const tool = toolOf({ depth: 'integer|Depth' }, [
      'Wrong depth: depth must be -1 (unlimited) or a positive integer.',
    ])
    expect(rulesOfKind(tool, 'range')[0]).toMatchObject({ minimum: 0, exclusiveMinimum: true, allow: [-1] })
  })

  it('of all things of a kind are ranges of each', () => {
    const tool = toolOf({ clay_weight: 'number|Clay', sand_weight: 'number|Sand', heat: 'number|Heat' }, [
      'Wrong weights: All weights must be between 0 and 1.',
    ])
    expect(rulesOfKind(tool, 'range').map(({ parameter }) => parameter)).toEqual([
      'clay_weight',
      'sand_weight',
    ])
  })

  it('keep the wider of two figures', () => {
    const tool = toolOf({ hold: 'integer|Hold in minutes (1-60)' }, ['Wrong hold: Must be between 1 and 90.'])
    expect(rulesOfKind(tool, 'range')).toMatchObject([{ minimum: 1, maximum: 90 }])
  })
})
