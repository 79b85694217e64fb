import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/shared/json.ts'
import { performed, score, taskOf } from './tasks.ts'

type Made = [tool: string, args: JsonObject]

const write = (content: string, path = '/a.txt'): Made => ['write_file', { path, content }]
const read: Made = ['read_file', { path: '/a.txt' }]
const list: Made = ['list_files', { directory: '/data' }]
const task = taskOf([write('Buy cake')], { available_tools: ['write_file', 'read_file', 'send_email'] })

describe('an idempotent write that a later one corrected', () => {
  it.each<[string, Made[], boolean]>([
    ['a typo, then right', [write('Bye cake'), write('Buy cake')], true],
    ['two typos', [write('Bye cake'), write('By cake'), write('Buy cake')], true],
    ['a read of something else between', [write('Bye cake'), list, write('Buy cake')], true],
    ['something else, then right', [write('To be done.'), write('Buy cake')], false],
    ['right, then a typo', [write('Buy cake'), write('Bye cake')], false],
    ['read before it was replaced', [write('Bye cake'), read, write('Buy cake')], false],
    ['another record', [write('Buy cake', '/b.txt'), write('Buy cake')], false],
    [
      'the other record replaced twice',
      [write('x', '/b.txt'), write('y', '/b.txt'), write('Buy cake')],
      false,
    ],
    [
      'a message that was sent twice',
      [
        ['send_email', { to: 'a@example.com', subject: 'x', body: 'y' }],
        ['send_email', { to: 'a@example.com', subject: 'x', body: 'z' }],
        write('Buy cake'),
      ],
      false,
    ],
  ])('%s', (_, calls, solved) => {
    const verdict = score(task, performed(...calls))
    expect(verdict).toMatchObject({ solved })
    if (solved)
      expect(verdict.warnings).toContain('write_file was corrected by a later call before anything read it')
  })

  it('keeps its score', () => {
    expect(score(task, performed(write('Bye cake'), write('Buy cake'))).score).toBe(1)
  })
})
