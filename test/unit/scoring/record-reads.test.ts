import { expect, it } from 'vitest'
import { scoreInWorld } from '../../../src/scoring/score.ts'
import { openWorlds } from '../../../src/tasks/task-worlds.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { functionTask } from '../../support/code-task.ts'
import { Performer, type PlannedCall } from '../../support/perform.ts'

const SEED = 3

/** Two records with the same tags, which differ by world. */
const OPTIONS: Parameters<typeof functionTask>[1] = {
  prompt: 'Add the task Chase if the entry "invoice" was due before 2031.',
  tools: ['retrieve_memory', 'create_task'],
  seed: SEED,
  state: (draw) => ({
    memory: [
      { key: 'invoice', value: { year: draw([2029, 2030, 2032]), sum: draw([120, 340]) }, tags: ['open'] },
      { key: 'offer', value: { year: draw([2033, 2034, 2028]), sum: draw([560, 780]) }, tags: ['open'] },
    ],
  }),
}

const deciding = await functionTask('decides', OPTIONS, async ({ retrieve_memory, create_task }) => {
  const { value } = await retrieve_memory({ key: 'invoice' })
  if (value.year < 2031) await create_task({ title: 'Chase' })
})

const computing = await functionTask('computes', OPTIONS, async ({ retrieve_memory }) => {
  return 2 * (await retrieve_memory({ key: 'invoice' })).value.sum
})

it.each([deciding, computing])(
  'a record that $task_id is not read by reading another one with the same tags',
  (task) => {
    const worlds = openWorlds(task, registry)
    for (let seed = SEED; seed < SEED + 10; seed++) {
      const here = worlds.in(seed)
      const answer = here.task.expected_final_answer as { $oneOf?: { $literal: number }[] } | undefined
      const isSolved = (key: string): boolean => {
        const performer = new Performer(seed, here.task)
        const calls = here.task.expected_trace.steps.map(
          ({ tool_name, arguments: args }): PlannedCall => [
            tool_name,
            tool_name === 'retrieve_memory' ? { key } : args,
          ],
        )
        for (const [tool, args] of calls) performer.call(tool, args)
        const said = answer === undefined ? 'Done.' : `It is ${answer.$oneOf?.[0]?.$literal}.`
        return scoreInWorld(here, performer.trace(task.task_id, said)).solved
      }
      expect([isSolved('invoice'), isSolved('offer')], `world ${seed}`).toEqual([true, false])
    }
  },
)
