import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FunctionWorlds } from '../../../../src/tasks/reference/function-worlds.ts'
import { any } from '../../../../src/tasks/reference/markers.ts'
import { Refused } from '../../../../src/tasks/reference/reference-error.ts'
import { runFunction, turn } from '../../../../src/tasks/reference/run-function.ts'
import { registryOf } from '../../../../src/tools/registry.ts'
import { library } from '../../../support/library.ts'
import { type FunctionAgent, toFunctionTask } from '../../../support/reference-tasks.ts'

const TOOLS = ['find_book', 'list_books', 'lend_book', 'write_note']
const createTask = (reference: FunctionAgent) =>
  toFunctionTask('t', { prompt: 'Do it.', tools: TOOLS, reference })
const run = (reference: FunctionAgent, seed = 0) =>
  runFunction({ task: createTask(reference), tools: library, seed, hasDetails: true })
const check = (reference: FunctionAgent) => new FunctionWorlds(createTask(reference), library).check(0)

/** The place of a comment in this file, up to the line. */
const placeOf = (comment: string): string => {
  const lines = readFileSync(import.meta.filename, 'utf8').split('\n')
  return `run.test.ts:${lines.findIndex((line) => line.includes(`// ${comment}.`)) + 1}:`
}

describe('an error of the suite names the line of the call', () => {
  let counter = 0
  const circle: { self?: unknown } = {}
  circle.self = circle
  let deep: unknown = 1
  for (let i = 0; i < 300; i++) deep = [deep]
  const cases: [string, FunctionAgent, string][] = [
    [
      'a second run that calls otherwise',
      async ({ write_note }) => {
        await write_note!({ key: 'n', value: `${counter++}` }) // 1.
      },
      'call 1 differs in a second run of the same world: write_note {"key":"n","value":"0"}, then write_note {"key":"n","value":"20"}',
    ],
    [
      'a call that nothing awaits',
      async ({ write_note }) => {
        write_note!({ key: 'n', value: 'x' }) // 2.
      },
      'nothing awaits a call of write_note: await every call',
    ],
    [
      'a call behind the end',
      async ({ find_book, write_note }) => {
        find_book!({ title: 'Volume 1' }).then(() => write_note!({ key: 'n', value: 'x' })) // 3.
      },
      'nothing awaits a call of find_book',
    ],
    [
      'a tool that is not offered',
      async ({ send_notice }) => {
        await send_notice!({ to: 'a', message: 'b' }) // 4.
      },
      "send_notice is not among the task's tools",
    ],
    [
      'a number that is not JSON',
      async ({ write_note }) => {
        await write_note!({ key: 'n', value: Number.NaN }) // 5.
      },
      'an argument of write_note holds NaN, which is not JSON',
    ],
    [
      'a promise',
      async ({ find_book, write_note }) => {
        await write_note!({ key: 'n', value: find_book!({ title: 'Volume 1' }) }) // 6.
      },
      'an argument of write_note holds a promise: await the call that it comes from, which is not JSON',
    ],
    [
      'an object of a class',
      async ({ write_note }) => {
        await write_note!({ key: 'n', value: new Map() }) // 7.
      },
      'an argument of write_note holds an object of class Map',
    ],
    [
      'calls without an end, caught',
      async ({ find_book }) => {
        for (;;) await find_book!({ title: 'Volume 1' }).catch(() => {}) // 8.
      },
      'the function makes more than 200 calls',
    ],
    [
      'a refusal that leaves the function',
      async ({ find_book }) => {
        await find_book!({ title: 'Volume 99' }) // 9.
      },
      'find_book answered 404: no book with title Volume 99',
    ],
    [
      'an error that leaves the function',
      async () => {
        throw new RangeError('too far') // 10.
      },
      'the function throws: too far',
    ],
    [
      'a tool that is misspelt',
      async ({ find_bok }) => {
        await find_bok!({ title: 'Volume 1' }) // 11.
      },
      'find_bok is not among the task\'s tools; did you mean "find_book"?',
    ],
    [
      'an argument that is undefined in every world',
      async ({ find_book, write_note }) => {
        const book = await find_book!({ title: 'Volume 1' })
        await write_note!({ key: 'n', value: 'x', fee: book.fe }) // 12.
      },
      'the argument `fee` of write_note is undefined in every world: the result of find_book has no field `fe`; did you mean "fee"? Give it a value, or leave it out',
    ],
    [
      'a call whose promise is read',
      async ({ find_book }) => {
        const books = find_book!({ title: 'Volume 1' }) as never as { list: string[] } // 13.
        return books.list[0]
      },
      "nothing awaits a call of find_book: await every call. After it, the function throws: Cannot read properties of undefined (reading '0')",
    ],
  ]
  it.each(cases)('%s', async (_, reference, message) => {
    const { message: found } = await check(reference).then(
      () => ({ message: 'no error' }),
      (error: Error) => error,
    )
    expect(found).toContain(message)
    expect(found).toContain(placeOf(`${cases.findIndex(([, one]) => one === reference) + 1}`))
  })

  it.each<[string, FunctionAgent, string]>([
    [
      'an argument that the tool does not have',
      async ({ find_book }) => {
        await find_book!({ titel: 'Volume 1' })
      },
      'find_book has no parameter "titel"; did you mean "title"? (',
    ],
    [
      'an argument of another type',
      async ({ find_book }) => {
        await find_book!({ title: 1 })
      },
      'find_book: title: expected string, got 1 (',
    ],
    [
      'an argument that is missing',
      async ({ find_book }) => {
        await find_book!({})
      },
      'find_book needs "title" (',
    ],
  ])('and its argument: %s', async (_, reference, message) => {
    await expect(check(reference)).rejects.toThrow(
      expect.objectContaining({
        message: expect.stringMatching(
          /^find_book.*\(test\/unit\/tasks\/reference\/run\.test\.ts:\d+:\d+\)$/,
        ),
        at: { file: import.meta.filename, line: expect.any(Number), column: expect.any(Number) },
      }),
    )
    await expect(check(reference)).rejects.toThrow(message)
  })

  it('a call that a recording lacks', async () => {
    const book = library.get('find_book')!
    const tools = registryOf([{ ...book, wire: () => undefined }])
    const task = createTask(async ({ find_book }) => {
      await find_book!({ title: 'Volume 99' })
    })
    await expect(new FunctionWorlds(task, tools).check(0)).rejects.toThrow(
      'no book with title Volume 99. Record the task again by `tracewright record --suite` (test/',
    )
  })

  it('a tool that the list of the task misspells, which is not proposed', async () => {
    const task = { ...createTask(async ({ find_book }) => find_book!({ title: 'Volume 1' })) }
    task.available_tools = ['find_bok', 'lend_book']
    await expect(new FunctionWorlds(task, library).check(0)).rejects.toThrow(
      'find_book is not among the task\'s tools, which name "find_bok": write "find_book" (test/',
    )
  })

  it('a tool without a simulator, also where its error is caught', async () => {
    const task = createTask(async ({ own_lamp }) => {
      await own_lamp!({}).catch(() => {})
    })
    const worlds = new FunctionWorlds(
      { ...task, available_tools: [...task.available_tools, 'own_lamp'] },
      library,
    )
    await expect(worlds.check(0)).rejects.toThrow(
      'the tool "own_lamp" has no simulator. Name its simulator or recording',
    )
  })

  const turnCases: [number, FunctionAgent, string][] = [
    [
      1,
      async () => {
        await turn(2) // turn 1.
      },
      'turn(2) cannot be awaited: the task has no `turns`; add them to its options',
    ],
    [
      3,
      async () => {
        await turn(4) // turn 2.
      },
      'turn(4) cannot be awaited: the messages after the prompt are 2 to 3',
    ],
    [
      2,
      async () => {
        await turn(1) // turn 3.
      },
      'turn(1) cannot be awaited: the messages after the prompt are message 2',
    ],
    [
      3,
      async () => {
        await turn(3)
        await turn(2) // turn 4.
      },
      'turn(2) cannot be awaited: the function is at message 3 already; write messages in their order',
    ],
    [
      3,
      async ({ find_book }) => {
        turn(2) // turn 5.
        await find_book!({ title: 'Volume 1' })
      },
      'nothing awaits a call of turn: await every call',
    ],
  ]
  it.each(turnCases)('%s messages: %o', async (messages, reference, message) => {
    const worlds = new FunctionWorlds({ ...createTask(reference), messages }, library)
    const { message: found } = await worlds.check(0).then(
      () => ({ message: 'no error' }),
      (error: Error) => error,
    )
    expect(found).toContain(message)
    expect(found).toContain(placeOf(`turn ${1 + turnCases.findIndex(([, one]) => one === reference)}`))
  })

  it('and is thrown at once where no task runs', () => {
    expect(() => turn(2)).toThrow(
      /turn\(\) is called where no task runs: call it within the function of a task \(.*run\.test\.ts:\d+:\d+\)/,
    )
  })

  it.each<[string, FunctionAgent, string]>([
    ['returns a function', async () => any, 'the answer holds the function any, and not what it returns'],
    ['returns a marker of nothing', async () => any(undefined), 'the answer holds any() without a value'],
    ['returns a circle', async () => circle, 'the answer holds an object that holds itself'],
    ['returns a deep list', async () => deep, 'the answer holds more than 200 objects in each other'],
    [
      'returns a generator',
      async () => (async function* () {})(),
      'the answer holds an object of class AsyncGenerator',
    ],
    [
      'returns an object that hides its class',
      async () => Object.assign(Object.create({}), { constructor: null }),
      'the answer holds an object of class Object',
    ],
    [
      'throws what cannot be read',
      async () => {
        throw new Proxy(new Error('x'), { get: () => JSON.parse('{') })
      },
      'the function throws: a thrown object that cannot be written as JSON',
    ],
    [
      'throws undefined',
      async () => {
        throw undefined
      },
      'the function throws: undefined',
    ],
    ['returns otherwise', async () => counter++, 'the answer differs in a second run of the same world: '],
  ])('and has no line where it %s', async (_, reference, message) => {
    await expect(check(reference)).rejects.toThrow(message)
  })
})

