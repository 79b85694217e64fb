import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { emptyBaseline, parseBaseline, printBaseline, writeBaseline } from '../../../src/baseline/store.ts'
import type { Baseline, BaselineTask } from '../../../src/schema/baseline.ts'
import { maskAgentName } from '../../../src/shared/redact/agent-name.ts'
import { Redactor } from '../../../src/shared/redact/redactor.ts'
import { baselineOf, record, suiteOf, task } from './records.ts'

const folder = mkdtempSync(join(tmpdir(), 'tracewright-baseline-'))
afterAll(() => rmSync(folder, { recursive: true }))

const suite = suiteOf(8)
const baseline = baselineOf(suite)
const text = printBaseline(baseline)
/** The baseline with other records; undefined takes one away. */
const changed = (records: Record<number, BaselineTask | undefined>, from: Baseline = baseline): Baseline => {
  const tasks = { ...from.tasks }
  for (const [i, own] of Object.entries(records)) {
    if (own === undefined) delete tasks[task(Number(i)).key]
    else tasks[task(Number(i)).key] = own
  }
  return { ...from, tasks }
}
const second = { origin: { runs: ['second'] } }
const updated = (...numbers: number[]): Baseline =>
  changed(Object.fromEntries(numbers.map((i) => [i, record(suite[i]!, 17, 20, second)])))

const hasGit = spawnSync('git', ['--version']).status === 0

/** What git makes of two branches that changed the baseline. */
function merge(ours: Baseline, theirs: Baseline): string {
  const files = { ours: printBaseline(ours), base: text, theirs: printBaseline(theirs) }
  const paths = Object.entries(files).map(([name, content]) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  })
  return execFileSync('git', ['merge-file', '-p', '-q', ...paths], { encoding: 'utf8' })
}

describe('printBaseline', () => {
  it('comes back the same', () => {
    const made = { commit: 'c0ffee', models: ['m'], tools: ['d1'], date: '2026-01-31' }
    const origin = { runs: ['a', 'b'], ...made, accepted: 'said "so"\nand more' }
    const rich = changed({ 2: record(task(2), 1, 2, { seeds: { 0: 1, 10: 0 }, origin }) })
    expect(parseBaseline(printBaseline(rich), 'l.json')).toEqual(rich)
    expect(parseBaseline(printBaseline(emptyBaseline(baseline)), 'l.json')).toEqual(emptyBaseline(baseline))
  })

  it('loads records that hold costs, and does not write these', () => {
    const costly = text.replace('"origin"', '"costs": {"calls": [2]}, "origin"')
    expect(costly).not.toBe(text)
    expect(printBaseline(parseBaseline(costly, 'l'))).toBe(text)
  })

  it('does not depend on the order of tasks and fields', () => {
    const turned = Object.fromEntries(
      Object.entries(baseline.tasks)
        .reverse()
        .map(([key, own]) => [key, Object.fromEntries(Object.entries(own).reverse()) as BaselineTask]),
    )
    expect(printBaseline({ ...baseline, tasks: turned })).toBe(text)
  })

  it('changes one line where one record changes', () => {
    const before = text.split('\n')
    const after = printBaseline(updated(3)).split('\n')
    expect(after).toHaveLength(before.length)
    expect(after.filter((line, i) => line !== before[i])).toHaveLength(1)
  })

  it.skipIf(!hasGit).each([
    ['neighbours', updated(3), updated(4), updated(3, 4)],
    ['first and last', updated(0), updated(7), updated(0, 7)],
    ['every other', updated(0, 2, 4, 6), updated(1, 3, 5, 7), updated(0, 1, 2, 3, 4, 5, 6, 7)],
    [
      'all, and a new task at the end',
      updated(0, 1, 2, 3, 4, 5, 6, 7),
      changed({ 8: record(task(8), 1, 3) }),
      changed({ 8: record(task(8), 1, 3) }, updated(0, 1, 2, 3, 4, 5, 6, 7)),
    ],
    [
      'neighbours of a gone one',
      updated(2, 4),
      changed({ 3: undefined }),
      changed({ 3: undefined }, updated(2, 4)),
    ],
  ])('merges without conflict: %s', (_, ours, theirs, both) => {
    expect(merge(ours, theirs)).toBe(printBaseline(both))
    expect(merge(theirs, ours)).toBe(printBaseline(both))
  })

  it.skipIf(!hasGit)('leaves a conflict where both branches changed one task', () => {
    const other = changed({ 3: record(task(3), 5, 20) })
    expect(() => merge(updated(3), other)).toThrow()
  })
})

