import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { isObject, type JsonObject } from '../../../src/shared/json.ts'
import { toolkitSchema } from '../../../src/tools/imported/toolkit.ts'
import { DOCUMENTS, importToolkit } from '../../support/imported.ts'
import { readSubject, Workbench } from '../../support/toolkit-conformance.ts'

const ajv = new Ajv2020({ strict: false, validateFormats: false })

describe.each(Object.entries(DOCUMENTS))('%s', async (_, file) => {
  const toolkit = await importToolkit(file)
  const kinds = Object.keys(toolkit.entities)

  test('is a toolkit whose tools have names that every model takes, and a route each', () => {
    expect(toolkitSchema().parse(toolkit)).toEqual(toolkit)
    expect(toolkit.tools.filter(({ route }) => route === undefined)).toEqual([])
    expect(kinds.length).toBeGreaterThan(2)
  })

  test.each(toolkit.tools)('$name answers by its schema, and the same for the same seed and call', (tool) => {
    for (const seed of [0, 7]) {
      for (const all of [false, true]) {
        const [one, other] = [new Workbench(toolkit, seed), new Workbench(toolkit, seed)]
        const args = one.argumentsFor(tool, {}, all)
        const result = one.call(tool, args)
        // An order's id has few values, a client may choose one that is taken.
        if (!result.ok) expect(result.status).toBe(409)
        else
          expect(
            ajv.validate(tool.output, result.output),
            JSON.stringify([args, ajv.errors, result.output]),
          ).toBe(true)
        expect(JSON.stringify(other.call(tool, args))).toBe(JSON.stringify(result))
      }
    }
  })

  test.each(toolkit.tools.filter(({ input }) => Array.isArray(input.required)))(
    '$name refuses a call without what it needs, and names it',
    (tool) => {
      const [first] = tool.input.required as string[]
      const bench = new Workbench(toolkit, 7)
      const { [first as string]: _left, ...args } = bench.argumentsFor(tool)
      expect(bench.call(tool, args)).toMatchObject({ ok: false, status: 400, error: { parameter: first } })
    },
  )

  test.each(kinds)(
    '%s can be created, read, listed, updated and deleted, as far as there are tools',
    (kind) => {
      const bench = new Workbench(toolkit, 7)
      const entity = toolkit.entities[kind]
      const [create, read, list, update, remove] = (
        ['create', 'read', 'list', 'update', 'delete'] as const
      ).map((one) => bench.tool(one, kind))
      if (entity === undefined || read?.id === undefined) throw new Error('a kind that nothing reads')
      let id = bench.argumentsFor(read)[read.id]
      if (create !== undefined) {
        const args = bench.argumentsFor(
          create,
          entity.id in (create.input.properties as object)
            ? { [entity.id]: typeof id === 'number' ? 9 : 'new-1' }
            : {},
        )
        const made = bench.call(create, args)
        expect(made, JSON.stringify(made)).toMatchObject({ ok: true, committed: true })
        const subject = made.ok ? readSubject(create, made.output as JsonObject) : undefined
        id = isObject(subject) ? (subject[entity.id] ?? null) : (args[entity.id] ?? id)
        const seen = bench.call(read, { [read.id]: id } as JsonObject)
        expect(seen).toMatchObject({ ok: true })
        const fields = entity.schema.properties as JsonObject
        const kept = Object.fromEntries(Object.entries(args).filter(([name]) => name in fields))
        expect(seen.ok && readSubject(read, seen.output as JsonObject)).toMatchObject(kept)
      }
      if (list !== undefined && list.input.required === undefined) {
        const all = bench.call(list, {})
        const items = all.ok ? readSubject(list, all.output as JsonObject) : undefined
        expect(items).toContainEqual(expect.objectContaining({ [entity.id]: id }))
      }
      const one = { [read.id]: id } as JsonObject
      if (update?.id !== undefined) {
        const args = bench.argumentsFor(update, { [update.id]: id } as JsonObject, true)
        const changed = bench.call(update, args)
        expect(changed, JSON.stringify(changed)).toMatchObject({ ok: true, committed: true })
        const seen = bench.call(read, one)
        const fields = entity.schema.properties as JsonObject
        const set = Object.fromEntries(
          Object.entries(args).filter(([name]) => name in fields && name !== entity.id),
        )
        expect(seen.ok && readSubject(read, seen.output as JsonObject)).toMatchObject(set)
      }
      if (remove?.id !== undefined) {
        const args = bench.argumentsFor(remove, { [remove.id]: id } as JsonObject)
        expect(bench.call(remove, args)).toMatchObject({ ok: true, committed: true })
        expect(bench.call(read, one)).toMatchObject({ ok: false, status: 404, error: { parameter: read.id } })
        expect(bench.call(remove, args)).toMatchObject({ ok: false, status: 404 })
      }
    },
  )

  test('reads commit nothing, and ids that a prompt may name are there in every world', () => {
    for (const seed of [0, 3, 11]) {
      const bench = new Workbench(toolkit, seed)
      for (const tool of toolkit.tools.filter(({ effect }) => effect === 'read')) {
        const result = bench.call(tool, bench.argumentsFor(tool))
        expect(result, tool.name).toMatchObject({ ok: true, committed: false })
      }
      expect(bench.world.journal).toEqual([])
    }
  })
})
