import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Task } from '../../../src/schema/task.ts'
import type { Trace } from '../../../src/schema/trace.ts'
import { findFlow } from '../../../src/scoring/flow.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { loadSuite } from '../../../src/suites/load/load.ts'
import { dependsOnWorld } from '../../../src/tasks/task-worlds.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { renderTraceTree } from '../../../src/trace/render-tree.ts'
import { Performer, type PlannedCall, performGold } from '../../support/perform.ts'
import { type CallParts, buildTrace as traceOfCalls } from '../../support/traces.ts'
import { chain, guess } from './traces.ts'

const tree = (trace: Trace, prompt = '', answer = false): string =>
  renderTraceTree(trace, { references: findFlow(trace, registry, prompt), tools: registry, prompt, answer })

const traceOf = (...calls: CallParts[]): Trace => traceOfCalls(calls)

const suite = (name: string): Task[] =>
  loadSuite(`example-project/suites/${name}.suite.jsonl`).map(({ task }) => task)

/** Which result wins depends on the world, and with it the plan; a transformed value is nobody's that a trace alone shows. */
const hasChoice = ({ expected_trace }: Task): boolean =>
  /\$pick|\$calc|"via"/.test(JSON.stringify(expected_trace))

describe('renderTraceTree', () => {
  it('nests calls below what they use, and refers to it', () => {
    expect(tree(chain(), '', true)).toMatchInlineSnapshot(`
      "get_weather city="Oslo"
        unit_convert value=<get_weather.temperature_celsius> from_unit="celsius" to_unit="fahrenheit"
          send_email to="ana@example.com" subject="Oslo" body="... <unit_convert.converted_value> ..."
      answer: "It is <unit_convert.converted_value>.""
    `)
  })

  it('shows failed calls, parallel ones by number, and that there was no call', () => {
    expect(tree(guess())).toMatchInlineSnapshot(`
      "get_weather city="Oslo"
      get_weather#2 city="Paris"
      get_weather town="Oslo"  -> 400 invalid_argument
      unit_convert value=21.5 from_unit="celsius" to_unit="fahrenheit""
    `)
    expect(tree({ ...traceOf(), failure: 'no answer within 5 ms\nat x' }, '', true)).toMatchInlineSnapshot(`
      "(no call)
      the agent failed: no answer within 5 ms
      answer: none"
    `)
    expect(tree(traceOf({ tool_name: 'a', arguments: {}, status: 0 }))).toBe('a  -> no answer')
  })

  it('adds one line for one call more, and changes no other', () => {
    const read = { tool_name: 'read', arguments: { id: 'k' }, result: { value: 'first-4711' } }
    const write = { tool_name: 'write', arguments: { value: 'first-4711' }, result: { id: 'w-81920' } }
    const more = { tool_name: 'write', arguments: { value: 'other', of: 'w-81920' } }
    const before = tree(traceOf(read, write)).split('\n')
    const after = tree(traceOf(read, write, more, read)).split('\n')
    expect(after).toEqual([...before, '    write#2 of=<write.id> value="other"', 'read#2 id="k"'])
  })

  it('writes a value out that is not known to come from a result', () => {
    const trace = traceOf(
      { tool_name: 'count', arguments: { of: 'otters' }, result: { n: 3, found: true, of: 'otters', x: '' } },
      { tool_name: 'show', arguments: { limit: 3, open: true, name: 'otters', text: '', none: null } },
    )
    expect(tree(trace)).toBe('count of="otters"\nshow limit=3 name="otters" none=null open=true text=""')
    const stated = traceOf(
      { tool_name: 'find', arguments: {}, result: { code: 'AB-1234' } },
      { tool_name: 'open', arguments: { code: 'AB-1234' } },
    )
    expect(tree(stated, 'Open AB-1234.')).toBe('find\nopen code="AB-1234"')
    expect(tree(stated)).toBe('find\n  open code=<find.code>')
  })

  it('refers to a short value of the same name in a refused call, but for one that the agent had before', () => {
    const book = (fee: number, status = 409): string =>
      tree(
        traceOf(
          { tool_name: 'find', arguments: { page: 1 }, result: { page: 1, room: 'D-7', is_new: true, n: 2 } },
          { tool_name: 'get_fee', arguments: {}, result: { tax: 4, fee } },
          { tool_name: 'book', arguments: { fee, room: 'D-7', page: 1, is_new: true, guests: 2 }, status },
        ),
      )
    const due = (outcome: string): string =>
      `get_fee\n  book fee=<get_fee.fee> guests=2 is_new=true page=1 room=<find.room>${outcome}`
    expect(book(32)).toContain(due('  -> 409'))
    expect([book(46), book(0), book(4)]).toEqual([book(32), book(32), book(32)])
    expect(book(32, 200)).toContain(due(''))
  })

  it('gives ids, hashes and times of no known origin by their kind', () => {
    const args = {
      a: 'task_5018c38b0c99',
      b: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
      c: '9e107d9d372bb6826bd81d3542a419d6',
      d: '2026-03-15T10:00:00Z',
      e: 1767225600000,
      f: 'see https://example.com/u/01J9ZQ4Y7V3M5N8P2R6T0W1X3S',
      g: '2026-03-15',
      h: 'report_20260315.txt',
      i: 'user_preferences',
    }
    expect(tree(traceOf({ tool_name: 'own', arguments: args }))).toMatchInlineSnapshot(`
      "own
          a="task_<id>"
          b="<id>"
          c="<hash>"
          d="<time>"
          e=<time>
          f="see https://example.com/u/<id>"
          g="2026-03-15"
          h="report_20260315.txt"
          i="user_preferences""
    `)
    expect(
      tree(traceOf({ tool_name: 'own', arguments: { at: '2026-03-15 10:00' } }), 'At 2026-03-15 10:00.'),
    ).toBe('own at="2026-03-15 10:00"')
  })

  it('shortens long texts and lists, and takes whole lists by reference', () => {
    const rows = [
      { id: 'x-100200', n: 1 },
      { id: 'x-100201', n: 2 },
    ]
    const trace = traceOf(
      { tool_name: 'read', arguments: { path: '/data/a.csv' }, result: { rows } },
      { tool_name: 'sort', arguments: { rows, by: 'n' } },
      {
        tool_name: 'note',
        arguments: { text: 'word '.repeat(40), list: Array.from({ length: 20 }, (_, i) => i) },
      },
    )
    expect(tree(trace)).toMatchInlineSnapshot(`
      "read path="/data/a.csv"
        sort by="n" rows=<read.rows>
      note
          list=[0, 1, 2, ... 20 items, #3c69db]
          text="word word word word word word word word ..." (200 characters, #619479)"
    `)
  })

  it('keeps a short wording around a reference, and drops that of prose', () => {
    const trace = traceOf(
      { tool_name: 'make', arguments: {}, result: { id: 'inv-90317', total: 12.75 } },
      { tool_name: 'save', arguments: { path: '/invoices/inv-90317.json' } },
      { tool_name: 'send', arguments: { body: 'Dear Ana, please pay 12.75 for inv-90317 by Monday.' } },
      { tool_name: 'sum', arguments: { expression: '12.75 * 9 / 5 + 32' } },
    )
    expect(tree(trace)).toMatchInlineSnapshot(`
      "make
        save path="/invoices/<make.id>.json"
        send body="... <make.total> ... <make.id> ..."
        sum expression="<make.total> * 9 / 5 + 32""
    `)
  })

  it('does not take what the agent composed from the tool that gave it back', () => {
    const body = 'Hello Ana, your code is AB-4711 from now on.'
    const trace = traceOf(
      { tool_name: 'make', arguments: {}, result: { code: 'AB-4711' } },
      { tool_name: 'send', arguments: { body }, result: { preview: 'Hello Ana, your code' } },
      { tool_name: 'save', arguments: { text: body, code: 'AB-4711' } },
    )
    expect(tree({ ...trace, final_answer: body }, '', true)).toMatchInlineSnapshot(`
      "make
        send body="... <make.code> ..."
        save code=<make.code> text="... <make.code> ..."
      answer: "... <make.code> ...""
    `)
  })

  it('does not depend on key order, on defaults written out, on usage or on time', () => {
    const search = (args: JsonObject) => traceOf({ tool_name: 'web_search', arguments: args })
    expect(tree(search({ max_results: 5, query: 'otters' }))).toBe('web_search query="otters"')
    expect(tree(search({ query: 'otters' }))).toBe('web_search query="otters"')
    const usage = { input_tokens: 1, output_tokens: 1, model_calls: 1 }
    expect(tree({ ...chain(), usage, duration_ms: 3, agent: 'a', seed: 9 })).toBe(tree(chain()))
  })

  it('refers to the later of two equal reads where they agree, and shows a stale one', () => {
    const read = (value: string) => ({ tool_name: 'read', arguments: { id: 'k' }, result: { value } })
    const write = { tool_name: 'write', arguments: { value: 'first-4711' } }
    expect(tree(traceOf(read('first-4711'), read('first-4711'), write))).toContain('<read#2.value>')
    expect(tree(traceOf(read('first-4711'), read('other-4712'), write))).toContain('<read.value>')
  })

  it('is the same in every world, as far as the plan is', { timeout: 60_000 }, () => {
    const tasks = ['l1-chain', 'l2-parallel', 'l3-dag']
      .flatMap(suite)
      .filter((task) => !hasChoice(task) && !dependsOnWorld(task))
    expect(tasks.length).toBeGreaterThan(50)
    const different = tasks.filter((task) => {
      const [first, ...others] = [1, 2, 3].map((seed) => performGold(task, seed)) as [Trace, ...Trace[]]
      return others.some(
        (other) => tree(other, task.prompt) !== tree(first, task.prompt) || tree(other) !== tree(first),
      )
    })
    // A word that one world gives in place of another may be too common to be traced.
    expect(different.length / tasks.length).toBeLessThan(0.05)
  })

  it('is the same for every order of parallel calls', () => {
    const reads: PlannedCall[] = [
      ['get_weather', { city: 'Oslo' }],
      ['get_weather', { city: 'Rome' }],
      ['get_stock_price', { symbol: 'AAPL' }],
      ['create_task', { title: 'same' }],
      ['create_task', { title: 'same' }],
    ]
    const run = (order: readonly number[], writes: readonly number[], isSwapped = false): string => {
      const performer = new Performer(7)
      const results = performer.turn(order.map((i) => reads[i] as PlannedCall)) as JsonObject[]
      const resultOf = (i: number) => results[order.indexOf(i)] as JsonObject
      const tasks = order.filter((i) => i > 2).map((i) => resultOf(i))
      if (isSwapped) tasks.reverse()
      const sends: PlannedCall[] = [
        ['send_email', { to: 'a@example.com', subject: 'x', body: `${resultOf(0).temperature_celsius}` }],
        ['send_email', { to: 'b@example.com', subject: 'x', body: `${resultOf(1).temperature_celsius}` }],
        ['log_event', { event_type: 'a', message: String(tasks[0]?.task_id), severity: 'info' }],
        ['log_event', { event_type: 'b', message: String(tasks[1]?.task_id), severity: 'info' }],
      ]
      performer.turn(writes.map((i) => sends[i] as PlannedCall))
      return tree(performer.trace('parallel'))
    }
    const expected = run([0, 1, 2, 3, 4], [0, 1, 2, 3])
    expect(expected).toMatchInlineSnapshot(`
      "create_task title="same"
        log_event event_type="a" message=<create_task.task_id> severity="info"
      create_task#2 title="same"
        log_event#2 event_type="b" message=<create_task#2.task_id> severity="info"
      get_stock_price symbol="AAPL"
      get_weather city="Oslo"
        send_email to="a@example.com" subject="x" body=<get_weather.temperature_celsius>
      get_weather#2 city="Rome"
        send_email#2 to="b@example.com" subject="x" body=<get_weather#2.temperature_celsius>"
    `)
    fc.assert(
      fc.property(
        fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
        fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
        fc.boolean(),
        (order, writes, isSwapped) => {
          expect(run(order, writes, isSwapped)).toBe(expected)
        },
      ),
    )
  })
})
