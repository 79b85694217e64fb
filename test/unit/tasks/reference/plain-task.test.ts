import { describe, expect, it } from 'vitest'
import { taskKey } from '../../../../src/baseline/task-key.ts'
import { digestFunction } from '../../../../src/tasks/reference/function-key.ts'
import { FunctionWorlds } from '../../../../src/tasks/reference/function-worlds.ts'
import { any, exactly, oneOf, optional, text, unordered } from '../../../../src/tasks/reference/markers.ts'
import { library } from '../../../support/library.ts'
import { type FunctionAgent, type ReferenceTask, toFunctionTask } from '../../../support/reference-tasks.ts'

const openTask = (task: Partial<ReferenceTask> & Pick<ReferenceTask, 'reference'>): FunctionWorlds =>
  new FunctionWorlds(
    toFunctionTask('t', { prompt: 'Do as it says.', tools: [...library.keys()], ...task }),
    library,
  )

/** The expected steps as a table: arguments, and the numbers of the steps that each waits for. */
async function describeSteps(reference: FunctionAgent, task: Partial<ReferenceTask> = {}, seed = 0) {
  const { plain } = await openTask({ reference, ...task }).describe(seed)
  const steps = plain.expected_trace.steps.map(({ arguments: args, depends_on, order }) => {
    const waits = depends_on.map((id) => Number(id.slice('step_'.length)))
    return [args, waits, ...(order === true ? ['order'] : [])]
  })
  return { steps, answer: plain.expected_final_answer }
}

const from = (step: number, at: string, ...via: string[]) => ({
  $from: `step_${step}`,
  at,
  ...(via.length > 0 ? { via } : {}),
})
const find = { title: 'Volume 1' }