describe('a value that is undefined', () => {
  it.each<[string, FunctionAgent, string]>([
    [
      'in an object in a list',
      async ({ list_books, write_note }) => {
        const { books } = await list_books!({})
        await write_note!({ key: 'n', value: 'x', more: [{ fee: books[0].cost }] })
      },
      'the argument `more.0.fee` of write_note is undefined in every world: the result of list_books has no field `books.0.cost`.',
    ],
    [
      'in the answer',
      async ({ find_book }) => {
        const { titel } = await find_book!({ title: 'Volume 1' })
        return { titel }
      },
      'the field `titel` of the answer is undefined in every world: the result of find_book has no field `titel`',
    ],
    [
      'as the answer',
      async ({ find_book }) => (await find_book!({ title: 'Volume 1' })).fe,
      'the answer is undefined in every world: the result of find_book has no field `fe`; did you mean "fee"? Return a value',
    ],
    [
      'as the answer, read before another call',
      async ({ find_book, write_note }) => {
        const { title, price } = await find_book!({ title: 'Volume 1' })
        await write_note!({ key: 'n', value: title })
        return price
      },
      'the answer is undefined in every world: the result of find_book has no field `price`. Return a value',
    ],
    [
      'of the suite',
      async ({ write_note }) => void (await write_note!({ key: 'n', value: 'x', fee: undefined })),
      'the argument `fee` of write_note is undefined in every world. Give it a value, or leave it out',
    ],
    [
      'as a tool refuses it',
      async ({ find_book, lend_book }) => {
        const book = await find_book!({ title: 'Volume 1' })
        await lend_book!({ book: book.idd, member: 'Ana' })
      },
      'the argument `book` of lend_book is undefined in every world: the result of find_book has no field `idd`',
    ],
  ])('%s is refused', async (_, reference, message) => {
    await expect(check(reference)).rejects.toThrow(message)
  })

  it('may be read by a function without an answer', async () => {
    await expect(
      check(async ({ find_book, write_note }) => {
        const { warning } = await find_book!({ title: 'Volume 1' })
        if (warning) await write_note!({ key: 'n', value: 'x' })
      }),
    ).resolves.toBeDefined()
    await expect(
      check(async ({ find_book }) => {
        const { warning } = await find_book!({ title: 'Volume 1' })
        if (warning) throw new Error(warning)
      }),
    ).resolves.toBeDefined()
  })

  it('may be the cursor of a page, as its tool has no schema', async () => {
    const [open, execute] = [library.open.bind(library), library.execute.bind(library)]
    const tools = Object.assign(new Map(library), { open, execute })
    tools.set('list_books', { ...library.get('list_books')!, inputSchema: {} })
    const checkPages = (read: (page: Record<string, unknown>) => unknown) =>
      new FunctionWorlds(
        createTask(async ({ find_book, list_books }) => {
          await find_book!({ title: 'Volume 1' })
          let cursor: unknown
          do {
            const page = await list_books!({ author: cursor })
            cursor = read(page)
          } while (cursor !== undefined)
        }),
        tools,
      ).check(0)
    await expect(checkPages(({ following }) => following)).resolves.toMatchObject({ failed: [] })
    await expect(checkPages(() => undefined)).rejects.toThrow(
      'the argument `author` of list_books is undefined in every world',
    )
  })

  it('may be an argument that its tool declares as optional', async () => {
    const listBy = (author: (book: { by?: string }) => string | undefined) =>
      check(async ({ find_book, list_books }) => {
        const book = await find_book!({ title: 'Volume 1' })
        await list_books!({ author: author(book) })
      })
    await expect(listBy(() => undefined)).resolves.toMatchObject({ failed: [] })
    await expect(listBy(({ by }) => by)).rejects.toThrow('the result of find_book has no field `by`')
  })
})

