import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Json, JsonObject } from '../../../src/shared/json.ts'
import { compileRules } from '../../../src/synthetic/rules/compile.ts'
import { respond, respondWithPlaceholders } from '../../../src/synthetic/simulate/respond.ts'
import { readPublishedTool } from '../../../src/synthetic/tool-spec/read-published.ts'
import type { SpecShape, ToolSpec } from '../../../src/synthetic/tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../../../src/synthetic/toolkit/toolkit.ts'
import { World } from '../../../src/tools/world/world.ts'
import { describeWithShared, hasSharedData, readSharedLines } from '../../support/shared-data.ts'
import { derivedCalls } from './recorded-calls.ts'

const values = z.record(z.string(), z.json())
const metaRow = z.looseObject({
  tool: z.looseObject({ id: z.string() }),
  call: values,
  return: values,
  malformed_keys: z.array(z.string()),
})

/** The toolkit of the tools with known calls, without state. */
function knownToolkit(): SyntheticToolkit {
  const rows = readSharedLines('synthtools/meta-sample.jsonl').map((line) => metaRow.parse(JSON.parse(line)))
  const tools = rows.map(({ tool }) => compileRules(readPublishedTool(tool)))
  const known = rows.flatMap(({ tool, call, return: output, malformed_keys }) =>
    malformed_keys.length === 0 ? [{ tool: tool.id, args: call, output }] : [],
  )
  return { version: 1, name: 'known', tools, state: {}, known }
}

function hasShape(value: Json | undefined, { type, items }: SpecShape): boolean {
  if (type === 'array')
    return Array.isArray(value) && value.every((item) => items === undefined || hasShape(item, items))
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type && value !== null
}

interface NewAnswer {
  tool: ToolSpec
  args: JsonObject
  output: JsonObject
}

describeWithShared('answers to recorded calls', 'synthtools', () => {
  const toolkit = hasSharedData ? knownToolkit() : undefined
  const valid = (toolkit?.known ?? []).flatMap((call) => {
    const answer = toolkit && respond({ tool: call.tool, args: call.args }, toolkit, new World())
    return answer === undefined ? [] : [{ call, answer }]
  })

  it('gives the recorded result of every known call that passes', () => {
    const passing = valid.filter(({ answer }) => answer.verdict.status === 'PASS')
    expect(passing.length).toBeGreaterThan(330)
    for (const { call, answer } of passing)
      expect(answer, call.tool).toMatchObject({ output: call.output, origin: 'known' })
  })

  const fresh: NewAnswer[] = derivedCalls()
    .filter(({ family, status }) => status === 'PASS' && family !== 'known valid')
    .flatMap(({ tool, args }) => {
      const own = { ...toolkit!, tools: [tool], known: [] }
      const answer = respondWithPlaceholders({ tool: tool.id, args }, own, new World(3))
      return answer.output === null ? [] : [{ tool, args, output: answer.output }]
    })
  const outputs = fresh.flatMap(({ tool, args, output }) =>
    tool.outputs.map((shape) => ({ tool, args, shape, value: output[shape.name] })),
  )

  it('gives placeholders for every output of new inputs, each of its type', () => {
    expect(fresh.length).toBeGreaterThan(200)
    for (const { tool, output } of fresh)
      expect(Object.keys(output)).toEqual(tool.outputs.map(({ name }) => name))
    expect(outputs.filter(({ shape, value }) => !hasShape(value, shape))).toEqual([])
  })
})
