import { expect, it } from 'vitest'
import { z } from 'zod'
import { noteOwnTool } from '../../../src/own-tools/bodies.ts'
import {
  describeDifference,
  describeMisspelling,
  describeRefusedArguments,
  describeWrongName,
  parseArguments,
} from '../../../src/own-tools/parameters.ts'
import type { JsonObject } from '../../../src/shared/json.ts'

it('names the arguments that a schema refuses, in one line', async () => {
  const schema = z.object({ weight: z.number(), page: z.number().default(1) })
  await expect(parseArguments(schema, { weight: 2 })).resolves.toEqual({ weight: 2, page: 1 })
  await expect(parseArguments(schema, { wait: 2, page: 'two' })).rejects.toThrow(
    /^its schema refuses the arguments: weight: [^\n]+; page: [^\n]+$/,
  )
})

it('names the arguments that a framework refuses by an error around that of the schema', () => {
  const cause = z.object({ name: z.string() }).safeParse({}).error
  const validation = new Error(`Type validation failed: Value: {}.\nError message: ${cause}`, { cause })
  expect(describeRefusedArguments(new Error('Invalid input', { cause: validation }))).toMatch(
    /^its schema refuses the arguments: name: [^\n]+$/,
  )
  const circle = new Error('no schema')
  circle.cause = circle
  expect(describeRefusedArguments(circle)).toBe('no schema')
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
    { citty: '' },
    { schema: { type: 'object', properties: { city: {} } } },
    'city',
  ],
  [
    'a schema that allows others',
    { wieght: 2 },
    { schema: z.looseObject({ weight: z.number() }) },
    undefined,
  ],
  ['a name that is given', { order_id: 1, ordr_id: 2 }, { readable: ['order_id'] }, undefined],
  ['a name like none', { order_id: 1, note: '' }, { readable: ['order_id', 'verbose'] }, undefined],
  ['a short name', { id: 1 }, { readable: ['no', 'order_id'] }, undefined],
  ['a name like a short one', { date: 1 }, { readable: ['at', 'order_id'] }, undefined],
  ['nothing known', { ordr_id: 1 }, {}, undefined],
])('of an argument: %s', (_, args, known, meant) => {
  const message = meant && `find has no parameter "${Object.keys(args)[0]}"; did you mean "${meant}"?`
  expect(describeMisspelling('find', args, known)).toBe(message)
})

it('takes the agent’s calls as evidence of a name that is unlike', () => {
  noteOwnTool('find', { run: () => 1, readable: ['order_id', 'verbose'] })
  const judge = (args: JsonObject, ...calls: JsonObject[]) =>
    describeWrongName(
      { tool_name: 'find', arguments: args },
      calls.map((given) => ({ tool_name: 'find', arguments: given })),
    )
  expect(judge({ id: 1 }, { order_id: 1 })).toBe(
    'find has no parameter "id"; the agent gives it order_id. Correct the function of the task',
  )
  // The agent gives what its tool ignores, or nobody knows what it would give.
  expect(judge({ id: 1 }, { order_id: 1, id: 1 })).toBeUndefined()
  expect(judge({ id: 1 })).toBeUndefined()
  expect(judge({ order_id: 1, reason: '' }, { order_id: 1 })).toBeUndefined()
  expect(describeWrongName({ tool_name: 'other', arguments: { id: 1 } }, [])).toBeUndefined()
})

it('knows of a function what its code reads: a simulator must not require more', () => {
  noteOwnTool('cancel', { run: () => 1, readable: ['order_id', 'verbose'] })
  const describe = (tool: string, required: string[]) =>
    describeDifference(tool, undefined, {
      inputSchema: { properties: { order: {}, order_id: {} }, required },
    })
  expect(describe('cancel', ['order'])).toMatch(/^the simulator of "cancel" .*: the tool has no order\. /)
  expect(describe('cancel', ['order_id'])).toBeUndefined()
  expect(describe('unread', ['order'])).toBeUndefined()
})
