import type { JsonObject } from '../../../../src/shared/json.ts'
import { compileRules } from '../../../../src/synthetic/rules/compile.ts'
import { readPublishedTool } from '../../../../src/synthetic/tool-spec/read-published.ts'
import type { ToolSpec } from '../../../../src/synthetic/tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../../../../src/synthetic/toolkit/toolkit.ts'

const specOf = (row: JsonObject, more: Partial<ToolSpec> = {}): ToolSpec => ({
  ...compileRules(readPublishedTool(row)),
  ...more,
})

/** Reads one parcel from the state. */
const lookUp = specOf(
  {
    id: 'look_up',
    name: 'Parcel Finder',
    description: 'Finds a parcel.',
    parameters: [
      { name: 'parcel_id', type: 'string', required: true, description: 'Parcel to find' },
      {
        name: 'unit',
        type: 'string',
        required: false,
        default: 'kg',
        description: 'Unit of the weight: kg, lb, oz',
      },
    ],
    errors: ['Unknown parcel: The parcel_id does not exist in the depot.'],
    outputs: [
      { name: 'parcel_id', type: 'string', description: 'The parcel' },
      { name: 'weight', type: 'number', description: 'Its weight' },
      { name: 'status', type: 'string', description: 'Its status' },
    ],
  },
  {
    handler: {
      collection: 'parcels',
      action: 'read',
      match: [{ parameter: 'parcel_id', field: 'parcel_id' }],
      one: true,
      related: [],
      refusals: [],
      set: [],
      nonNegative: [],
      outputs: [
        { output: 'parcel_id', from: { field: 'parcel_id' } },
        { output: 'weight', from: { field: 'weight' } },
        { output: 'status', from: { field: 'status' } },
      ],
    },
  },
)

/** Takes stock out of a bin. */
const take = specOf(
  {
    id: 'take',
    name: 'Bin Taker',
    description: 'Takes pieces out of a bin.',
    parameters: [
      { name: 'bin_id', type: 'string', required: true, description: 'Bin to take from' },
      { name: 'pieces', type: 'integer', required: true, description: 'How many pieces' },
    ],
    errors: ['Invalid pieces: pieces must be between 1 and 500.'],
    outputs: [{ name: 'left', type: 'integer', description: 'Pieces that are left' }],
  },
  {
    effect: 'write',
    handler: {
      collection: 'bins',
      action: 'update',
      match: [{ parameter: 'bin_id', field: 'bin_id' }],
      one: true,
      related: [],
      refusals: [],
      set: [{ field: 'pieces', to: { subtract: 'pieces' } }],
      nonNegative: ['pieces'],
      outputs: [{ output: 'left', from: { field: 'pieces' } }],
    },
  },
)

/** Has many rules, known calls and no state. */
const plan = specOf(
  {
    id: 'plan',
    name: 'Route Planner',
    description: 'Plans a route.',
    parameters: [
      { name: 'mode', type: 'string', required: true, description: 'How to travel: van, bike, train' },
      {
        name: 'stops',
        type: 'array',
        items: 'string',
        required: true,
        description: 'Stops',
        minItems: 1,
        maxItems: 6,
      },
      { name: 'loads', type: 'array', items: 'number', required: true, description: 'Load at each stop' },
      { name: 'start_date', type: 'string', format: 'date-time', required: true, description: 'Begin' },
      { name: 'end_date', type: 'string', format: 'date-time', required: true, description: 'End' },
      { name: 'speed', type: 'number', required: false, default: 50, description: 'Speed in km/h' },
      {
        name: 'express',
        type: 'boolean',
        required: false,
        default: false,
        description: 'Whether it is urgent',
      },
    ],
    errors: [
      'Invalid mode: Use one of [van, bike, train].',
      'Length mismatch: stops and loads must have the same length.',
      'Invalid dates: start_date must be before end_date.',
      'Invalid speed: speed must be between 5 and 130.',
      'Road closed: The route leads over a closed road.',
    ],
    outputs: [
      { name: 'mode', type: 'string', description: 'How it is travelled' },
      { name: 'distance', type: 'number', description: 'Distance in km' },
      { name: 'legs', type: 'array', items: 'string', description: 'Legs of the route' },
      { name: 'state', type: 'string', description: 'State of the plan: draft, final, rejected' },
    ],
  },
  { effect: 'read' },
)

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
  tools: [lookUp, take, plan],
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
