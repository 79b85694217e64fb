import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type GenerateOptions, generate } from '../../../../src/synthetic/generate/generate.ts'
import { formatJsonLines, readRows } from '../../../support/json-lines.ts'
import { type Script, ScriptedModel } from '../../../support/scripted-model.ts'
import { toolAnswer } from './tool-answer.ts'

function benchOf(script: Script, input: readonly unknown[]) {
  const dir = mkdtempSync(join(tmpdir(), 'tracewright-generate-'))
  const at = (name: string): string => join(dir, name)
  writeFileSync(at('in.jsonl'), formatJsonLines(input))
  const model = new ScriptedModel(script)
  const options: GenerateOptions = {
    model,
    in: at('in.jsonl'),
    out: at('out.jsonl'),
    cache: at('answers.jsonl'),
    plans: at('plans.jsonl'),
  }
  const read = (name: string): unknown[] => readRows(at(name))
  return { model, options, read, at }
}

const named = (...names: string[]) => names.map((name) => ({ name, description: 'Work.' }))
const said = (prompt: string, label: string): string =>
  new RegExp(`^${label}: (.*)$`, 'm').exec(prompt)?.[1] ?? ''

const outline = (tools: string[], plans: string[][]) => ({
  difficulty: 'simple',
  tools: tools.map((name) => ({ name, purpose: 'Works.', consumes: ['id'], produces: ['amount'] })),
  plans: plans.map((names) => ({ level: 'simple', tools: names })),
})
const toolNamed = (prompt: string) => toolAnswer({ name: /in full: ([^.]*)\./.exec(prompt)?.[1] ?? '' })

describe('generate', () => {
  it('takes each stage from the lines of the one before, or written by hand', async () => {
    const { options, read, model } = benchOf(
      ({ prompt }) => ({
        value: { subdomains: named(`${said(prompt, 'Field')} a`, `${said(prompt, 'Field')} b`) },
      }),
      [{ theme: 't', fields: named('x', 'y') }, { field: 'z' }, { field: 'X' }],
    )
    const report = await generate('subdomains', { ...options, count: 2 })
    expect(report).toMatchObject({ items: 3, done: 3, calls: 3, failed: [], stopped: null })
    expect(read('out.jsonl')).toEqual(
      ['x', 'y', 'z'].map((field) => ({ field, subdomains: named(`${field} a`, `${field} b`) })),
    )
    expect(model.asked[0]?.prompt).toContain('It covers: Work.')
  })

  it('keeps of a list what is no repetition, as many as are wanted', async () => {
    const { options, read } = benchOf(
      () => ({ value: { fields: named('a', 'A', 'b', 'c') } }),
      [{ theme: 't' }],
    )
    await generate('fields', { ...options, count: 2 })
    expect(read('out.jsonl')).toEqual([{ theme: 't', fields: named('a', 'b') }])
  })

  it('reports items without a usable answer, and writes the others', async () => {
    const { options, read } = benchOf(
      ({ prompt }) => ({ value: said(prompt, 'Theme') === 'bad' ? 'no' : { fields: named('a') } }),
      [{ theme: 'bad' }, { theme: 'good' }],
    )
    const report = await generate('fields', { ...options, count: 1 })
    expect(report).toMatchObject({ items: 2, done: 1, stopped: null, failed: [{ item: 'bad' }] })
    expect(read('out.jsonl')).toEqual([{ theme: 'good', fields: named('a') }])
  })

  it('stops where the model fails again and again, and goes on from there later', async () => {
    let broken = true
    const { options, model } = benchOf(
      () => {
        if (broken) throw new Error('quota')
        return { value: { fields: named('a') } }
      },
      Array.from({ length: 9 }, (_, i) => ({ theme: `t${i}` })),
    )
    const first = await generate('fields', { ...options, count: 1, concurrency: 1 })
    expect(first.stopped).toContain('3 times in a row, the last time with: quota')
    expect(first).toMatchObject({ done: 0, calls: 3 })
    broken = false
    expect(await generate('fields', { ...options, count: 1 })).toMatchObject({
      done: 9,
      calls: 9,
      stopped: null,
    })
    expect(model.asked).toHaveLength(12)
  })

  it('keeps to its concurrency', async () => {
    let now = 0
    let most = 0
    const { options, model } = benchOf(
      () => ({ value: { fields: named('a') } }),
      Array.from({ length: 12 }, (_, i) => ({ theme: `t${i}` })),
    )
    const answer = model._generate.bind(model)
    model._generate = async (...args) => {
      most = Math.max(most, ++now)
      await new Promise((resolve) => setTimeout(resolve, 2))
      now--
      return answer(...args)
    }
    const seen: number[] = []
    await generate('fields', {
      ...options,
      count: 1,
      concurrency: 3,
      onProgress: ({ done }) => seen.push(done),
    })
    expect(most).toBe(3)
    expect(seen).toEqual(Array.from({ length: 12 }, (_, i) => i + 1))
  })

  it('stops when it is told to, after what is in flight', async () => {
    const stop = new AbortController()
    const { options } = benchOf(
      (_, call) => {
        if (call === 2) stop.abort()
        return { value: { fields: named('a') } }
      },
      Array.from({ length: 9 }, (_, i) => ({ theme: `t${i}` })),
    )
    const report = await generate('fields', { ...options, count: 1, concurrency: 1, signal: stop.signal })
    expect(report).toMatchObject({ done: 2, calls: 2, stopped: 'it was interrupted' })
  })

  it('refuses input that is none before it asks anything', async () => {
    const { options, model, at } = benchOf(() => ({ value: null }), [{ field: 'x' }])
    await expect(generate('fields', options)).rejects.toThrow('in.jsonl:1: ')
    expect(model.asked).toEqual([])
    expect(existsSync(at('out.jsonl'))).toBe(false)
  })
})

