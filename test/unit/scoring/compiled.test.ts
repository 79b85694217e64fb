import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { TaskScore } from '../../../src/schema/score.ts'
import type { Task } from '../../../src/schema/task.ts'
import type { Call, Trace } from '../../../src/schema/trace.ts'
import { CallEvidence, Evidence } from '../../../src/scoring/evidence.ts'
import { mayFeed } from '../../../src/scoring/order.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { type IndexedLeaf, ValueIndex } from '../../../src/scoring/value-index.ts'
import { type Json, stringifyStably } from '../../../src/shared/json.ts'
import { isDefault, isSameValue, type LeafSchema, type LeafType } from '../../../src/tasks/equality.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { performGold } from '../../support/perform.ts'
import { spoilTrace } from '../../support/spoil.ts'
import { loadExampleTasks } from '../../support/suites.ts'
import { buildTrace } from '../../support/traces.ts'

const TASKS: readonly Task[] = loadExampleTasks()

/** Every leaf of some results that is the same as a value: each one is looked at. */
const scanned = (results: readonly CallEvidence[], value: Json, type: LeafType): IndexedLeaf[] =>
  results
    .flatMap(({ call, leaves }) => leaves.map((leaf) => ({ call, leaf })))
    .map((place, position) => ({ ...place, position }))
    .filter(({ leaf }) => isSameValue(leaf.value, value, type))

/** Whether two calls ask for the same, arguments that are defaults left out. */
function isEqual(one: Call, other: Call): boolean {
  const textOf = ({ tool_name, arguments: args }: Call): string => {
    const { properties = {} } = (registry.get(tool_name)?.inputSchema ?? {}) as LeafSchema
    const told = Object.entries(args).filter(([name, value]) => !isDefault(properties[name], value))
    return stringifyStably([tool_name, Object.fromEntries(told)])
  }
  return one === other || textOf(one) === textOf(other)
}

/** Lets evidence look at every leaf and every call in place of what it keeps by value. */
function scanPlainly(): void {
  const like = (evidence: Evidence, call: Call): Call[] => {
    const calls = evidence.results.map((result) => result.call)
    return calls.includes(call) ? calls.filter((other) => isEqual(call, other)) : [call]
  }
  vi.spyOn(Evidence.prototype, 'findPlaces').mockImplementation(function (this: Evidence, value, type, of) {
    return scanned(this.listResultsBefore(of), value, type)
  })
  vi.spyOn(Evidence.prototype, 'appears').mockImplementation(function (
    this: Evidence,
    value,
    type,
    of,
    matches,
  ) {
    return scanned(this.listResultsBefore(of), value, type).some(matches)
  })
  vi.spyOn(Evidence.prototype, 'isSame').mockImplementation(function (this: Evidence, one, other) {
    return one === other || (like(this, one).includes(other) && like(this, other).includes(one))
  })
  // It may always be that something was repeated: the readings are then looked through.
  vi.spyOn(Evidence.prototype, 'areRepeated').mockReturnValue(true)
  vi.spyOn(Evidence.prototype, 'readsLike').mockImplementation(function (this: Evidence, producer, consumer) {
    return like(this, producer).filter(
      (call) => call === producer || consumer === null || mayFeed(call, consumer),
    )
  })
}

afterEach(() => vi.restoreAllMocks())

const golds = new Map<Task, Trace>()
const goldOf = (task: Task): Trace => {
  const gold = golds.get(task) ?? performGold(task)
  golds.set(task, gold)
  return gold
}

/** A task of the example, and its right trace spoilt in some places. */
const attempt: fc.Arbitrary<{ task: Task; trace: Trace }> = fc
  .record({
    task: fc.constantFrom(...TASKS),
    changes: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { maxLength: 4 }),
  })
  .map(({ task, changes }) => ({
    task,
    trace: changes.reduce((trace, change) => spoilTrace(trace, ...change), goldOf(task)),
  }))

/** Two reads that ask for the same, of which one gives a default with a blank before it. */
function buildBlankDefault(): [{ task: Task; trace: Trace }] {
  const task = TASKS.find(({ task_id }) => task_id === 'L3_dag_0011') as Task
  const again = spoilTrace(goldOf(task), 2, 4, 0)
  return [{ task, trace: spoilTrace(again, 5, 4, 3) }]
}

