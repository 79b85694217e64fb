import { describe, expect, it } from 'vitest'
import type { Task } from '../../../src/schema/task.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { judgeAgents, listMisjudged } from '../../support/reference-tasks.ts'
import { performed, score, taskOf } from './tasks.ts'

const INVOICE = { client_name: 'Acme', items: [{ description: 'Hours', quantity: 2, unit_price: 80 }] }
const bill = (more: JsonObject): JsonObject => ({ ...INVOICE, ...more })

describe('a default of the schema', () => {
  it.each<[string, JsonObject, JsonObject, boolean]>([
    ['is left out', {}, {}, true],
    ['is written out', {}, { currency: 'USD' }, true],
    ['is written as such a value may be', {}, { currency: 'usd' }, true],
    ['is expected and written so', { currency: 'USD' }, { currency: 'usd' }, true],
    ['is expected as such a value may be, and left out', { currency: 'usd' }, {}, true],
    ['is not what is written', {}, { currency: 'EUR' }, false],
    ['is one of several, and left out', { currency: { $oneOf: ['EUR', 'USD'] } }, {}, true],
    [
      'is one of several, and another is written',
      { currency: { $oneOf: ['EUR', 'USD'] } },
      { currency: 'eur' },
      true,
    ],
    [
      'is one of several, and none is written',
      { currency: { $oneOf: ['EUR', 'USD'] } },
      { currency: 'CHF' },
      false,
    ],
    ['is none of several, and left out', { currency: { $oneOf: ['EUR', 'CHF'] } }, {}, false],
  ])('%s', (_, wanted, given, solved) => {
    const task = taskOf([['create_invoice', bill(wanted)]])
    expect(score(task, performed(['create_invoice', bill(given)])).solved).toBe(solved)
  })

  it('is written out in one of two equal reads, which are no newer answer to each other', () => {
    const task = taskOf([['create_invoice', INVOICE]])
    const twice = performed(['create_invoice', INVOICE], ['create_invoice', bill({ currency: 'usd' })])
    expect(score(task, twice)).toMatchObject({ solved: false, unneeded_writes: 1 })
  })
})

describe('an optional argument', () => {
  const task = taskOf([['create_task', { title: 'File taxes', description: { $optional: 'By April.' } }]])
  it.each<[JsonObject, boolean]>([
    [{}, true],
    [{ description: 'By April.' }, true],
    [{ description: '' }, true],
    [{ description: null }, true],
    [{ description: 'By May.' }, false],
  ])('may say nothing: %j', (more, solved) => {
    expect(score(task, performed(['create_task', { title: 'File taxes', ...more }])).solved).toBe(solved)
  })
})

it('a default among the options of a state is what is there when nothing was passed', () => {
  const task: Task = {
    ...taskOf([['create_task', { title: 'File taxes', priority: { $oneOf: ['high', 'medium'] } }]]),
    expected_state: true,
  }
  const made = (more: JsonObject) =>
    scoreTrace(task, performed(['create_task', { title: 'File taxes', ...more }]), registry)
  expect(made({})).toMatchObject({ solved: true })
  expect(made({ priority: 'high' })).toMatchObject({ solved: true })
  expect(made({ priority: 'low' })).toMatchObject({ solved: false })
})

it('in a function a default among the options makes the argument optional', async () => {
  const { oneOf } = await import('../../../src/tasks/reference/markers.ts')
  const make =
    (...args: JsonObject[]) =>
    async ({ create_task }: Record<string, (args?: object) => Promise<unknown>>): Promise<void> => {
      for (const one of args) await create_task!({ title: 'File taxes', ...one })
    }
  const { right, wrong } = await judgeAgents(
    'options',
    {
      prompt: 'Add the task "File taxes" with medium or high priority.',
      tools: ['create_task'],
      reference: make({ priority: oneOf('high', 'medium') as never }),
      right: { bare: make({}), medium: make({ priority: 'medium' }), high: make({ priority: 'high' }) },
      wrong: { low: make({ priority: 'low' }) },
    },
    registry,
  )
  expect([listMisjudged(right), listMisjudged(wrong)]).toEqual([{}, {}])
})
