import { expect, it } from 'vitest'
import { z } from 'zod'
import { auditSequences } from '../../../src/synthetic/audit/sequence.ts'
import { compileRules } from '../../../src/synthetic/rules/compile.ts'
import { respond } from '../../../src/synthetic/simulate/respond.ts'
import { readPublishedTool } from '../../../src/synthetic/tool-spec/read-published.ts'
import type { ToolSpec } from '../../../src/synthetic/tool-spec/tool-spec.ts'
import { describeWithShared, hasSharedData, sharedLines } from '../../support/shared-data.ts'

const row = z.looseObject({ field: z.string(), id: z.string() })
const metaRow = z.looseObject({ tool: row })

/** The tools of the sample by their field: those of one field may share things. */
function toolsByField(): Map<string, ToolSpec[]> {
  const rows = [
    ...sharedLines('synthtools/tools-sample.jsonl').map((line) => row.parse(JSON.parse(line))),
    ...sharedLines('synthtools/meta-sample.jsonl').map((line) => metaRow.parse(JSON.parse(line)).tool),
  ]
  const unique = new Map(rows.map((one) => [one.id, one]))
  const fields = new Map<string, ToolSpec[]>()
  for (const one of unique.values())
    fields.set(one.field, [...(fields.get(one.field) ?? []), compileRules(readPublishedTool(one))])
  return fields
}

describeWithShared('sequences over published tools', 'synthtools', () => {
  const fields = hasSharedData ? toolsByField() : new Map<string, ToolSpec[]>()

  it('hold together: no tool calls unknown what another of its field handed out', async () => {
    const reports = []
    for (const [name, tools] of fields)
      reports.push(...(await auditSequences({ version: 1, name, tools, state: {}, known: [] }, respond, 0)))
    expect(reports.flatMap(({ contradictions }) => contradictions)).toEqual([])
    expect(new Set(reports.flatMap(({ tools }) => tools)).size).toBeGreaterThanOrEqual(50)
  })
})
