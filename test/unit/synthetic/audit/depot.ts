import { join } from 'node:path'
import type { JsonObject } from '../../../../src/shared/json.ts'
import { compileRules } from '../../../../src/synthetic/rules/compile.ts'
import { readPublishedTool } from '../../../../src/synthetic/tool-spec/read-published.ts'
import type { ToolSpec } from '../../../../src/synthetic/tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../../../../src/synthetic/toolkit/toolkit.ts'
import { readRows } from '../../../support/json-lines.ts'
import { handlerOf } from '../simulate/kiln-shop.ts'

/** The rows as they are published. */
const ROWS = readRows(join(import.meta.dirname, 'depot-tools.jsonl'))
const [lookUp, take, plan] = ROWS.map((row) => compileRules(readPublishedTool(row))) as [
  ToolSpec,
  ToolSpec,
  ToolSpec,
]

/** A parcel finder, which reads one parcel; a bin taker, which takes stock out; a route planner without a handler. */
const tools: ToolSpec[] = [
  {
    ...lookUp,
    handler: handlerOf({
      ...{ collection: 'parcels', action: 'read', one: true, by: ['parcel_id'] },
      outputs: { parcel_id: 'field parcel_id', weight: 'field weight', status: 'field status' },
    }),
  },
  {
    ...take,
    effect: 'write',
    handler: handlerOf({
      ...{ collection: 'bins', action: 'update', one: true, by: ['bin_id'] },
      set: { pieces: 'subtract pieces' },
      nonNegative: ['pieces'],
      outputs: { left: 'field pieces' },
    }),
  },
  { ...plan, effect: 'read' },
]

export const knownArgs: JsonObject = {
  mode: 'van',
  stops: ['Ulm', 'Bonn'],
  loads: [3, 4.5],
  start_date: '2024-05-01T08:00:00Z',
  end_date: '2024-05-02T08:00:00Z',
}
export const knownOutput: JsonObject = { mode: 'van', distance: 411.5, legs: ['Ulm - Bonn'], state: 'final' }

/** Three tools with rules, a state and a known call. */
export const depot: SyntheticToolkit = {
  version: 1,
  name: 'depot',
  tools,
  state: {
    parcels: [
      { parcel_id: 'P100', weight: 2.5, status: 'stored' },
      { parcel_id: 'P101', weight: 9, status: 'sent' },
    ],
    bins: [
      { bin_id: 'B1', pieces: 40 },
      { bin_id: 'B2', pieces: 7 },
    ],
  },
  known: [
    { tool: 'plan', args: knownArgs, output: knownOutput },
    { tool: 'take', args: { bin_id: 'B1', pieces: 3 }, output: { left: 37 } },
    {
      tool: 'look_up',
      args: { parcel_id: 'P100' },
      output: { parcel_id: 'P100', weight: 2.5, status: 'stored' },
    },
  ],
  failing: [
    {
      tool: 'take',
      args: { bin_id: 'B2', pieces: 8 },
      sentence: 'No bin has fewer than 0 pieces.',
      code: 400,
    },
  ],
}
