import { expect, it } from 'vitest'
import { z } from 'zod'
import { parseArguments } from '../../../src/own-tools/parameters.ts'

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
