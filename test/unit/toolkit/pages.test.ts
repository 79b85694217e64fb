import { describe, expect, test } from 'vitest'
import { isObject, type JsonObject } from '../../../src/shared/json.ts'
import {
  buildObjectSchema,
  buildOperation,
  buildParameters,
  createCaller,
  integer,
  list as listSchema,
  openApi,
  text,
} from '../../support/open-api.ts'

/** A call of a list with these parameters, whose result has these fields beside `data`. */
function listOf(parameters: JsonObject, fields: JsonObject): (args: JsonObject) => JsonObject {
  const pet = buildObjectSchema({ id: text, name: text }, [])
  const call = createCaller(
    openApi({
      '/pets': {
        get: {
          ...buildOperation('listPets', buildObjectSchema({ data: listSchema(pet), ...fields }, [])),
          ...buildParameters(parameters, 'query'),
        },
      },
      '/pets/{petId}': { ...buildParameters({ petId: text }), get: buildOperation('getPet', pet) },
    }).toolkit,
  )
  return (args) => {
    const result = call('listPets', args)
    if (result.ok && isObject(result.output)) return result.output
    return result.ok ? {} : { status: result.status, parameter: result.error.parameter ?? '' }
  }
}

const idsOf = ({ data }: JsonObject): string[] => (data as { id: string }[]).map(({ id }) => id)

/** Follows the pages of a list to its end, at most 30. */
function allPages(first: JsonObject, next: (page: JsonObject) => JsonObject | undefined): string[] {
  const ids: string[] = []
  let page: JsonObject | undefined = first
  for (let n = 0; page !== undefined && n < 30; n++) {
    ids.push(...idsOf(page))
    page = next(page)
  }
  return ids
}

describe('pages of a list', () => {
  test('a cursor is followed to the end, and every record is there once', () => {
    const list = listOf(
      { limit: integer, cursor: text },
      { has_more: { type: 'boolean' }, next_cursor: { type: ['string', 'null'] } },
    )
    const whole = idsOf(list({}))
    expect(list({})).toMatchObject({ has_more: false, next_cursor: null })
    const followed = allPages(list({ limit: 4 }), ({ next_cursor, has_more }) => {
      expect(has_more).toBe(next_cursor !== null)
      return typeof next_cursor === 'string' ? list({ limit: 4, cursor: next_cursor }) : undefined
    })
    expect(whole.length).toBeGreaterThan(4)
    expect(followed).toEqual(whole)
    // The id of the last thing seen is a cursor too.
    expect(idsOf(list({ limit: 2, cursor: whole[3] as string }))).toEqual(whole.slice(4, 6))
    expect(list({ cursor: 'nonsense' })).toMatchObject({ status: 400, parameter: 'cursor' })
  })

  test('totals count all that match, page by page, also under meta', () => {
    const list = listOf(
      { page: integer, per_page: { type: 'integer', default: 5 } },
      {
        next: { type: ['string', 'null'] },
        meta: buildObjectSchema({ total: integer, count: integer, page: integer, total_pages: integer }, []),
      },
    )
    const first = list({})
    const { total } = first.meta as { total: number }
    expect(first).toMatchObject({
      next: '2',
      meta: { count: 5, page: 1, total_pages: Math.ceil(total / 5) },
    })
    const followed = allPages(first, ({ next }) => {
      if (next === null) return undefined
      return list({ page: Number(next) })
    })
    expect(new Set(followed).size).toBe(total)
    expect(followed).toHaveLength(total)
  })

  test('an offset that lies beyond the end gives nothing and no next page', () => {
    const list = listOf({ offset: integer, limit: integer }, { total: integer, next_offset: integer })
    const { total } = list({}) as { total: number }
    expect(list({ offset: 2, limit: 3 })).toMatchObject({ total, next_offset: 5 })
    expect(list({ offset: 999, limit: 3 })).toEqual({ data: [], total })
  })
})