describe('a function that fails in some worlds', () => {
  const failIn =
    (limit: number): FunctionAgent =>
    async ({ list_books }) => {
      const { books } = await list_books!({})
      if (books[0].fee < limit) throw new Error('too cheap')
    }

  it('goes without them, and says so', async () => {
    const { runs, failed, warning } = await check(failIn(10))
    expect(runs.length).toBeGreaterThanOrEqual(10)
    expect(failed.length).toBeGreaterThan(0)
    expect(runs.length + failed.length).toBe(20)
    expect(warning).toMatch(
      new RegExp(`^the function fails in ${failed.length} of 20 worlds, which are left out, in world \\d+: `),
    )
    expect((await check(failIn(0))).warning).toBeUndefined()
  })

  it('names the call that a tool refuses in another world', async () => {
    let first: number | undefined
    const { warning } = await check(async ({ list_books, find_book }) => {
      const { books } = await list_books!({})
      first ??= books[0].fee
      if (books[0].fee < 10 && books[0].fee !== first) await find_book!({ title: 'No such book' })
    })
    expect(warning).toMatch(/in world \d+: .*No such book.* \(.*run\.test\.ts:\d+:\d+\)$/)
  })

  it('does not load where fewer than ten are left', async () => {
    await expect(check(failIn(30))).rejects.toThrow(
      /the function fails in 1\d of 20 worlds, in world \d+: .*too cheap/,
    )
  })

  it('has no plain task in such a world', async () => {
    const worlds = new FunctionWorlds(createTask(failIn(10)), library)
    const { failed } = await worlds.check(0)
    await expect(worlds.describe(failed[0]!.seed)).rejects.toThrow(
      'the reference: the function throws: too cheap',
    )
  })
})

