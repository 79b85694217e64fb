import { FakeListChatModel } from '@langchain/core/utils/testing'
import { expect, it } from 'vitest'
import { modelUser } from '../../../src/adapters/langchain/index.ts'
import type { Task } from '../../../src/schema/task.ts'
import { agents } from '../../support/booking/agents.ts'
import { play } from '../../support/booking/next.ts'
import { bookingTasks } from '../../support/booking/tasks.ts'

const task = bookingTasks[0] as Task
const request = {
  messages: [
    { role: 'user' as const, content: 'Hello.' },
    { role: 'assistant' as const, content: 'Which city?' },
  ],
  turns: ['Book it for Ada, 2 nights.', { approve: false, say: 'Not above 90.' }],
  signal: new AbortController().signal,
}

it('lets a chat model lead a conversation in its own words until it is done', async () => {
  const model = new FakeListChatModel({
    responses: ['Fine. Book it for Ada Berg, 2 nights please.', 'Hm, make it 3 nights.', '[done]'],
  })
  const agent = { ...agents.careful, user: modelUser(model) }
  const { trace, score } = await play(agent, task)
  expect(trace.conversation?.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([
    task.prompt,
    'Fine. Book it for Ada Berg, 2 nights please.',
    'Hm, make it 3 nights.',
  ])
  expect(score).toMatchObject({ solved: true, state: 'right' })
})

it('shows the model what is left to say, and the conversation from its side', async () => {
  const shown: unknown[][] = []
  const user = modelUser({
    async invoke(messages) {
      shown.push(messages)
      return { content: 'Oslo.' }
    },
  })
  expect(await user.next(request)).toBe('Oslo.')
  const [[system, , ...rest] = []] = shown
  expect(String(system)).toContain('1. Book it for Ada, 2 nights.\n2. Do not agree when you are asked')
  expect(rest).toEqual([
    ['ai', 'Hello.'],
    ['human', 'Which city?'],
  ])
})

it.each([
  ['Yes.', { approved: true }],
  ['yes, please', { approved: true, say: 'please' }],
  ['No. Too dear.', { approved: false, say: 'Too dear.' }],
  ['Well, I suppose yes', { approved: false, say: 'Well, I suppose yes' }],
  ['', { approved: false }],
])('takes %j for an answer to a request for approval', async (content, approval) => {
  const user = modelUser({ invoke: async () => ({ content }) })
  expect(await user.approve({ ...request, tool: 'create_booking', arguments: {} })).toEqual(approval)
})
