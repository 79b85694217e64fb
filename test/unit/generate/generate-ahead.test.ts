import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Task } from '../../../src/schema/task.ts'
import { generateSuiteAhead } from '../../../src/suites/generate/generate-ahead.ts'
import {
  generateSuite,
  type Shortage,
  SuiteDraft,
  type SuiteOptions,
} from '../../../src/suites/generate/generate-suite.ts'
import { defineSimulator, type Simulator } from '../../../src/tools/define-simulator.ts'
import { registryOf } from '../../../src/tools/registry.ts'

/** A tool with so few arguments that its draws soon give what there is. */
const lamp = defineSimulator({
  name: 'read_lamp',
  category: 'external_services',
  effect: 'read',
  capability: 'look-up',
  description: 'Light of a lamp.',
  input: z.strictObject({ lamp: z.enum(['hall', 'door', 'yard']) }),
  output: z.strictObject({ lumen: z.number() }),
  run: ({ lamp: name }, world) => ({
    lumen: world.draw('lamp', name).number('lumen', { min: 1000, max: 9000, decimals: 4 }),
  }),
})

/** Draws as a thread makes them: on a draft without tasks, and sent as plain data. */
function elsewhere(options: SuiteOptions) {
  const draft = new SuiteDraft(options)
  return async (turn: Parameters<SuiteDraft['draw']>[0]) => structuredClone(draft.draw(turn))
}

async function ahead(options: SuiteOptions, width: number): Promise<Task[]> {
  const tasks: Task[] = []
  for await (const task of generateSuiteAhead(options, width, elsewhere(options))) tasks.push(task)
  return tasks
}

describe('a suite whose draws are made ahead', () => {
  test.each([
    [42, 1],
    [42, 7],
    [5, 40],
  ])('is that of the same seed, seed %i, %i ahead', async (seed, width) => {
    const options = { seed, vet: false, counts: { L0_node: 42, L1_chain: 3, L2_parallel: 0, L3_dag: 3 } }
    expect(await ahead(options, width)).toEqual([...generateSuite(options)])
  })

  test('is that of the same seed where it is vetted', async () => {
    const options = { seed: 42, vet: true, counts: { L0_node: 3, L1_chain: 2, L2_parallel: 1, L3_dag: 1 } }
    expect(await ahead(options, 4)).toEqual([...generateSuite(options)])
  })

  test('has no task twice where threads draw the same, and ends short with the same words', async () => {
    const run = async (make: (options: SuiteOptions) => Promise<Task[]> | Task[]) => {
      const short: Shortage[] = []
      const tasks = await make({
        seed: 1,
        vet: false,
        upTo: true,
        counts: { L0_node: 8, L1_chain: 0, L2_parallel: 3, L3_dag: 0 },
        tools: { registry: registryOf([lamp] as Simulator[]) },
        onShort: (shortage) => short.push(shortage),
      })
      return { tasks, short }
    }
    const plain = await run((options) => [...generateSuite(options)])
    expect(plain.tasks.length).toBeGreaterThan(2)
    expect(plain.short[0]?.why).toMatch(/repeated an earlier task/)
    expect(await run((options) => ahead(options, 5))).toEqual(plain)
  })

  test('fails with what a draw fails with', async () => {
    const tasks = generateSuiteAhead({ seed: 1 }, 3, async () => {
      throw new Error('the thread is gone')
    })
    await expect(tasks.next()).rejects.toThrow('the thread is gone')
  })
})
