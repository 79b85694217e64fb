import { describe, expect, it } from 'vitest'
import { rulesOfKind, toolOf } from '../../../support/synthetic.ts'

const PARAMETERS = {
  pot_label: 'string|Label',
  fired_at: 'string|Time of the firing',
  owner_email: 'string?|Address of the owner',
  page_url: 'string?|Page of the pot',
  recipe_data: 'string?|Recipe',
  sizes: 'string[]?|Sizes',
}
const compile = (failure: string) => toolOf(PARAMETERS, [failure])

describe('formats', () => {
  it.each([
    ['Wrong time: fired_at must be in ISO 8601 format.', 'fired_at', 'date-time'],
    ['Bad dates: All timestamps must be valid ISO 8601.', 'fired_at', 'date-time'],
    ['Bad address: owner_email must be a valid email address.', 'owner_email', 'email'],
    ['Bad page: Provide a valid URL for the page.', 'page_url', 'url'],
    ['Bad recipe: recipe_data must be valid JSON.', 'recipe_data', 'json'],
  ])('are read: %s', (failure, parameter, format) => {
    expect(rulesOfKind(compile(failure), 'format')).toContainEqual({ kind: 'format', parameter, format })
  })

  it.each([
    ['Bad page: page_url must be a valid URL or file path.', 'url'],
    ['Bad recipe: recipe_data must be valid JSON or XML.', 'json'],
    ['Bad time: fired_at must be in ISO 8601 or recognizable form.', 'date-time'],
  ])('are not read where another is allowed: %s', (failure, format) => {
    expect(rulesOfKind(compile(failure), 'format').map((rule) => rule.format)).not.toContain(format)
  })
})

describe('layouts', () => {
  it.each([
    ["Bad sizes: sizes must be in format 'width:height'.", 'sizes', 'width:height'],
    ['Bad time: fired_at must be in YYYY-MM-DD format.', 'fired_at', 'YYYY-MM-DD'],
    ['Bad label: pot_label must be in XX-XXXX format.', 'pot_label', 'XX-XXXX'],
  ])('are read: %s', (failure, parameter, layout) => {
    expect(rulesOfKind(compile(failure), 'layout')).toEqual([{ kind: 'layout', parameter, layout }])
  })

  it("are not read where there are two: 'a:b' or 'a:b:c'", () => {
    const tool = compile("Bad sizes: sizes must be in format 'width:height' or 'width:height:depth'.")
    expect(rulesOfKind(tool, 'layout')).toEqual([])
  })
})

describe('lengths', () => {
  it.each([
    ['Bad label: pot_label must be between 3 and 12 characters.', { minimum: 3, maximum: 12 }],
    ['Label too long: Pot label must be less than 13 characters.', { maximum: 12 }],
    ['Label too short: Minimum 3 characters required.', undefined],
    ['Pot label too short: Minimum 3 words required.', { minimum: 3, unit: 'words' }],
    ['Pot label too long: Pot label exceeds 12 character limit.', { maximum: 12 }],
  ])('are read: %s', (failure, rule) => {
    const found = rulesOfKind(compile(failure), 'length')
    if (rule === undefined) expect(found.every(({ parameter }) => parameter === 'pot_label')).toBe(true)
    else expect(found).toMatchObject([{ parameter: 'pot_label', ...rule }])
  })

  it('of a number are no lengths', () => {
    const tool = toolOf({ code_length: 'integer|Length' }, [
      'Bad length: Code length must be between 4 and 8 digits.',
    ])
    expect(rulesOfKind(tool, 'length')).toEqual([])
    expect(rulesOfKind(tool, 'range')).toMatchObject([{ parameter: 'code_length', minimum: 4, maximum: 8 }])
  })
})

describe('emptiness', () => {
  it.each([
    ['Bad label: Pot label cannot be empty.'],
    ['Bad label: pot_label must be a non-empty string.'],
    ['Empty pot label: Write something on the pot.'],
  ])('is read: %s', (failure) => {
    expect(rulesOfKind(compile(failure), 'non_empty')).toEqual([
      { kind: 'non_empty', parameter: 'pot_label' },
    ])
  })

  it('is implied for required names and identifiers, not for free text', () => {
    const tool = toolOf({ pot_id: 'string|Pot', message: 'string|Text', owner_name: 'string?|Owner' })
    expect(rulesOfKind(tool, 'non_empty').map(({ parameter }) => parameter)).toEqual(['pot_id'])
  })
})
