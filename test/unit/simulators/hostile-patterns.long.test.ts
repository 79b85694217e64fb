import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/shared/json.ts'
import { executeTool } from '../../../src/tools/execute.ts'
import { importMcpToolkit } from '../../../src/tools/imported/import/mcp.ts'
import { simulatorsOfToolkit } from '../../../src/tools/imported/simulate/simulators.ts'
import { UnansweredCall } from '../../../src/tools/unanswered-call.ts'
import { World } from '../../../src/tools/world/world.ts'

const HOSTILE = '^(a+)+$'
/** No linear engine reads look-around. */
const LOOKING = '^(?=a)(a+)+$'
const inputSchema = {
  type: 'object',
  properties: {
    code: { type: 'string', pattern: HOSTILE },
    list: { type: 'array', items: { type: 'string' } },
  },
}
const { toolkit } = importMcpToolkit({ tools: [{ name: 'find_code', inputSchema }] }, 'api', 'tools.json')
const [imported] = simulatorsOfToolkit(toolkit)
const call = (args: object, schema?: JsonObject) => {
  if (imported === undefined) throw new Error('There is no tool.')
  return executeTool(
    schema === undefined ? imported : { ...imported, inputSchema: schema },
    args,
    new World(1),
  )
}
const hostile = `${'a'.repeat(40)}!`

test('a pattern of an imported document is checked', () => {
  expect(call({ code: 'aaa' })).toMatchObject({ ok: true })
  expect(call({ code: 'b' })).toMatchObject({
    status: 400,
    error: { parameter: 'code', message: '"code" must match pattern "^(a+)+$"' },
  })
})

test('one that would backtrack for hours is answered', () => {
  expect(call({ code: hostile })).toMatchObject({
    status: 400,
    error: { parameter: 'code', message: '"code" must match pattern "^(a+)+$"' },
  })
})

const unanswered = {
  ok: false,
  status: 500,
  error: { message: expect.stringContaining('too much memory, to check against the patterns') },
  thrown: expect.any(UnansweredCall),
}

test('one that is too large gives no answer', () => {
  const large = { type: 'object', properties: { code: { pattern: '^(?:(?:(?:a?){1000}){1000}){10}$' } } }
  expect(call({ code: 'a'.repeat(50) }, large)).toMatchObject(unanswered)
})

test('an invalid pattern is reported', () => {
  const wrong = { type: 'object', properties: { code: { pattern: '(' } } }
  expect(() => call({ code: 'a' }, wrong)).toThrow(
    /^Failed to read the input schema of find_code: .*Correct the schema\.$/,
  )
})

test.each([
  ['properties', { type: 'object', properties: { code: { pattern: LOOKING } } }, { code: hostile }],
  ['patternProperties', { type: 'object', patternProperties: { [LOOKING]: {} } }, { [hostile]: 1 }],
  [
    'items',
    { type: 'object', properties: { list: { type: 'array', items: { pattern: LOOKING } } } },
    { list: Array.from({ length: 1_000 }, () => hostile) },
  ],
  [
    '$defs',
    { $ref: '#/$defs/a', $defs: { a: { properties: { code: { pattern: LOOKING } } } } },
    { code: hostile },
  ],
])(
  'a call that takes too long gets neither a result nor a refusal: %s',
  { timeout: 10_000 },
  (_, schema, args) => {
    expect(call(args, schema)).toMatchObject(unanswered)
  },
)