describe('a trace indexed by value and a task compiled once', () => {
  it('score as plain scanning and a task never seen before do, reasons included', () => {
    const verdicts = new Set<TaskScore['cause']>()
    fc.assert(
      fc.property(attempt, ({ task, trace }) => {
        // Here, since a run that fails ends before, and others follow it.
        vi.restoreAllMocks()
        const score = scoreTrace(task, trace, registry)
        scanPlainly()
        const anew = structuredClone(task)
        expect(JSON.stringify(scoreTrace(anew, trace, registry))).toBe(JSON.stringify(score))
        verdicts.add(score.cause)
      }),
      { numRuns: 200, examples: [buildBlankDefault()] },
    )
    // Right ones and several kinds of wrong ones were among them.
    expect(verdicts).toContain(undefined)
    expect(verdicts.size).toBeGreaterThan(3)
  })

  const scalar: fc.Arbitrary<Json> = fc.oneof(
    fc.constantFrom<Json>(null, '', true, false, 'true', ' FALSE ', 0, -0, 1e-9, -1e-9, 9.9e-6, 1.0000001e-5),
    fc.constantFrom<Json>(
      ...'Oslo|oslo |New York|newyork|USD 12.50|12.5|$12.50|12,500|7 %|a\u0301'.split('|'),
    ),
    fc.constantFrom<Json>(...'2026-04-15|15 April 2026|2026-04-15T00:00:00Z|20260415|á'.split('|')),
    fc.constantFrom<Json>(...'https://a.example/x/|HTTPS://A.example/x|/data/in/|/data/in'.split('|')),
    fc.constantFrom<Json>('Ice houses', 'ICE  HOUSES', 20260415, 1999.96, 2000),
    fc.integer({ min: -20, max: 20 }),
    fc.double({ min: -3, max: 3, noNaN: true }).map((x) => Number(x.toPrecision(5))),
    fc
      .tuple(fc.integer({ min: 990, max: 1030 }), fc.integer({ min: -7, max: 7 }))
      .map(([m, e]) => Number(`${m}e${e}`)),
    // About the edges of drawers, rounded over them or not.
    fc
      .tuple(fc.integer({ min: 256, max: 263 }), fc.constantFrom(4, 6, 9), fc.constantFrom(-5e-5, 0, 5e-5))
      .map(([k, digits, off]) => Number(((k / 256) * (1 + off)).toPrecision(digits))),
    // As far apart as equal numbers may be.
    fc
      .tuple(
        fc.integer({ min: 8192, max: 8202 }),
        fc.integer({ min: -16, max: 3 }),
        fc.constantFrom(-1, 0, 1),
      )
      .map(([k, e, off]) => (k / 8192) * 2 ** e + off * 1e-9),
    fc.double({ min: 1, max: 4, noNaN: true }).map((x) => x.toFixed(2)),
  )
  const leafType: fc.Arbitrary<LeafType> = fc.record({
    type: fc.constantFrom(undefined, 'string', 'number', 'integer', 'boolean'),
    semantic: fc.constantFrom(
      undefined,
      ...['city', 'date', 'datetime', 'amount', 'query', 'url', 'directory'],
    ),
  })

  it('every leaf that is the same as a value is found, and no other', () => {
    let found = 0
    fc.assert(
      fc.property(
        fc.array(fc.array(scalar, { maxLength: 12 }), { maxLength: 5 }),
        scalar,
        leafType,
        (outputs, value, type) => {
          const answered = outputs.map((result) => ({ tool_name: 'a', arguments: {}, result }))
          const results = buildTrace(answered).calls.map((call) => new CallEvidence(call))
          const places = scanned(results, value, type)
          const index = new ValueIndex(results)
          expect(index.findPlaces(value, type)).toEqual(places)
          expect(index.appears(value, type, ({ position }) => position > 0)).toBe(
            places.some(({ position }) => position > 0),
          )
          found += places.length
        },
      ),
      { numRuns: 4000 },
    )
    expect(found).toBeGreaterThan(500)
  })

  it('a look-up among ten times as many numbers looks at as few of them', () => {
    const countReads = (size: number): number => {
      let reads = 0
      const leaves = Array.from({ length: size }, (_, at) => ({
        pointer: `/${at}`,
        get value() {
          reads++
          return 10 + (40 * at) / size
        },
      }))
      const call = buildTrace([{ tool_name: 'a', arguments: {} }]).calls[0] as Call
      const index = new ValueIndex([{ call, leaves }])
      const type = { type: 'number', semantic: undefined }
      expect(index.findPlaces(20, type)).toHaveLength(1)
      reads = 0
      for (let at = 0; at < 100; at++) expect(index.findPlaces(10 + (40 * at) / 100, type)).toHaveLength(1)
      return reads / 100
    }
    expect(countReads(1000)).toBeLessThan(5)
    expect(countReads(10_000)).toBeLessThan(8)
  })
})
