import { drawDate } from '../../../generate/draws.ts'
import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawMessage } from '../../../generate/pools/message-parts.ts'
import { TODOS } from '../../../generate/pools/titles.ts'

export const createTask = definePhrases({
  tool: 'create_task',
  draw: (rng) => ({
    title: rng.pick(TODOS),
    ...(rng.int(0, 1) === 0 ? {} : { description: drawMessage(rng) }),
    ...(rng.int(0, 3) === 0 ? {} : { due_date: drawDate(rng, 2030, 2034) }),
    ...(rng.int(0, 2) === 0 ? {} : { priority: rng.pick(['low', 'high']) }),
  }),
  asks: [
    'add {title} to my task list[, due on {due_date}][, with {priority} priority][, with {description} as the description]',
    'put a new task on the list (title: {title}[; due date: {due_date}][; priority: {priority}][; description: {description}])',
    'note {title} as a task to be done[ by {due_date}][, at {priority} priority][, and use {description} as its description]',
    'make a task titled {title}[, described by {description}][, due on {due_date}][, with the priority {priority}]',
    'enter a task[ of {priority} priority] into the list, with {title} as its title[, due {due_date}][; its description is {description}]',
  ],
  outputs: { '/task_id': 'id of the task', '/created_at': 'time when the task was created' },
  answers: [],
})
