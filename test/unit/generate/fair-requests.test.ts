import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/shared/json.ts'
import { createRng } from '../../../src/shared/rng.ts'
import { toolsOf } from '../../../src/suites/generate/catalogue.ts'
import type { FamilyShortage } from '../../../src/suites/generate/generate-deciding.ts'
import { fillClause, mentionsOf } from '../../../src/suites/generate/phrasebook/clause.ts'
import { speakParameter } from '../../../src/suites/generate/phrasebook/toolkit/labels.ts'
import { readToolkitPhrases } from '../../../src/suites/generate/phrasebook/toolkit-phrases.ts'
import { isExtreme } from '../../../src/tools/content/requests.ts'
import {
  buildObjectSchema,
  buildOperation,
  buildParameters,
  integer,
  list,
  openApi,
  text,
} from '../../support/open-api.ts'
import { generateDecidingTasks, generateTasks } from '../../support/suites.ts'

const moment = { type: 'string', format: 'date-time' }
const email = { type: 'string', format: 'email' }
const say = (summary: string, operation: JsonObject): JsonObject => ({ ...operation, summary })

const course = buildObjectSchema({ id: text, name: text, startsAt: moment })
const member = buildObjectSchema({ id: text, firstName: text, joinedAt: moment })
const courseId = buildParameters({ courseId: text })
const memberId = buildParameters({ courseId: text, memberId: text })

const { toolkit } = openApi(
  {
    '/courses': {
      get: say('List courses', buildOperation('listCourses', list({ $ref: '#/components/schemas/Course' }))),
    },
    '/courses/{courseId}': {
      ...courseId,
      get: say('Get a course', buildOperation('getCourse', course)),
      patch: say(
        'Update a course',
        buildOperation('updateCourse', undefined, buildObjectSchema({ startsAt: moment }, [])),
      ),
    },
    '/courses/{courseId}/members': {
      ...courseId,
      get: say('List members', buildOperation('listMembers', list({ $ref: '#/components/schemas/Member' }))),
      post: say(
        'Add members to a course',
        buildOperation('addMembers', undefined, buildObjectSchema({ email })),
      ),
    },
    '/courses/{courseId}/members/{memberId}': {
      ...memberId,
      get: say('Get a member', buildOperation('getMember', member)),
    },
    '/courses/{courseId}/members/{memberId}/roles': {
      ...memberId,
      post: say(
        'Add a role to a member',
        buildOperation(
          'addRole',
          undefined,
          buildObjectSchema({ roleName: { ...text, enum: ['guest', 'owner'] } }),
        ),
      ),
    },
    '/members/{memberId}/transfer': {
      ...buildParameters({ memberId: text }),
      post: say(
        'Transfer a member',
        buildOperation(
          'transferMember',
          undefined,
          buildObjectSchema({ fromCourseId: text, toCourseId: text }),
        ),
      ),
    },
    '/notes/{noteId}': {
      ...buildParameters({ noteId: text }),
      delete: say('Delete a note', buildOperation('deleteNote')),
    },
    '/forks': {
      post: say(
        'Merge a fork',
        buildOperation(
          'mergeFork',
          undefined,
          buildObjectSchema({ source: { ...text, examples: ['{{source_uid}}'] } }),
        ),
      ),
    },
  },
  { components: { schemas: { Course: course, Member: member } } },
)
const short: FamilyShortage[] = []
const tasks = await generateDecidingTasks({
  ...{ seed: 7, count: 120, tools: toolsOf(toolkit) },
  onShort: (one) => short.push(one),
})

describe('a family over few tools', () => {
  const readFamily = ({ task_id }: { task_id: string }): string => task_id.replace(/_\d+$/, '')

  test('has few tasks that end in one tool, rather than as many as were asked for', () => {
    expect(tasks.length).toBeGreaterThan(12)
    for (const family of new Set(tasks.map(readFamily)))
      expect(tasks.filter((one) => readFamily(one) === family).length, family).toBeLessThanOrEqual(4)
  })

  test('says in which tools its tasks end, and what the others lack', () => {
    expect(short[0]).toMatchObject({ level: 'deciding', wanted: 120, made: tasks.length })
    expect(short.find(({ level }) => level === 'conditional')?.why).toBe(
      'it has few tasks for each tool, and these end in updateCourse, addMembers, addRole and 1 more; deleteNote lacks a look-up of such things that shows a number or a date',
    )
  })
})

test('of a field that is changed the answer is its value before any change', () => {
  const only = { ...toolkit, tools: toolkit.tools.filter(({ name }) => /Course$/.test(name)) }
  const tasks = generateTasks(3, { L1_chain: 4 }, { tools: toolsOf(only), upTo: true })
  const changing = tasks.filter(({ expected_trace: { steps } }) => steps.at(-1)?.tool_name === 'updateCourse')
  expect(changing.length).toBeGreaterThan(0)
  for (const { prompt } of changing)
    expect(prompt).toMatch(/ANSWER: <(?:name of course-\d+|start time of course-\d+ before any change)>/)
})

test('nothing goes from a thing to itself, and what two things lie in is said once', () => {
  const moves = tasks.filter(({ task_id }) => task_id.startsWith('find_transferMember'))
  expect(moves.length).toBeGreaterThan(0)
  for (const { prompt } of moves) {
    const [, from, to] = / from ((?:the )?course[ -]\w+) to ((?:the )?course[ -]\w+)/.exec(prompt) ?? []
    expect(from, prompt).not.toBe(to)
    // One by name and one by id may be the same.
    expect(from?.startsWith('the '), prompt).toBe(to?.startsWith('the '))
    expect(prompt.match(/ (?:in|from) course-/g)?.length ?? 0, prompt).toBeLessThan(2)
  }
})

