import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { field, semanticSet } from '../../../src/schema/semantic.ts'
import type { Task } from '../../../src/schema/task.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import type { Json, JsonObject } from '../../../src/shared/json.ts'
import { registry as builtIn } from '../../../src/tools/builtin/registry.ts'
import { defineSimulator } from '../../../src/tools/define-simulator.ts'
import { registryOf } from '../../../src/tools/registry.ts'
import { Performer } from '../../support/perform.ts'
import { from, taskOf } from './tasks.ts'

const own = [
  defineSimulator({
    category: 'external_services',
    capability: 'schedule',
    name: 'open_room',
    effect: 'write',
    description: 'Opens a room.',
    input: z.strictObject({
      members: z.array(z.string()).meta({ uniqueItems: true }).optional(),
      guests: semanticSet(z.array(z.string())).optional(),
      steps: z.array(z.string()).optional(),
      link: z.url().optional(),
      folder: field(z.string(), 'directory', 'Where.').optional(),
      file: field(z.string(), 'file-path', 'Which.').optional(),
      words: field(z.string(), 'query', 'What.').optional(),
      note: z.string().optional(),
    }),
    output: z.strictObject({}),
    run: (input, world) => {
      world.store('rooms', () => []).set('only', input as Json)
      return {}
    },
  }),
]
const registry = registryOf([...builtIn.values(), ...own])

const solved = (task: Task, ...calls: [string, JsonObject][]): boolean => {
  const performer = new Performer(42, task, registry)
  for (const [tool, args] of calls) performer.call(tool, args)
  return scoreTrace(task, performer.trace('T'), registry).solved
}

describe('what the schema says of a value', () => {
  it.each<[string, JsonObject, JsonObject, boolean]>([
    ['a set by uniqueItems has no order', { members: ['Ana', 'Ben'] }, { members: ['Ben', 'Ana'] }, true],
    ['a set by our annotation has none', { guests: ['Ana', 'Ben'] }, { guests: ['Ben', 'Ana'] }, true],
    ['another member is another set', { guests: ['Ana', 'Ben'] }, { guests: ['Ben', 'Eve'] }, false],
    ['one more is another set', { guests: ['Ana'] }, { guests: ['Ana', 'Ben'] }, false],
    ['another list keeps its order', { steps: ['a', 'b'] }, { steps: ['b', 'a'] }, false],
    [
      'an address may end with a slash',
      { link: 'https://a.example/x' },
      { link: 'https://a.example/x/' },
      true,
    ],
    ['a host may', { link: 'https://A.example/' }, { link: 'https://a.example' }, true],
    ['another address may not', { link: 'https://a.example/x' }, { link: 'https://a.example/X' }, false],
    [
      'another query of it may not',
      { link: 'https://a.example/?q=1' },
      { link: 'https://a.example/?q=2' },
      false,
    ],
    ['a folder may end with a slash', { folder: '/plans' }, { folder: '/plans/' }, true],
    ['another folder may not', { folder: '/plans' }, { folder: '/plan/' }, false],
    ['the root is itself', { folder: '/' }, { folder: '' }, false],
    ['a file has no slash at its end', { file: '/a.txt' }, { file: '/a.txt/' }, false],
    ['what has no ending may be a folder', { file: '/plans' }, { file: '/plans/' }, true],
    ['words of a query have any case', { words: 'tidal power' }, { words: 'Tidal  Power' }, true],
    ['other words have not', { words: 'tidal power' }, { words: 'tidalpower' }, false],
    ['a text has its case', { note: 'tidal power' }, { note: 'Tidal power' }, false],
  ])('%s', (_, wanted, given, right) => {
    const task = taskOf([['open_room', wanted]])
    expect(solved(task, ['open_room', given])).toBe(right)
    expect(solved({ ...task, expected_state: true }, ['open_room', given])).toBe(right)
  })

  it('a set may have been read in another order', () => {
    const task = taskOf([
      ['keyword_extract', { text: 'Tides move water, and water moves mills.' }],
      ['open_room', { guests: from('step_1', '/keywords') }, ['step_1']],
    ])
    const read: [string, JsonObject] = [
      'keyword_extract',
      { text: 'Tides move water, and water moves mills.' },
    ]
    const words = (new Performer(42, task, registry).call(...read) as { keywords: string[] }).keywords
    expect(words.length).toBeGreaterThan(2)
    expect(solved(task, read, ['open_room', { guests: words }])).toBe(true)
    expect(solved(task, read, ['open_room', { guests: words.toReversed() }])).toBe(true)
    expect(solved(task, read, ['open_room', { guests: [...words.slice(1), 'else'] }])).toBe(false)
  })

  const MEETING = { title: 'Budget', datetime_str: '2030-04-15 14:30', participants: ['Ana', 'Ben'] }
  it.each<[string, string, JsonObject, JsonObject]>([
    ['participants', 'schedule_meeting', MEETING, { ...MEETING, participants: ['Ben', 'Ana'] }],
    [
      'a URL',
      'check_url_status',
      { url: 'https://status.example.com' },
      { url: 'https://status.example.com/' },
    ],
    ['a query', 'web_search', { query: 'tidal power' }, { query: 'Tidal power' }],
    ['a directory', 'list_files', { directory: '/data' }, { directory: '/data/' }],
  ])('built-in tools say it: %s', (_, tool, wanted, given) => {
    expect(solved(taskOf([[tool, wanted]]), [tool, given])).toBe(true)
  })
})
