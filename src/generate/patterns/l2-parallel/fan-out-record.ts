import { from } from '../../bind.ts'
import { drawDate } from '../../draws.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { TODOS } from '../../pools/titles.ts'

export const fanOutRecord = definePattern({
  key: 'fan_out_record',
  name: 'fan-out-record',
  level: 'L2_parallel',
  tools: ['create_task'],
  draw(rng) {
    const titles = rng.sample(TODOS, 3)
    const dates = titles.map(() => drawDate(rng, 2030, 2034))
    const priority = rng.pick(['low', 'medium', 'high'])
    const list = titles.map((title, i) => `${quote(title)}, due ${dates[i]}`).join('; ')
    return {
      steps: titles.map((title, i) => ({
        tool: 'create_task',
        arguments: { title, due_date: dates[i] as string, priority },
      })),
      prompts: [
        `Add three tasks to my list, all of ${priority} priority and none with a description: ${list}.`,
        `These three belong on the task list, each with priority ${priority} and without a description: ${list}.`,
        `Please create one task for each of the following, priority ${priority}, no descriptions. ${list}.`,
      ],
      answer: { value: titles.map((_, i) => from(i + 1, '/task_id')), gives: 'the ids of the three tasks' },
    }
  },
})
