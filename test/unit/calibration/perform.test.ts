import { expect, test, vi } from 'vitest'
import { registry } from '../../../src/tools/builtin/registry.ts'
import type { Simulator } from '../../../src/tools/define-simulator.ts'
import { perform } from '../../support/in-world.ts'
import { buildTask, step } from '../../support/task.ts'

const task = buildTask('How many memories are kept?', [step(1, 'list_memories', {})])

test('an agent is handed every tool, and reads of none of them more than it uses', async () => {
  const described = vi.spyOn(registry.get('unit_convert') as Simulator, 'description', 'get')
  const agent = {
    name: 'one-call',
    note: 'calls one tool',
    run: async ({ tools }: { tools: { name: string; url: string; invoke: (args: object) => unknown }[] }) => {
      expect(tools.map(({ name }) => name)).toEqual([...registry.keys()])
      const tool = tools.find(({ name }) => name === 'list_memories')
      expect(tool?.url).toBe('http://tools.test/list_memories')
      await tool?.invoke({})
    },
  }
  const { calls } = await perform(agent as unknown as Parameters<typeof perform>[0], task, registry)
  expect(calls).toMatchObject([{ tool_name: 'list_memories', status: 200 }])
  expect(described).not.toHaveBeenCalled()
})
