import { from, text } from '../../bind.ts'
import { drawDate } from '../../draws.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { TODOS } from '../../pools/titles.ts'

export const createRemind = definePattern({
  key: 'create_remind',
  name: 'create-remind',
  level: 'L1_chain',
  tools: ['create_task', 'set_reminder'],
  draw(rng) {
    const title = rng.pick(TODOS)
    const due = drawDate(rng, 2030, 2034)
    const at = `${due} 0${rng.int(6, 9)}:${rng.int(10, 59)}`
    const priority = rng.pick(['low', 'medium', 'high'])
    return {
      steps: [
        { tool: 'create_task', arguments: { title, due_date: due, priority } },
        {
          tool: 'set_reminder',
          arguments: { message: text('Have a look at task ', from(1, '/task_id')), remind_at: at },
        },
      ],
      prompts: [
        `Add the task ${quote(title)} to my list, due on ${due}, priority ${priority}, without a description. Then set a reminder for ${at} whose message contains the id of the new task.`,
        `I have to do this by ${due}: ${quote(title)}. Make it a task of priority ${priority} with no description, and remind me at ${at} with a message that names the id which the task got.`,
        `Create a task titled ${quote(title)} (due date ${due}, priority ${priority}, no description). A reminder at ${at} should quote the task's id in its message.`,
      ],
    }
  },
})