describe('parseBaseline', () => {
  const errorOf = (content: string, of?: { suite: string; agent: string }): string => {
    try {
      parseBaseline(content, 'some.baseline.json', of)
    } catch (error) {
      if (error instanceof Error) return error.message
    }
    return 'no error'
  }

  it('takes a baseline of the suite and agent only', () => {
    expect(parseBaseline(text, 'l', { suite: 'example', agent: 'me' })).toEqual(baseline)
    expect(errorOf(text, { suite: 'other', agent: 'me' })).toContain(
      'it was written for the files example, not other',
    )
    expect(errorOf(text, { suite: 'example', agent: 'you' })).toContain(
      'it belongs to the agent "me", and the run to "you". If you renamed the agent, set name: \'me\' in its entry',
    )
  })

  it('refuses a file cut anywhere', () => {
    const whole = text.trimEnd().length
    for (let end = 0; end < whole; end += 7) expect(errorOf(text.slice(0, end))).toContain('cut short')
  })

  it.each([
    ['another version', text.replace('baseline@1', 'baseline@2'), 'its format is tracewright/baseline@2'],
    [
      'another kind of file',
      '{"format":"tracewright/run@1"}',
      'it is JSON, but not a baseline of tracewright',
    ],
    ['a list', '[]', 'it is JSON, but not a baseline of tracewright'],
    ['conflict marks', `{\n<<<<<<< ours\n"a": 1\n=======\n"a": 2\n>>>>>>> theirs\n}`, 'merge conflicts'],
    ['a task twice', text.replace(/("tasks": \{)(.*?\n\})/s, '$1$2,$2'), `the key "${task(0).key}" twice`],
    ['a field twice', text.replace('"attempts"', '"attempts": 1, "attempts"'), 'the key "attempts" twice'],
    ['more successes than attempts', text.replace('"successes": 20', '"successes": 21'), 'no more successes'],
    ['an unknown field', text.replace('"successes"', '"success"'), 'success'],
    ['another key', text.replace(`"${task(0).key}"`, '"task_0"'), 'tasks'],
    ['an unknown level', text.replace('L0_node', 'L9'), 'level'],
    ['no run', text.replace('["first"]', '[]'), 'runs'],
  ])('refuses %s', (_, content, message) => {
    expect(content).not.toBe(text)
    const error = errorOf(content)
    expect(error).toContain('Failed to read baseline some.baseline.json: ')
    expect(error).toContain(message)
  })
})

describe('writeBaseline', () => {
  it('makes the folder, replaces what was there, leaves nothing beside it', async () => {
    const file = join(folder, 'deep', 'agent.baseline.json')
    writeBaseline(file, baseline)
    writeBaseline(file, updated(1))
    expect(readFileSync(file, 'utf8')).toBe(printBaseline(updated(1)))
    expect(readdirSync(join(folder, 'deep'))).toEqual(['agent.baseline.json'])
  })

  it('says where it could not write, and leaves what is there', async () => {
    const file = join(folder, 'kept')
    writeFileSync(file, 'before')
    expect(() => writeBaseline(join(file, 'below.json'), baseline)).toThrow('Failed to write')
    expect(readFileSync(file, 'utf8')).toBe('before')
  })
})

describe('the name of an agent that holds a secret', () => {
  const name = 'desk sk-0123456789-planted'
  const masked = maskAgentName(name, new Redactor())

  it('is masked, and told from others', () => {
    expect(masked).toMatch(/^desk <redacted> #[0-9a-f]{12}$/)
    expect(maskAgentName('desk sk-0123456789-another', new Redactor())).not.toBe(masked)
    expect(maskAgentName(masked, new Redactor())).toBe(masked)
    expect(maskAgentName('desk', new Redactor())).toBe('desk')
  })

  it.each([
    [masked, masked],
    [masked, name],
    [name, masked],
  ])('belongs to its baseline: %s is %s', (agent, given) => {
    const own = printBaseline({ ...baseline, agent })
    expect(parseBaseline(own, 'l', { suite: baseline.suite, agent: given }).agent).toBe(agent)
    const other = maskAgentName('desk sk-0123456789-another', new Redactor())
    expect(() => parseBaseline(own, 'l', { suite: baseline.suite, agent: other })).toThrow(
      'it belongs to the agent',
    )
  })
})
