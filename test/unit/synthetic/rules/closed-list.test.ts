import { describe, expect, it } from 'vitest'
import { rulesOfKind, toolOf } from '../../../support/synthetic.ts'

const listOf = (description: string, failure?: string): readonly (string | number)[] | undefined =>
  rulesOfKind(
    toolOf(
      { glaze_kind: `string|${description}`, notes: 'string|Notes for the potter' },
      failure === undefined ? [] : [failure],
    ),
    'one_of',
  ).find(({ parameter }) => parameter === 'glaze_kind')?.values

describe('closed lists', () => {
  it.each([
    ['Kind of glaze: matte, satin, gloss'],
    ['Kind of glaze (matte, satin, gloss)'],
    ["Kind of glaze: 'matte', 'satin', or 'gloss'"],
    ['Kind of glaze: matte (dull), satin (soft), or gloss (shiny)'],
  ])('are read from a description: %s', (description) => {
    expect(listOf(description)).toEqual(['matte', 'satin', 'gloss'])
  })

  it.each([
    ['Wrong glaze kind: Has to be among these. Must be one of [matte, satin, gloss].'],
    ['Wrong glaze: glaze_kind must be one of: matte, satin, gloss'],
    ["Wrong glaze kind: Use 'matte', 'satin', or 'gloss' for the outer coat."],
    ['Wrong glaze kind: Must be either matte, satin, or gloss.'],
    ['Wrong glaze kind: Choose from matte, satin, or gloss.'],
  ])('are read from a failure mode: %s', (failure) => {
    expect(listOf('The glaze', failure)).toEqual(['matte', 'satin', 'gloss'])
  })

  it.each([
    ['Kind of glaze (e.g., matte, satin, gloss)'],
    ['Kind of glaze, such as: matte, satin, gloss'],
    ['Kind of glaze (matte, satin, gloss, etc.)'],
    ['Kind of glaze with colour, thickness, and coat'],
  ])('are not made of examples: %s', (description) => {
    expect(listOf(description)).toBeUndefined()
  })

  it('are not made of the names of things that a text may hold', () => {
    const tool = toolOf({ potter_name: 'string|Who fires (first name or last name)' })
    expect(rulesOfKind(tool, 'one_of')).toEqual([])
  })

  it('are not closed where the default is another option', () => {
    const tool = toolOf({ finish: 'string?|Finish: matte, gloss' }, [], '', { finish: { default: 'salt' } })
    expect(rulesOfKind(tool, 'one_of')).toEqual([])
  })

  it('join what two sentences say', () => {
    expect(listOf('Kind of glaze: matte, satin', 'Wrong glaze kind: Use one of [satin, gloss]')).toEqual([
      'satin',
      'gloss',
      'matte',
    ])
  })

  it('of numbers are numbers', () => {
    const tool = toolOf({ cone_step: 'integer|Step between cones (1, 2, or 5)' })
    expect(rulesOfKind(tool, 'one_of')[0]?.values).toEqual([1, 2, 5])
  })

  it('ask for one option where the sentence says so', () => {
    const tool = toolOf({ shelves: 'string[]|Shelves' }, [
      'Wrong shelves: Must include at least one of [top, middle, bottom].',
    ])
    expect(rulesOfKind(tool, 'one_of')[0]?.quantifier).toBe('some')
  })
})
