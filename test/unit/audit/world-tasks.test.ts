import { describe, expect, it } from 'vitest'
import type { WrittenTask } from '../../../src/schema/task-in-world.ts'
import { auditSuite } from '../../../src/suites/audit/audit-suite.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { functionTask } from '../../support/code-task.ts'
import { expandInWorld } from '../../support/in-world.ts'
import { findTask, SEEDS } from '../../support/world-tasks.ts'

/** The task `if` with another number of degrees, and with a call that decides nothing. */
const warmerThan = (degrees: number, isIdle = false): Promise<WrittenTask> =>
  functionTask(
    'if',
    {
      prompt: `If it is warmer than ${degrees} degrees in Oslo, create the task Water the garden.`,
      tools: ['get_weather', 'create_task', ...(isIdle ? ['get_stock_price'] : [])],
      seed: 100,
    },
    async ({ get_weather, create_task, get_stock_price }) => {
      const { temperature_celsius } = await get_weather({ city: 'Oslo' })
      if (isIdle) await get_stock_price({ symbol: 'MSFT' })
      if (temperature_celsius > degrees) await create_task({ title: 'Water the garden' })
    },
  )

describe('a task that decides', () => {
  it.each([
    'if',
    'if-else',
    'answer',
    'nested-if',
    'each-none',
    'find',
    'find-least',
    'first',
    'recover',
    'dates',
  ])('is valid: %s', async (id) => {
    const { findings, warnings } = await auditSuite([findTask(id)], registry)
    expect({ findings, warnings }).toEqual({ findings: [], warnings: undefined })
  })

  it('and nearly always decides the same is named, and fails where it was generated', async () => {
    const rules = ['discriminating'] as const
    const task = await warmerThan(32)
    const warm = SEEDS.filter((seed) => expandInWorld(task, seed).branch.includes('create_task')).length
    expect(warm).toBeGreaterThan(0)
    expect(warm).toBeLessThan(5)
    const detail = `the function takes the same branch in ${20 - warm} of the 20 worlds; expected at most 15`
    const byHand = await auditSuite([task], registry, { rules })
    expect(byHand).toMatchObject({ valid: 1, findings: [], warnings: [{ task_id: 'if', detail }] })
    const generated = await auditSuite([{ ...task, pattern: 'conditional' }], registry, { rules })
    expect(generated).toMatchObject({ valid: 0, findings: [{ task_id: 'if', detail }] })
    expect(generated).not.toHaveProperty('warnings')
  })

  it('needs the tool that it decides by, and not one that decides nothing', async () => {
    const rules = ['needed'] as const
    expect((await auditSuite([await warmerThan(17)], registry, { rules })).findings).toEqual([])
    expect((await auditSuite([await warmerThan(17, true)], registry, { rules })).findings).toMatchObject([
      { detail: 'get_stock_price: no graded value depends on it' },
    ])
  })
})