describe('a value', () => {
  it.each<[string, FunctionAgent, unknown]>([
    [
      'is bound to the output that it comes from',
      async ({ find_book, write_note }) => {
        const book = await find_book!(find)
        await write_note!({ key: 'k', value: book.id })
      },
      { key: 'k', value: from(1, '/id') },
    ],
    [
      'is bound where a number became a text',
      async ({ find_book, write_note }) => {
        const book = await find_book!(find)
        await write_note!({ key: 'k', value: String(book.shelf) })
      },
      { key: 'k', value: from(1, '/shelf', 'text') },
    ],
    [
      'is bound although the function fails with another one',
      async ({ find_book, write_note }) => {
        const book = await find_book!(find)
        await write_note!({ key: 'k', value: book.id })
        if (/[~ ]/.test(book.id)) throw new Error('unknown book')
      },
      { key: 'k', value: from(1, '/id') },
    ],
    [
      'that is text takes every value',
      async ({ find_book, write_note }) => {
        const book = await find_book!(find)
        await write_note!({ key: 'k', value: text`Fee ${book.fee}, ${'soon'}` })
      },
      { key: 'k', value: { $text: ['Fee ', from(1, '/fee'), ', ', { $oneOf: ['soon'] }] } },
    ],
    [
      'that is text takes each value of a list in it',
      async ({ find_book, write_note }) => {
        const book = await find_book!(find)
        await write_note!({ key: 'k', value: text`Books: ${[[book.id, book.fee], ['soon']]}.` })
      },
      {
        key: 'k',
        value: { $text: ['Books: ', from(1, '/id'), from(1, '/fee'), { $oneOf: ['soon'] }, '.'] },
      },
    ],
    [
      'that is exact is a template',
      async ({ find_book, write_note }) => {
        const book = await find_book!(find)
        await write_note!({ key: 'k', value: exactly`${'Fee'}: ${book.fee}.` })
      },
      { key: 'k', value: { $template: ['Fee: ', { gap: 'value 1', is: from(1, '/fee') }, '.'] } },
    ],
    [
      'that is exact without a bound part is a text',
      async ({ find_book, write_note }) => {
        await find_book!(find)
        await write_note!({ key: 'k', value: exactly`Fee: ${7}` })
      },
      { key: 'k', value: 'Fee: 7' },
    ],
    [
      'may be left out or be anything',
      async ({ find_book, send_notice }) => {
        const { id } = await find_book!(find)
        await send_notice!({
          to: 'a',
          message: any('x'),
          copy: optional(id),
          priority: oneOf('high', 'normal'),
        })
      },
      {
        to: 'a',
        message: { $any: true },
        copy: { $optional: from(1, '/id') },
        priority: { $oneOf: ['high', 'normal'] },
      },
    ],
    [
      'has options, of which none is the default',
      async ({ find_book, send_notice }) => {
        await find_book!(find)
        await send_notice!({ to: 'a', message: 'b', priority: oneOf('high', 'low') })
      },
      { to: 'a', message: 'b', priority: { $oneOf: ['high', 'low'] } },
    ],
    [
      'is a list in any order',
      async ({ find_book, set_labels }) => {
        const { shelf, title } = await find_book!(find)
        await set_labels!({
          labels: unordered([
            { text: title, shelf },
            { text: 'b', shelf: 1 },
          ]),
        })
      },
      {
        labels: {
          $unordered: [
            { text: from(1, '/title'), shelf: from(1, '/shelf') },
            { text: 'b', shelf: 1 },
          ],
        },
      },
    ],
    [
      'that is a computed decimal is compared as a number',
      async ({ find_book, write_note }) => {
        const book = await find_book!(find)
        await write_note!({ key: 'k', value: (book.fee + 0.5).toFixed(2) })
      },
      { key: 'k', value: { $calc: 'sum', of: [expect.any(Number)] } },
    ],
    [
      'that has a computed decimal within a text compares that as a number',
      async ({ find_book, write_note }) => {
        const book = await find_book!(find)
        await write_note!({ key: `k-${book.fee + 0.5}`, value: `Fee: ${book.fee + 0.5} EUR` })
      },
      {
        key: expect.stringMatching(/^k-/),
        value: {
          $template: ['Fee: ', { gap: 'value 1', is: { $calc: 'sum', of: [expect.any(Number)] } }, ' EUR'],
        },
      },
    ],
  ])('%s', async (_, reference, args) => {
    const { steps } = await describeSteps(reference)
    expect(steps[1]?.[0]).toEqual(args)
  })

  it('that the prompt states is literal, where it is the same in all worlds', async () => {
    const reference: FunctionAgent = async ({ find_book, write_note }) => {
      const { title } = await find_book!(find)
      await write_note!({ key: 'k', value: title })
    }
    const { steps } = await describeSteps(reference, { prompt: 'Note "Volume 1" under k.' })
    expect(steps[1]).toEqual([{ key: 'k', value: 'Volume 1' }, []])
    const unstated = await describeSteps(reference, { prompt: 'Note "Volume 1.5" under k.' })
    expect(unstated.steps[1]).toEqual([{ key: 'k', value: from(1, '/title') }, [1]])
  })

  it('that an earlier output shows in every world is bound to that', async () => {
    const { steps } = await describeSteps(async ({ list_books, find_book, write_note }) => {
      await list_books!({})
      const book = await find_book!(find)
      await write_note!({ key: 'k', value: book.id })
    })
    expect(steps[2]?.[0]).toEqual({ key: 'k', value: from(1, '/books/0/id') })
  })
})

describe('an answer', () => {
  it.each<[string, FunctionAgent, unknown]>([
    ['is bound', async ({ find_book }) => ({ fee: (await find_book!(find)).fee }), { fee: from(1, '/fee') }],
    ['without a source is graded', async () => 'none', { $oneOf: [{ $literal: 'none' }] }],
    ['may be a marker', async () => oneOf('a', 'b'), { $oneOf: [{ $oneOf: ['a', 'b'] }] }],
    ['that is missing is ungraded', async ({ find_book }) => void (await find_book!(find)), undefined],
  ])('%s', async (_, reference, answer) => {
    expect((await describeSteps(reference)).answer).toEqual(answer)
  })
})

