import { expect, it } from 'vitest'
import type { Call } from '../../../src/schema/trace.ts'
import { assignSaidTurns } from '../../../src/trace/said-turns.ts'

const call = (id: string, tool_name: string, args: Call['arguments'], turn?: number): Call => ({
  id,
  tool_name,
  arguments: args,
  status: 200,
  started: 0,
  ended: 1,
  ...(turn === undefined ? {} : { turn }),
})

it('gives each call the turn in which a model asked for it, once', () => {
  const turns = [
    [{ name: 'read', arguments: { b: 2, a: 1 } }],
    [
      { name: 'read', arguments: { a: 1, b: 2 } },
      { name: 'write', arguments: {} },
    ],
  ]
  const calls = [
    call('1', 'read', { a: 1, b: 2 }),
    call('2', 'write', {}),
    call('3', 'read', { a: 1, b: 2 }),
    call('4', 'read', { a: 1, b: 2 }),
    call('5', 'other', {}),
  ]
  expect(assignSaidTurns(calls, turns).map(({ turn }) => turn)).toEqual([0, 1, 1, undefined, undefined])
  // What the framework says goes before, and takes its call away.
  const known = [call('1', 'read', { a: 1, b: 2 }, 1), call('2', 'read', { a: 1, b: 2 })]
  expect(assignSaidTurns(known, turns).map(({ turn }) => turn)).toEqual([1, 0])
})
