import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { listReadableNames } from '../../../src/own-tools/read-names.ts'

const read = (code: string): string[] | undefined => {
  const [statement] = parseAst(`(${code})`).body as unknown as [{ expression: object }]
  return listReadableNames(statement.expression)
}

it.each([
  ['async ({ order_id }) => order_id', ['order_id']],
  ["async function ({ order_id: id, 'note': text = '' } = {}) { return id + text }", ['order_id', 'note']],
  ['(args) => orders.get(args.order_id)', ['order_id']],
  ["(args = {}) => orders.get(args?.order_id ?? args['id'])", ['order_id', 'id']],
  [
    '(args) => { const { order_id, note } = args; return { args: order_id, x: [note, args.note] } }',
    ['order_id', 'note'],
  ],
  ['(args) => other.args + args.id', ['id']],
])('%s reads %j', (code, names) => {
  expect(read(code)).toEqual(names)
})

it.each([
  '({ order_id, ...rest }) => rest',
  '({ [name]: value }) => value',
  'function ({ order_id }) { return log(order_id, arguments) }',
  'function ({ order_id }) { return arguments[0].id }',
  '(args) => send({ ...args, id: args.id })',
  '(args) => send(args) ?? args.id',
  '(args) => send({ args })',
  '(args) => args[name] ?? args.id',
  '(args) => { const copy = args; return copy.id ?? args.id }',
  '(args) => { const { id, ...rest } = args; return rest }',
  '(args) => ("id" in args ? args.id : 0)',
  '(args) => args',
  '(unused) => 1',
  '() => 1',
  '(id, limit) => id',
  '(...args) => args.length',
])('%s may read any argument', (code) => {
  expect(read(code)).toBeUndefined()
})