test('a request is about one of several things, which it calls by its name, and copies no placeholder', () => {
  const { phrases, lacks } = readToolkitPhrases(toolkit)
  const ask = (name: string): string => {
    const found = phrases.find(({ tool }) => tool === name)
    return fillClause(found?.asks[0] ?? '', mentionsOf(found as never, found?.draw(createRng(1, name)) ?? {}))
  }
  expect(ask('addMembers')).toMatch(/^add a member to course-\d+ with the e-mail address "/)
  expect(ask('addRole')).toMatch(/^add a role called (?:guest|owner) to member-\d+ in course-\d+$/)
  expect(lacks.get('mergeFork')?.lacks).toBe('the values of "source" are unknown')
})

test.each([
  ['dateTimeSent', 'sent date'],
  ['date_time_scheduled', 'date scheduled'],
])('a moment %s is called %s', (name, label) => {
  expect(speakParameter(name, moment)).toBe(label)
})

describe('nouns', () => {
  const changes = (noun: string) => {
    const group = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}Api`
    const fields = { Id: integer, Price: { type: 'number', examples: [9.5] } }
    const buildPost = (verb: string, body: JsonObject) => ({
      post: say(`${verb} an existing ${noun}`, buildOperation(`${group}_${verb}`, { type: 'boolean' }, body)),
    })
    return {
      [`/${noun}/update`]: buildPost('Update', buildObjectSchema(fields)),
      [`/${noun}/delete`]: buildPost('Delete', buildObjectSchema({ Id: integer })),
    }
  }
  const statuses = Object.fromEntries(
    ['Invoice', 'Order'].map((group) => [
      `/${group.toLowerCase()}/status`,
      {
        post: say(
          'Change the status',
          buildOperation(
            `${group}Api_ChangeStatus`,
            { type: 'boolean' },
            buildObjectSchema({ Id: integer, Status: { ...text, enum: ['a', 'b'] } }),
          ),
        ),
      },
    ]),
  )
  const read = readToolkitPhrases(
    openApi({ ...changes('client'), ...changes('invoice'), ...changes('product'), ...statuses }).toolkit,
  )

  test('go without a last word that most of them have and no path', () => {
    const nouns = read.phrases.map(({ things }) => things?.noun)
    expect(new Set(nouns)).toEqual(new Set(['client', 'invoice', 'product']))
  })

  test('are no values: nobody sets the status of a status', () => {
    expect(read.lacks.get('InvoiceApi_ChangeStatus')?.lacks).toBe(
      'a request would set the status of a status',
    )
  })
})

test('links that a format adds are not fields of a thing', () => {
  const href = buildObjectSchema({
    href: { type: 'string', format: 'uri' },
    title: text,
    total: { type: 'number' },
  })
  const { phrases } = readToolkitPhrases(
    openApi({
      '/baskets/{basketId}': {
        ...buildParameters({ basketId: text }),
        get: say(
          'Get a basket',
          buildOperation('getBasket', buildObjectSchema({ price: { type: 'number' }, _links: href })),
        ),
      },
    }).toolkit,
  )
  expect(phrases[0]?.things?.shown.map(({ label }) => label)).toEqual(['price'])
})

describe('labels', () => {
  test('say the name of a part once', () => {
    const quota = buildObjectSchema({ quotaTotal: { type: 'number' }, colour: text })
    const { phrases } = readToolkitPhrases(
      openApi({
        '/clubs/{clubId}': {
          ...buildParameters({ clubId: text }),
          get: say('Get a club', buildOperation('getClub', buildObjectSchema({ id: text, quota }))),
        },
      }).toolkit,
    )
    expect(phrases[0]?.things?.shown.map(({ label }) => label)).toEqual([
      'total of the quota',
      'colour of the quota',
    ])
  })

  test('that are an extreme have no extreme of their own', () => {
    expect(['latest visit time', 'latest visit', 'lowest price'].map(isExtreme)).toEqual([true, true, true])
    expect(['visit time', 'last update time'].map(isExtreme)).toEqual([false, false])
  })
})

test('a level of removals alone has each once, and more only beside ten other tasks', () => {
  const thing = buildObjectSchema({ id: text, price: { type: 'number' } })
  const paths = Object.fromEntries(
    ['tent', 'boat'].map((noun) => [
      `/${noun}s/{${noun}Id}`,
      {
        ...buildParameters({ [`${noun}Id`]: text }),
        get: say(`Get a ${noun}`, buildOperation(`get_${noun}`, thing)),
        delete: say(`Delete a ${noun}`, buildOperation(`delete_${noun}`)),
      },
    ]),
  )
  const tasks = generateTasks(
    5,
    { L0_node: 10, L1_chain: 12 },
    { tools: toolsOf(openApi(paths).toolkit), upTo: true },
  )
  const ends = tasks
    .filter(({ level }) => level === 'L1_chain')
    .map(({ expected_trace: { steps } }) => steps.at(-1)?.tool_name)
  expect(ends.sort()).toEqual(['delete_boat', 'delete_tent'])
})
