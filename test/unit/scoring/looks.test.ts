import { describe, expect, it } from 'vitest'
import type { Task } from '../../../src/schema/task.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import type { Json } from '../../../src/shared/json.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { functionTask } from '../../support/code-task.ts'
import { placeInWorld } from '../../support/in-world.ts'
import { Performer, type PlannedCall } from '../../support/perform.ts'
import { type AgentTools, judgeAgents, listMisjudged } from '../../support/reference-tasks.ts'
import { SEEDS } from '../../support/world-tasks.ts'

const PATH = '/plans/cleaning.txt'
const CONTENT = 'Kitchen on Monday'
const FILES: Json[] = [
  { path: '/plans/other.txt', content: 'Nothing yet.' },
  { path: '/data/plan.txt', content: 'As agreed.' },
]
const DRAWN: Json[] = [{ $draw: [{ path: PATH, content: 'By hand, keep.' }, null] }, ...FILES]
const READ: PlannedCall = ['read_file', { path: PATH }]
const WRITE: PlannedCall = ['write_file', { path: PATH, content: CONTENT }]
const LIST: PlannedCall = ['list_files', { directory: '/plans' }]

const writeUnless = (prompt: string, isThere: (file: { exists: boolean; content: string }) => boolean) =>
  functionTask(
    'check',
    {
      prompt,
      tools: ['read_file', 'write_file', 'list_files', 'list_memories', 'get_weather'],
      seed: 100,
      state: (draw) => ({ files: [draw([{ path: PATH, content: 'By hand, keep.' }, null]), ...FILES] }),
    },
    async ({ read_file, write_file }) => {
      if (!isThere(await read_file(READ[1]))) await write_file(WRITE[1])
    },
  )

const checkFirst = await writeUnless(
  `Create the file ${PATH} with the text "${CONTENT}". If it exists already, leave it as it is.`,
  ({ exists }) => exists,
)

/** Decides by what the file says, which a list of files does not tell. */
const byContent = await writeUnless(
  `Write "${CONTENT}" to ${PATH}, unless it says "By hand, keep.".`,
  ({ content }) => content === 'By hand, keep.',
)

/** How many worlds an agent solves: of those in which it has to write, and of the others. */
function solvedIn(task: Task, write: readonly PlannedCall[], leave: readonly PlannedCall[]) {
  const counts = { written: [0, 0], left: [0, 0] }
  for (const seed of SEEDS) {
    const isWritten = placeInWorld(task, seed).task.expected_trace.steps.length === 2
    const performer = new Performer(seed, task)
    for (const [tool, args] of isWritten ? write : leave) performer.call(tool, args)
    const { solved } = scoreTrace(task, performer.trace(task.task_id), registry)
    const count = isWritten ? counts.written : counts.left
    count[solved ? 0 : 1]!++
  }
  const [written, left] = [counts.written, counts.left].map(([solved = 0, failed = 0]) =>
    failed === 0 ? 'all' : solved === 0 ? 'none' : 'some',
  )
  return { written, left }
}

describe('a look whose output is not passed on', () => {
  it.each<[string, PlannedCall]>([
    ['as the task asks for', READ],
    ['into the list of files', LIST],
    ['into the list of all files', ['list_files', {}]],
  ])('is fulfilled by one that shows the same record: %s', (_, look) => {
    expect(solvedIn(checkFirst, [look, WRITE], [look])).toEqual({ written: 'all', left: 'all' })
  })

  it.each<[string, PlannedCall[]]>([
    ['none', []],
    ['into another folder', [['list_files', { directory: '/data' }]]],
    ['at another file', [['read_file', { path: '/data/plan.txt' }]]],
    ['at another store', [['list_memories', {}]]],
    ['at the weather', [['get_weather', { city: 'Oslo' }]]],
  ])('is not fulfilled by %s', (_, looks) => {
    expect(solvedIn(checkFirst, [...looks, WRITE], looks)).toEqual({ written: 'none', left: 'none' })
  })

  it('comes before the write', () => {
    expect(solvedIn(checkFirst, [WRITE, LIST], [LIST])).toEqual({ written: 'none', left: 'all' })
  })

  it('has to show what decides', () => {
    expect(solvedIn(byContent, [READ, WRITE], [READ])).toEqual({ written: 'all', left: 'all' })
    expect(solvedIn(byContent, [LIST, WRITE], [LIST]).left).toBe('none')
  })
})

it('a look of a function is fulfilled likewise', async () => {
  const write = async ({ write_file }: AgentTools): Promise<void> =>
    void (await write_file!({ path: PATH, content: CONTENT }))
  const isListed = async ({ list_files }: AgentTools, directory: string): Promise<boolean> =>
    (await list_files!({ directory })).files.some(({ path }: { path: string }) => path === PATH)
  const { right, wrong } = await judgeAgents(
    'check',
    {
      prompt: checkFirst.prompt,
      tools: ['read_file', 'write_file', 'list_files'],
      state: { files: DRAWN },
      reference: async (tools) => {
        if ((await tools.read_file!({ path: PATH })).exists !== true) await write(tools)
      },
      right: {
        lists: async (tools) => {
          if (!(await isListed(tools, '/plans'))) await write(tools)
        },
      },
      wrong: {
        elsewhere: async (tools) => {
          if (!(await isListed(tools, '/data'))) await write(tools)
        },
        late: async (tools) => {
          await write(tools)
          await isListed(tools, '/plans')
        },
      },
    },
    registry,
    { isOrderWrong: () => true },
  )
  expect([listMisjudged(right), listMisjudged(wrong)]).toEqual([{}, {}])
})
