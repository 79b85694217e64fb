import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { OPTIONS, type OptionDeclaration, resolveOptions, selectOptions } from '../../../src/run/options.ts'

describe('resolveOptions', () => {
  it('gives lists of its own, which a project may add to', () => {
    const [one, two] = [resolveOptions({}), resolveOptions({})]
    one.allow.push('api.example.com')
    expect(two.allow).toEqual([])
  })

  it.each<[options: object, problem: string]>([
    [{ aggent: './agent.ts' }, '"aggent" is unknown; did you mean "agent"'],
    [{ toString: 1 }, '"toString" is unknown'],
    [{ mode: 'fast' }, 'mode: expected one of score, strict, regression, got "fast"'],
    [{ agent: '' }, 'agent: expected the path of a module, got ""'],
    [{ include: [] }, 'include: expected a list of globs that end in .suite.jsonl or .suite.ts, got []'],
    [{ include: ['a.jsonl'] }, 'include: expected a list of globs'],
    [
      { allow: ['a', 1] },
      'allow: expected a list of hosts such as "api.example.com" or "*.example.com", got ["a",1]',
    ],
    [{ allow: ['https://api.example.com/v1'] }, 'allow: expected a list of hosts'],
    [{ allow: ['api.example.com:443'] }, 'allow: expected a list of hosts'],
    [{ allow: ['api.*.com'] }, 'allow: expected a list of hosts'],
    ['x' as never, 'expected an object, as in tracewright({ agent: \'./test/agent.ts\' }), got "x"'],
    [{ repeats: 0 }, 'repeats: expected a whole number, at least 1, got 0'],
    [{ repeats: 1.5 }, 'repeats: expected a whole number'],
    [{ timeout: Number.NaN }, 'timeout: expected a number of milliseconds over 0'],
    [{ timeout: 2 ** 40 }, 'timeout: expected a number of milliseconds over 0, at most 2147483647'],
    [{ baseline: 'a.json' }, 'baseline: expected a path that ends in .baseline.json'],
    [{ concurrent: 'no' }, 'concurrent: expected true or false'],
    [{ redact: [() => 1] }, 'redact: expected a list of names, patterns and paths'],
    [{ faults: [{ fault: 'flood' }] }, 'faults: 0.fault: '],
    [{ injections: 'all' }, 'injections: '],
    [{ live: ['find'] }, 'live names own tools, and ownTools is not set'],
    [{ ownTools: true, live: 'find' }, 'live: expected true, false, or names of tools, got "find"'],
    [
      {
        effects: { find_order: 'read', find_customer: 'read', refund_order: 'write', cancel_order: 'writes' },
      },
      'effects: expected read, idempotent-write, write by the name of a tool, got {"cancel_order":"writes"}',
    ],
    [{ effects: { find: 'read' } }, 'effects names "find", and ownTools is not set'],
  ])('%j: %s', (options, problem) => {
    expect(() => resolveOptions(options)).toThrow(`Invalid option of tracewright(): ${problem}`)
  })

  it('takes every default, what is left undefined, and rules by their schema', () => {
    const defaults = resolveOptions({})
    expect(resolveOptions({ ...defaults, mode: undefined } as never)).toEqual(defaults)
    expect(resolveOptions({ live: [] })).toEqual(defaults)
    const allow = ['api.example.com', '*.example.com', 'localhost', '10.0.0.1', '2001:db8::1', 'my_host']
    expect(resolveOptions({ allow })).toMatchObject({ allow })
    expect(resolveOptions({ faults: [{ fault: 'reset' }], redact: [/a/, 'b'] })).toMatchObject({
      faults: [{ fault: 'reset' }],
      redact: [/a/, 'b'],
    })
  })
})

it('an attempt depends on all options but those that change no verdict', () => {
  const others = Object.keys(OPTIONS).filter(
    (name) => !(name in selectOptions(resolveOptions({}), 'attempts')),
  )
  expect(others).toEqual([
    'agent',
    'baseline',
    'suiteReruns',
    'snapshots',
    'concurrent',
    'redact',
    'group',
    'outputDir',
    'inputs',
  ])
})

it('docs/options.md has the table of options, with an example of each', async () => {
  const root = resolve(import.meta.dirname, '../../..')
  const file = join(root, 'src/run/options.ts')
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const table = source.statements.find(ts.isClassDeclaration)
  const page = readFileSync(join(root, 'docs/options.md'), 'utf8')
  const rows = (table?.members ?? []).map((member) => {
    const name = member.name?.getText() as keyof typeof OPTIONS
    const [doc] = ts.getJSDocCommentsAndTags(member).filter(ts.isJSDoc)
    const text = ts.getTextOfJSDocComment(doc?.comment)?.replaceAll(/\s+/g, ' ') ?? ''
    const see = doc?.tags?.[0]?.getText().replace(/^@see ([^\s*]+)[\s\S]*$/, '$1')
    const { default: value, unit = '' } = OPTIONS[name] as OptionDeclaration<unknown>
    const shown = value === undefined ? '–' : `\`${JSON.stringify(value)}\`${unit === '' ? '' : ` ${unit}`}`
    expect(text, name).toMatch(/\.$/)
    const example = new RegExp(`^\\| \`${name}\` \\| \`([^\`]+)\` \\|`, 'm').exec(page)?.[1] ?? ''
    const given = new Function(`return (${example})`)() as unknown
    const { [name]: taken } = resolveOptions({ ownTools: name !== 'routes', [name]: given })
    expect(taken, name).toEqual(given)
    expect(taken, name).not.toEqual(value)
    return `| \`${name}\` | \`${example}\` | ${shown} | ${text}${see === undefined ? '' : ` ([more](${see}))`} |`
  })
  expect(rows).toHaveLength(Object.keys(OPTIONS).length)
  const written = ['| option | example | default | meaning |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  )
  await expect(page.replace(/^\|.*\|$/ms, () => written)).toMatchFileSnapshot(join(root, 'docs/options.md'))
})
