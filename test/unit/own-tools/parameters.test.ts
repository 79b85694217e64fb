import { expect, it } from 'vitest'
import { z } from 'zod'
import { describeMisspelling, parseArguments } from '../../../src/own-tools/parameters.ts'

it('names the arguments that a schema refuses, in one line', async () => {
  const schema = z.object({ weight: z.number(), page: z.number().default(1) })
  await expect(parseArguments(schema, { weight: 2 })).resolves.toEqual({ weight: 2, page: 1 })
  await expect(parseArguments(schema, { wait: 2, page: 'two' })).rejects.toThrow(
    /^its schema refuses the arguments: weight: [^\n]+; page: [^\n]+$/,
  )
})

it('leaves another error, and arguments without a zod schema, as they are', async () => {
  const schema = z.object({ weight: z.number() }).refine(() => {
    throw new Error('broken')
  })
  await expect(parseArguments(schema, { weight: 2 })).rejects.toThrow(/^broken$/)
  await expect(parseArguments({ jsonSchema: {} }, { wait: 2 })).resolves.toEqual({ wait: 2 })
})

it.each<
  [
    string,
    Parameters<typeof describeMisspelling>[1],
    Parameters<typeof describeMisspelling>[2],
    string | undefined,
  ]
>([
  ['a name that a function cannot read', { ordr_id: 1 }, { readable: ['order_id'] }, 'order_id'],
  ['a name that a schema lacks', { wieght: 2 }, { schema: z.object({ weight: z.number() }) }, 'weight'],
  [
    'a name that JSON Schema lacks',
    { cty: '' },
    { schema: { type: 'object', properties: { city: {} } } },
    'city',
  ],
  ['a schema that allows others', { wieght: 2 }, { schema: z.looseObject({ weight: z.number() }) }, undefined],
  ['a name that is given', { order_id: 1, ordr_id: 2 }, { readable: ['order_id'] }, undefined],
  ['a name like none', { order_id: 1, note: '' }, { readable: ['order_id', 'verbose'] }, undefined],
  ['nothing known', { ordr_id: 1 }, {}, undefined],
])('of an argument: %s', (_, args, known, meant) => {
  const message = meant && `find has no parameter "${Object.keys(args)[0]}"; did you mean "${meant}"?`
  expect(describeMisspelling('find', args, known)).toBe(message)
})