describe('generate tools', () => {
  const task = (name: string, field = 'shop') => ({ field, subdomain: 's', task: name })

  it('tells a task which tools its field has, lets plans use them and no others of another field', async () => {
    const { options, model, read } = benchOf(
      ({ name, prompt }) => {
        if (name === 'tool') return { value: toolNamed(prompt) }
        const own = `Tool ${said(prompt, 'Task')}`
        return { value: outline([own], [[own], ...(own === 'Tool two' ? [['tool_one', own]] : [])]) }
      },
      [task('one'), task('two'), task('three', 'bank')],
    )
    expect(await generate('tools', options)).toMatchObject({
      items: 6,
      done: 6,
      calls: 6,
      notes: [],
      invalid: 0,
    })
    const prompts = model.asked.map(({ prompt }) => prompt)
    expect(prompts.find((prompt) => said(prompt, 'Task') === 'two')).toContain('The field has these tools')
    expect(prompts.find((prompt) => said(prompt, 'Task') === 'three')).not.toContain(
      'The field has these tools',
    )
    expect(read('plans.jsonl')[1]).toMatchObject({
      plans: [{ tools: ['Tool two'] }, { tools: ['tool_one', 'Tool two'] }],
    })
    expect(read('out.jsonl')).toMatchObject([
      { name: 'Tool one' },
      { name: 'Tool two' },
      { name: 'Tool three' },
    ])
  })

  it('notes plans whose tool was never made, until it is', async () => {
    let broken = true
    const { options, read } = benchOf(
      ({ name, prompt }) => {
        if (name !== 'tool') return { value: outline(['A', 'B'], [['A'], ['A', 'B']]) }
        return { value: broken && prompt.includes('in full: B.') ? {} : toolNamed(prompt) }
      },
      [task('one')],
    )
    const first = await generate('tools', options)
    expect(first).toMatchObject({ items: 3, done: 2, failed: [{ item: expect.stringMatching(/__B$/) }] })
    expect(first.notes).toEqual(['one: the plan A -> B is left out: B is missing'])
    broken = false
    expect(await generate('tools', { ...options, attempts: 4 })).toMatchObject({
      done: 3,
      calls: 1,
      notes: [],
    })
    expect(read('plans.jsonl')).toMatchObject([{ plans: [{ tools: ['A'] }, { tools: ['A', 'B'] }] }])
  })

  it('refuses a tool set that repeats a tool of the field', async () => {
    const { options } = benchOf(
      ({ name, prompt }) => ({ value: name === 'tool' ? toolNamed(prompt) : outline(['Same'], [['Same']]) }),
      [task('one'), task('two')],
    )
    const report = await generate('tools', options)
    expect(report.failed).toEqual([
      { item: 'shop / s / two', problems: ['the field has a tool "same" already'] },
    ])
  })
})
