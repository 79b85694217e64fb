import { from, text } from '../../bind.ts'
import { drawDate } from '../../draws.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { TODOS } from '../../pools/titles.ts'

const REMEMBERED = [
  { key: 'api_config', at: '/value/endpoint', name: 'the endpoint' },
  { key: 'api_config', at: '/value/timeout', name: 'the timeout, unrounded' },
  { key: 'user_preferences', at: '/value/profile', name: 'the profile' },
  { key: 'meeting_agenda', at: '/value/2', name: 'the third item of the agenda, word for word' },
  { key: 'shopping_list', at: '/value/1', name: 'the second item of the list, word for word' },
  { key: 'project_notes', at: '/value', name: 'the whole note, word for word' },
] as const

export const recallTrack = definePattern({
  key: 'recall_track',
  name: 'recall-track',
  level: 'L1_chain',
  tools: ['retrieve_memory', 'create_task'],
  draw(rng) {
    const { key, at, name } = rng.pick(REMEMBERED)
    const title = rng.pick(TODOS)
    const due = drawDate(rng, 2030, 2034)
    const priority = rng.pick(['low', 'medium', 'high'])
    return {
      steps: [
        { tool: 'retrieve_memory', arguments: { key } },
        {
          tool: 'create_task',
          arguments: { title, description: text('See: ', from(1, at)), due_date: due, priority },
        },
      ],
      prompts: [
        `Recall what is stored under the key ${quote(key)}. Then add the task ${quote(title)} to my list, due ${due}, priority ${priority}, with a description that contains ${name}.`,
        `Put ${quote(title)} onto the task list with ${priority} priority and the due date ${due}. The description must contain ${name}, which you find in memory under the key ${quote(key)}.`,
        `The memory ${quote(key)} holds something I need in a task. Create the task with the title ${quote(title)}, due ${due}, of ${priority} priority, and make sure its description includes ${name}.`,
      ],
    }
  },
})
