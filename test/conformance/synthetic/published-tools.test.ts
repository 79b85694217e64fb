import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { auditToolkit } from '../../../src/synthetic/audit/audit-report.ts'
import { buildToolkit } from '../../../src/synthetic/toolkit/build-toolkit.ts'
import { formatJsonLines } from '../../support/json-lines.ts'
import { describeWithShared, readSharedLines } from '../../support/shared-data.ts'

interface Row {
  tool: { id: string; field: string }
  call: object
  return: object
  malformed_keys: string[]
}

/** The rows of the first twelve tools of each field. */
function rowsOfFields(): Row[] {
  const fields = new Map<string, Set<string>>()
  const rows = readSharedLines('synthtools/meta-sample.jsonl').map((line): Row => JSON.parse(line))
  return rows.filter(({ tool }) => {
    const ids = fields.get(tool.field) ?? new Set()
    fields.set(tool.field, ids)
    if (ids.size < 12) ids.add(tool.id)
    return ids.has(tool.id)
  })
}

const percent = (right: number, cases: number): string =>
  `${((100 * right) / cases).toFixed(1).replace('.0', '')} % of ${cases}`

describeWithShared('published tools without a model', 'synthtools', () => {
  it('give no wrong response, and the figures that the docs give', async () => {
    const rows = rowsOfFields()
    const tools = new Map(rows.map(({ tool }) => [tool.id, tool]))
    const calls = rows.flatMap(({ tool, call, return: output, malformed_keys }) =>
      malformed_keys.length === 0 ? [{ tool: tool.id, args: call, output }] : [],
    )
    const { toolkit } = buildToolkit({
      name: 'published',
      tools: { file: 'tools.jsonl', text: formatJsonLines([...tools.values()]) },
      known: { file: 'known.jsonl', text: formatJsonLines(calls) },
    })
    expect(toolkit.tools).toHaveLength(60)
    const report = await auditToolkit(toolkit, { attempts: 1 })
    expect(report.findings.map(({ test, reasoning }) => `${test}: ${reasoning}`)).toEqual([])
    const { correct, coverage, known } = report
    const knownRight = known.cases - known.wrong
    const docs = readFileSync(join(import.meta.dirname, '../../../docs/guides/synthetic-tools.md'), 'utf8')
    const row = (name: string): string =>
      docs
        .split('\n')
        .find((line) => line.startsWith(`| ${name} `))
        ?.replaceAll(/ +/g, ' ') ?? ''
    expect(row('new input, checked')).toContain(
      `| ${percent(correct - knownRight, coverage.checked - known.cases)} `,
    )
    expect(row('new input, not covered')).toContain(`| ${coverage.not_covered} `)
    expect(row('known input, correct')).toContain(`| ${percent(knownRight, known.cases)} `)
  })
})
