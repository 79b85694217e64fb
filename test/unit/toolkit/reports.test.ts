import { expect, test } from 'vitest'
import { z } from 'zod'
import { z as z3 } from 'zod/v3'
import type { JsonObject } from '../../../src/shared/json.ts'
import { auditSuite } from '../../../src/suites/audit/audit-suite.ts'
import { checkSuite } from '../../../src/suites/load/check/check-suite.ts'
import { parseSuite } from '../../../src/suites/load/load.ts'
import type { Imported } from '../../../src/tools/imported/import/build.ts'
import { importMcpToolkit } from '../../../src/tools/imported/import/mcp.ts'
import { importOpenAiToolkit } from '../../../src/tools/imported/import/openai.ts'
import { importZodToolkit } from '../../../src/tools/imported/import/zod.ts'
import { simulatorsOfToolkit } from '../../../src/tools/imported/simulate/simulators.ts'
import { registryOf } from '../../../src/tools/registry.ts'
import { createCaller } from '../../support/open-api.ts'
import { describeWithShared, readSharedLines, readSharedText } from '../../support/shared-data.ts'

const FOLDER = 'reports'
const json = (file: string): object => JSON.parse(readSharedText(`${FOLDER}/${file}`))

/** The module that a file of tools is, with the copy of zod that it imports. */
const moduleOf = (file: string, zod: object): JsonObject => {
  const text = readSharedText(`${FOLDER}/${file}`).replace(/^import .*$/m, '')
  return { default: new Function('z', text.replace('export default', 'return'))(zod) }
}

/** Calls whose status is not what their schema says. */
function misjudged({ toolkit }: Imported, calls: readonly string[]): string[] {
  const call = createCaller(toolkit)
  return calls.filter((line) => {
    const { tool, args, want } = JSON.parse(line)
    const { status } = call(tool, args)
    return want === 'ok' ? status !== 200 : status !== 400
  })
}

describeWithShared('imports that users reported', FOLDER, () => {
  test('of an MCP server answer every call as its schema says', () => {
    const calls = readSharedLines(`${FOLDER}/schemas.calls.jsonl`)
    const imported = importMcpToolkit(json('schemas.mcp.json'), 'own', 'schemas.mcp.json')
    expect(calls).toHaveLength(46)
    expect(misjudged(imported, calls)).toEqual([])
    expect(imported.remarks.map(({ name, why }) => `${name}: ${why}`)).toEqual([
      'analyze_tree: "#/$defs/Node" accepts any value where it refers to itself',
      'list_schedules: left out: the default null of "query_model.team_ids" does not fit its schema',
    ])
  })

  test('of zod answer every call as its schema says', () => {
    const calls = readSharedLines(`${FOLDER}/zod.calls.jsonl`)
    const imported = importZodToolkit(moduleOf('tools.zod.ts', z), 'own', 'tools.zod.ts')
    expect(calls).toHaveLength(15)
    expect(misjudged(imported, calls)).toEqual([])
    expect(imported.remarks.map(({ name, why }) => `${name} ${why}`)).toEqual([
      'when "at" accepts any value: JSON Schema has no date',
      'big "n" accepts any value: JSON Schema has no bigint',
      'big "m" accepts any value: JSON Schema has no map',
      'big "s" accepts any value: JSON Schema has no set',
    ])
  })

  test('of zod 3 are refused with what to do', () => {
    expect(() => importZodToolkit(moduleOf('tools.zod3.ts', z3), 'own', 'tools.zod3.ts')).toThrow(
      'Failed to import tools.zod3.ts: find has a schema of zod 3. Declare it with zod 4',
    )
  })

  test.each([
    ['anthropic', { id: 'o1' }],
    ['gemini', { id: 'o1' }],
    ['mcp', { id: 'o1' }],
    ['custom', { id: 'o1' }],
  ])('of OpenAI take the list of %s', (list, args) => {
    const file = `openai-list.${list}.json`
    const { toolkit, remarks } = importOpenAiToolkit(json(file), 'own', file)
    const call = createCaller(toolkit)
    expect(call('refund', args)).toMatchObject({ status: 200 })
    expect(call('refund', {})).toMatchObject({ status: 400, error: { parameter: 'id' } })
    expect(call('refund', { id: 7 })).toMatchObject({ status: 400 })
    expect(remarks).toEqual(
      list === 'custom'
        ? [{ name: 'run_sql', why: expect.stringMatching(/^left out: it takes a text/) }]
        : [],
    )
  })

  test('of OpenAI keep a choice, and a suite over it passes the audit', async () => {
    const file = 'openai-list.union.json'
    const { toolkit } = importOpenAiToolkit(json(file), 'own', file)
    const registry = registryOf(simulatorsOfToolkit(toolkit))
    const lines = parseSuite(readSharedText(`${FOLDER}/union.suite.jsonl`), 'union.suite.jsonl')
    checkSuite(lines, 'union.suite.jsonl', registry)
    const tasks = lines.map(({ task }) => task)
    expect((await auditSuite(tasks, registry)).findings).toEqual([])
    expect(createCaller(toolkit)('edit_task', { action: 'create', id: 't1' })).toMatchObject({ status: 400 })
  })
})