it('offers tools that can be looked at like any object', async () => {
  const { answer, failure } = await run(async (tools) => [
    Object.keys(tools),
    JSON.stringify(tools),
    String(tools),
    'find_book' in tools,
    'find_bok' in tools,
    (await { ...tools }.find_book!({ title: 'Volume 1' })).title,
  ])
  expect(failure).toBeUndefined()
  expect(answer).toEqual([TOOLS, '{}', '[object Object]', true, false, 'Volume 1'])
})

it('catches a refusal, which is no step', async () => {
  const found: unknown[] = []
  const { steps, calls, answer } = await run(async ({ find_book }) => {
    try {
      await find_book!({ title: 'Volume 99' })
    } catch (error) {
      found.push(error)
      return (error as Refused).status
    }
  })
  expect([steps.length, calls.length, answer]).toEqual([0, 1, 404])
  expect(found[0]).toBeInstanceOf(Refused)
  expect((found[0] as Refused).body.message).toBe('no book with title Volume 99')
})

it('gives copies, and keeps arguments as they were', async () => {
  const { steps } = await run(async ({ find_book, write_note }) => {
    const book = await find_book!({ title: 'Volume 1' })
    const note = { key: 'n', value: book.title }
    book.title = 'changed'
    await write_note!(note)
    note.value = 'changed'
  })
  expect(steps.map(({ args }) => args)).toEqual([{ title: 'Volume 1' }, { key: 'n', value: 'Volume 1' }])
  expect(steps[0]?.output).toMatchObject({ title: 'Volume 1' })
})