describe('a step waits for', () => {
  /** A world in which "Volume 1" is in. */
  const findSeed = async (status: string): Promise<number> => {
    for (let seed = 0; ; seed++) {
      const result = library.execute('find_book', find, library.open(seed))
      if (result.ok && (result.output as { status: string }).status === status) return seed
    }
  }

  it('what changes another leaf of it', async () => {
    const { steps } = await describeSteps(async ({ find_book, write_note }) => {
      const { fee } = await find_book!(find)
      await write_note!({ key: 'k', value: `${Math.round(fee * 3)} cents` })
    })
    expect(steps[1]?.slice(1)).toEqual([[1], 'order'])
  })

  it('what decides a write, and a read waits for nothing that decides it', async () => {
    const { steps } = await describeSteps(
      async ({ find_book, find_member, write_note }) => {
        const { status } = await find_book!(find)
        if (status !== 'in') return
        await find_member!({ card: 'C-1' })
        await write_note!({ key: 'k', value: 'in' })
      },
      {},
      await findSeed('in'),
    )
    expect(steps.map(([, ...waits]) => waits)).toEqual([[[]], [[]], [[1], 'order']])
  })

  it('both of two reads that no single one decides', async () => {
    const isIn = async ({ find_book }: Parameters<FunctionAgent>[0], title: string): Promise<boolean> =>
      (await find_book!({ title })).status === 'in'
    const { steps } = await describeSteps(
      async (tools) => {
        const [one, two] = await Promise.all([isIn(tools, 'Volume 1'), isIn(tools, 'Volume 2')])
        if (one || two) await tools.write_note!({ key: 'k', value: 'in' })
      },
      {},
      await findSeed('in'),
    )
    expect(steps[2]?.slice(1)).toSatisfy(([waits]: [number[]]) => waits.includes(1))
  })

  it('nothing where a guard alone looks at a result', async () => {
    const { steps } = await describeSteps(async ({ find_book, write_note }) => {
      const { title } = await find_book!(find)
      if (title !== 'Volume 1') throw new Error('another book')
      await write_note!({ key: 'k', value: 'x' })
    })
    expect(steps[1]?.[1]).toEqual([])
  })

  it('a call that it does not commute with', async () => {
    const { steps } = await describeSteps(async ({ write_note, read_notes, send_notice }) => {
      await write_note!({ key: 'k', value: 'x' })
      await write_note!({ key: 'k', value: 'y' })
      await write_note!({ key: 'other', value: 'z' })
      const { count } = await read_notes!({})
      await send_notice!({ to: 'a', message: text`${count}` })
    })
    expect(steps.map(([, ...waits]) => waits)).toEqual([[[]], [[1], 'order'], [[]], [[1, 3], 'order'], [[4]]])
  })
})

