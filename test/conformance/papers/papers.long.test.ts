import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { hasValue, prepareFiles, runOfPage } from './bench.ts'
import { COMPTOOLBENCH, type PaperRow, SYNTHTOOLS } from './rows.ts'

const root = resolve(import.meta.dirname, '../../..')
const rows = [...COMPTOOLBENCH, ...SYNTHTOOLS]

beforeAll(prepareFiles)

describe('a row of docs/papers.md', () => {
  const ran = rows.flatMap(({ command, ...row }) => (command === undefined ? [] : [{ ...row, command }]))
  it.each(ran)('$item: its command prints what it says', async ({ command, has = [], draws = {} }) => {
    const document = await runOfPage(command)
    expect(has.filter((pointer) => !hasValue(document, pointer))).toEqual([])
    expect(has.length).toBeGreaterThan(0)
    for (const [file, pattern] of Object.entries(draws)) {
      expect(document).toMatchObject({ out: expect.any(String), files: expect.arrayContaining([file]) })
      expect(readFileSync(join((document as { out: string }).out, file), 'utf8')).toMatch(pattern)
    }
  })

  it.each(rows.filter(({ test }) => test !== undefined))('$item: its test exists', ({ test = '' }) => {
    expect(existsSync(join(root, test))).toBe(true)
  })

  it('that does not work says why, and "no" only for a reason that stays', () => {
    for (const { item, state, why = '', command, test } of rows) {
      if (state === undefined) expect(command ?? test, item).toBeDefined()
      else expect(why, item).not.toBe('')
      if (state === 'no') expect(why, item).toMatch(/needs a hosted model|human raters|on purpose/)
    }
  })
})

const formatShown = ({ command, test, draws = {} }: PaperRow): string =>
  command !== undefined
    ? [`\`${command.replace('tracewright ', '')}\``, ...Object.keys(draws)].join(': ')
    : test === undefined
      ? ''
      : `\`${test}\``

const formatState = ({ state, why, note }: PaperRow): string =>
  [state ?? 'works', ...[why ?? note ?? []].flat()].join(': ')

const formatTable = (table: readonly PaperRow[]): string =>
  [
    '| what | where | command of `npx tracewright`, or test | state |',
    '| --- | --- | --- | --- |',
    ...table.map((row) => `| ${[row.item, row.where, formatShown(row), formatState(row)].join(' | ')} |`),
  ].join('\n')

const count = (state: PaperRow['state']): number => rows.filter((row) => row.state === state).length

it('makes the page', async () => {
  const page = `# What the two papers print

This page lists the systems, tables and plots of the two papers that tracewright follows, and the command for each. A test runs
every command, checks that its JSON has the number or its file the plot, and writes this page: \`npx vitest run --project long papers -u\`. Words in
capitals are files.

Of ${rows.length} rows ${count(undefined)} work, ${count('in part')} work in part, and ${count('no')} do not.

## CompToolBench

[CompToolBench](https://github.com/ronyrahmaan/comptoolbench) has no section numbers for most of this: "where" is the part of its
program or paper.

${formatTable(COMPTOOLBENCH)}

## SynthTools

[SynthTools](https://arxiv.org/abs/2511.09572) is followed with other models, calls and judges than the paper's: the numbers
differ, the tables are the same.

${formatTable(SYNTHTOOLS)}
`
  await expect(page).toMatchFileSnapshot('../../../docs/papers.md')
})
