import { z } from 'zod'
import type { JsonObject } from '../../../src/shared/json.ts'
import { memoizeOnce } from '../../../src/shared/memoize.ts'
import { compileRules } from '../../../src/synthetic/rules/compile.ts'
import { readPublishedTool } from '../../../src/synthetic/tool-spec/read-published.ts'
import type { ToolSpec } from '../../../src/synthetic/tool-spec/tool-spec.ts'
import { readSharedLines, readSharedText } from '../../support/shared-data.ts'

/** A call with the status that is recorded for it. */
export interface RecordedCall {
  family: string
  tool: ToolSpec
  args: JsonObject
  status: 'PASS' | 'FAIL'
  code: number
}

const args = z.record(z.string(), z.json())
const rows = <T>(file: string, schema: z.ZodType<T>): T[] =>
  readSharedLines(file).map((line) => schema.parse(JSON.parse(line)))

const metaRow = z.looseObject({
  tool: z.looseObject({ id: z.string() }),
  call: args,
  malformed_keys: z.array(z.string()),
})

const mutatedRow = z.looseObject({
  tool: z.string(),
  kind: z.string(),
  unset: z.array(z.string()).default([]),
  set: args.default({}),
  expect: z.looseObject({ status: z.enum(['PASS', 'FAIL']), code: z.number() }),
})

const loggedRow = z.looseObject({
  tool: z.string(),
  args,
  mode: z.string(),
  sim: z.looseObject({ status: z.enum(['PASS', 'FAIL']), code: z.number() }),
})

/** Calls that are known to be right, calls with a stray key, and calls that were derived from them. */
export const derivedCalls = memoizeOnce((): readonly RecordedCall[] => {
  const known = new Map(
    rows('synthtools/meta-sample.jsonl', metaRow).map(({ tool, call, malformed_keys }) => [
      tool.id,
      { tool: compileRules(readPublishedTool(tool)), call, isFine: malformed_keys.length === 0 },
    ]),
  )
  const originals = [...known.values()].map(
    ({ tool, call, isFine }): RecordedCall => ({
      family: isFine ? 'known valid' : 'stray key',
      tool,
      args: call,
      status: isFine ? 'PASS' : 'FAIL',
      code: isFine ? 200 : 400,
    }),
  )
  const mutated = rows('synthtools/calls-mutated-sample.jsonl', mutatedRow).map((row): RecordedCall => {
    const origin = known.get(row.tool)
    if (origin === undefined) throw new Error(`No known call of ${row.tool}`)
    const kept = Object.entries(origin.call).filter(([name]) => !row.unset.includes(name))
    const { status, code } = row.expect
    return {
      family: row.kind.replaceAll('_', ' '),
      tool: origin.tool,
      args: { ...Object.fromEntries(kept), ...row.set },
      status,
      code,
    }
  })
  return [...originals, ...mutated]
})

/** Calls of the ACEBench tools with what the published simulator answered. */
export function loggedCalls(): RecordedCall[] {
  const { tools } = z
    .looseObject({ tools: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(readSharedText('synthtools/acebench-tools.json')))
  const specs = new Map(
    Object.entries(tools).map(([name, tool]) => [name, compileRules(readPublishedTool(tool))]),
  )
  return rows('synthtools/acebench-calls.jsonl', loggedRow).flatMap((row) => {
    const tool = specs.get(row.tool)
    const { status, code } = row.sim
    return tool === undefined ? [] : [{ family: `ACEBench ${row.mode}`, tool, args: row.args, status, code }]
  })
}