describe('clock and random numbers', () => {
  const readTime: FunctionAgent = async ({ find_book }) => {
    const before = [Date.now(), new Date().toISOString(), Math.random(), crypto.randomUUID()]
    await find_book!({ title: 'Volume 1' })
    return [...before, Date.now(), ...crypto.getRandomValues(new Uint8Array(4))]
  }
  afterEach(() => void vi.useRealTimers())

  it('are the world’s', async () => {
    const [one, again, other] = [await run(readTime, 3), await run(readTime, 3), await run(readTime, 4)]
    expect(one.answer).toEqual(again.answer)
    expect(one.answer).not.toEqual(other.answer)
    expect((one.answer as number[])[0]).toBe(library.open(3).clock.now)
    expect((one.answer as string[])[3]).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
  })

  it('do not mix in references that run at the same time, and elsewhere are untouched', async () => {
    const natives = [Date, Math.random, crypto.randomUUID, crypto.getRandomValues]
    const alone = await Promise.all([5, 6].map(async (seed) => (await run(readTime, seed)).answer))
    const start = Date.now()
    const together = Promise.all([run(readTime, 5), run(readTime, 6)])
    expect(Date.now() - start).toBeLessThan(60_000)
    expect(new Date() >= new Date(start)).toBe(true)
    expect(new Date(0)).toBeInstanceOf(Date)
    expect(crypto.randomUUID()).not.toBe(crypto.randomUUID())
    expect((await together).map(({ answer }) => answer)).toEqual(alone)
    expect([Date, Math.random, crypto.randomUUID, crypto.getRandomValues]).toEqual(natives)
  })

  it.each([
    ['fake timers', () => vi.useFakeTimers({ now: 7_000 })],
    ['a set time', () => vi.setSystemTime(7_000)],
  ])('are those of %s where they are', async (_, fake) => {
    fake()
    const { answer } = await run(readTime, 3)
    expect((answer as unknown[]).slice(0, 2)).toEqual([7_000, '1970-01-01T00:00:07.000Z'])
  })
})