describe('the key of a function', () => {
  const prompt = 'If "Volume 1" is in, reserve it for C-1. Note the fee of "Volume 2" under fee.'
  const reference: FunctionAgent = async ({ find_book, find_member, reserve_book, write_note }) => {
    const first = await find_book!(find)
    const second = await find_book!({ title: 'Volume 2' })
    const { id } = await find_member!({ card: 'C-1' })
    if (first.status === 'in') await reserve_book!({ book: first.id, member: id })
    await write_note!({ key: 'fee', value: String(second.fee) })
  }
  const keyOf = async (given: Partial<ReferenceTask>): Promise<string> => {
    const worlds = openTask({ prompt, reference, ...given })
    const { reference: _, ...task } = worlds.task
    const code = { digest: await digestFunction(worlds) }
    return taskKey({ ...task, level: 'L0_node', expected_trace: { steps: [] }, code } as never)
  }

  it('has the form of another task’s key', async () => {
    const json = taskKey({
      task_id: 't',
      level: 'L0_node',
      prompt,
      available_tools: [],
      expected_trace: { steps: [] },
    })
    expect(await keyOf({})).toMatch(new RegExp(`^[0-9a-f]{${json.length}}$`))
  })

  it.each<[string, Partial<ReferenceTask>]>([
    [
      'other names and another order of independent calls',
      {
        reference: async ({ write_note: note, ...tools }) => {
          const [member, b, a] = await Promise.all([
            tools.find_member!({ card: 'C-1' }),
            tools.find_book!({ title: 'Volume 2' }),
            tools.find_book!(find),
          ])
          await note!({ value: `${b.fee}`, key: 'fee' })
          if (a.status !== 'lent') await tools.reserve_book!({ member: member.id, book: a.id })
        },
      },
    ],
    [
      'blanks in the prompt and tools in another order',
      { prompt: ` ${prompt}  `, tools: [...library.keys()].reverse() },
    ],
  ])('is the same for %s', async (_, task) => {
    expect(await keyOf(task)).toBe(await keyOf({}))
  })

  const change =
    (write: { key?: string; at?: 'fee' | 'shelf'; status?: string; tool?: string }): FunctionAgent =>
    async ({ find_book, find_member, reserve_book, write_note, ...tools }) => {
      const { key = 'fee', at = 'fee', status = 'in', tool = 'reserve_book' } = write
      const first = await find_book!(find)
      const second = await find_book!({ title: 'Volume 2' })
      const { id } = await find_member!({ card: 'C-1' })
      const call = tool === 'reserve_book' ? reserve_book : tools[tool]
      if (first.status === status) await call!({ book: first.id, member: id })
      await write_note!({ key, value: String(second[at]) })
    }

  it.each<[string, Partial<ReferenceTask>]>([
    ['an argument', { reference: change({ key: 'price' }) }],
    ['a source', { reference: change({ at: 'shelf' }) }],
    ['a condition', { reference: change({ status: 'lent' }) }],
    ['a tool', { reference: change({ tool: 'lend_book' }) }],
    ['the prompt', { prompt: `${prompt} Please.` }],
    ['the state', { state: { library_notes: ['a'] } }],
  ])('is another one for %s', async (_, task) => {
    expect(await keyOf({ reference: change({}) })).toBe(await keyOf({}))
    expect(await keyOf(task)).not.toBe(await keyOf({}))
  })

  it('asks little of worlds in which a function does as in an earlier one', async () => {
    let runs = 0
    const reference: FunctionAgent = async ({ find_book, write_note }) => {
      runs++
      const { id } = await find_book!(find)
      await write_note!({ key: 'id', value: id })
    }
    await keyOf({ reference })
    expect(runs).toBeLessThan(40)
  })

  it('is another one for an item that is another by world, though the first world has the same', async () => {
    const note =
      (choose: (books: { fee: number; id: string }[]) => { id: string }): FunctionAgent =>
      async ({ list_books, write_note }) => {
        const { books } = await list_books!({})
        await write_note!({ key: 'id', value: choose(books).id })
      }
    let first: number | undefined
    const cheapest = await keyOf({
      reference: note((books) => {
        const best = [...books].sort((a, b) => a.fee - b.fee)[0]!
        first ??= books.indexOf(best)
        return best
      }),
    })
    expect(await keyOf({ reference: note((books) => books[first ?? 0]!) })).not.toBe(cheapest)
  })

  it('does not hold what was computed from results', async () => {
    const round =
      (by: number): FunctionAgent =>
      async ({ find_book, write_note }) => {
        const { fee } = await find_book!(find)
        await write_note!({ key: 'fee', value: `about ${Math.round(fee) + by}` })
      }
    expect(await keyOf({ reference: round(0) })).toBe(await keyOf({ reference: round(1) }))
    expect(await keyOf({ reference: round(0) })).not.toBe(await keyOf({ reference: async () => {} }))
  })
})
