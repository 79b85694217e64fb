import { describe, expect, it } from 'vitest'
import { rulesOfKind, toolOf } from '../../../support/synthetic.ts'

describe('ordering', () => {
  const PARAMETERS = {
    load_time: 'string|Time of loading',
    unload_time: 'string|Time of unloading',
    heat_min: 'number|Lowest heat',
    heat_max: 'number|Highest heat',
  }
  it.each([
    ['Wrong times: load_time must be before unload_time.', 'load_time', 'unload_time', true],
    [
      'Wrong times: Unload time must be after load time and both must be valid.',
      'load_time',
      'unload_time',
      true,
    ],
    ['Wrong heat: heat_max must be greater than or equal to heat_min.', 'heat_min', 'heat_max', false],
    ['Wrong heat: heat_min cannot exceed heat_max.', 'heat_min', 'heat_max', false],
  ])('is read: %s', (failure, lesser, greater, strict) => {
    expect(rulesOfKind(toolOf(PARAMETERS, [failure]), 'ordering')).toEqual([
      { kind: 'ordering', lesser, greater, strict },
    ])
  })

  it.each([
    ['Too hot: heat_max exceeds what the kiln can do.'],
    ['Too early: The lid cannot be opened before cooling.'],
    ['Wrong: load_time must be earlier than heat_max.'],
  ])('is not read where one side is no parameter, or of another kind: %s', (failure) => {
    expect(rulesOfKind(toolOf(PARAMETERS, [failure]), 'ordering')).toEqual([])
  })
})

describe('conditions', () => {
  const PARAMETERS = {
    firing_mode: 'string|Mode: slow, fast, custom',
    curve_points: 'number[]?|Points of the curve (required for custom mode)',
    preheat: 'boolean?|Whether to preheat',
    preheat_minutes: 'integer?|Minutes of preheating',
  }

  it('are read from a description', () => {
    expect(rulesOfKind(toolOf(PARAMETERS), 'required_if')).toEqual([
      {
        kind: 'required_if',
        parameter: 'curve_points',
        when: { parameter: 'firing_mode', values: ['custom'] },
      },
    ])
  })

  it.each([
    [
      'Missing minutes: preheat_minutes is required when preheat is true.',
      { parameter: 'preheat', values: [true] },
    ],
    [
      "Missing minutes: preheat_minutes is required if firing_mode is 'slow'.",
      { parameter: 'firing_mode', values: ['slow'] },
    ],
    [
      'Missing minutes: preheat_minutes are required for slow and fast modes.',
      { parameter: 'firing_mode', values: ['slow', 'fast'] },
    ],
    [
      'Missing minutes: preheat_minutes is required when curve_points are provided.',
      { parameter: 'curve_points' },
    ],
  ])('are read from a failure mode: %s', (failure, when) => {
    const rules = rulesOfKind(toolOf(PARAMETERS, [failure]), 'required_if')
    expect(rules.find(({ parameter }) => parameter === 'preheat_minutes')?.when).toEqual(when)
  })

  it.each([
    ['Missing minutes: preheat_minutes is required for a good result.'],
    ['Missing minutes: preheat_minutes is required when firing_mode is not slow.'],
  ])('are not read where it is not certain when they hold: %s', (failure) => {
    const rules = rulesOfKind(toolOf(PARAMETERS, [failure]), 'required_if')
    expect(rules.filter(({ parameter }) => parameter === 'preheat_minutes')).toEqual([])
  })
})

describe('presence', () => {
  const PARAMETERS = { pot_id: 'string?|Pot', shelf_id: 'string?|Shelf', heat: 'number|Heat' }

  it('of one or the other is read', () => {
    const tool = toolOf(PARAMETERS, ['Nothing to find: Either pot_id or shelf_id must be provided.'])
    expect(rulesOfKind(tool, 'any_of')).toEqual([{ kind: 'any_of', parameters: ['pot_id', 'shelf_id'] }])
    expect(rulesOfKind(tool, 'exclusive')).toEqual([])
  })

  it.each([['pot_id and shelf_id are mutually exclusive.'], ['Give pot_id or shelf_id, but not both.']])(
    'of one alone is read: %s',
    (text) => {
      const tool = toolOf(PARAMETERS, [`Two places: ${text}`])
      expect(rulesOfKind(tool, 'exclusive')).toEqual([
        { kind: 'exclusive', parameters: ['pot_id', 'shelf_id'] },
      ])
    },
  )
})

describe('state', () => {
  it('has to hold what is named', () => {
    const tool = toolOf({ kiln_id: 'string|Kiln', heat: 'number|Heat' }, [
      'Kiln not found: The given kiln_id does not exist.',
    ])
    expect(rulesOfKind(tool, 'exists')).toEqual([{ kind: 'exists', parameter: 'kiln_id' }])
  })

  it('is not asked for by a duplicate', () => {
    const tool = toolOf({ kiln_id: 'string|Kiln' }, [
      'Duplicate kiln: A kiln with this kiln_id already exists.',
    ])
    expect(rulesOfKind(tool, 'exists')).toEqual([])
  })

  it('allows the transitions that are written out', () => {
    const tool = toolOf({ kiln_id: 'string|Kiln', new_status: 'string|Status: cold, hot, broken' }, [
      'Wrong change: Only these transitions are allowed: cold -> hot or broken, hot -> cold.',
    ])
    expect(rulesOfKind(tool, 'transition')).toEqual([
      { kind: 'transition', parameter: 'new_status', allowed: { cold: ['hot', 'broken'], hot: ['cold'] } },
    ])
  })
})
