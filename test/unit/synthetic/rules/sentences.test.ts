import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { JsonObject } from '../../../../src/shared/json.ts'
import type { RuleKind } from '../../../../src/synthetic/tool-spec/rule.ts'
import { readRows } from '../../../support/json-lines.ts'
import { buildTool, type ParameterText, selectRules } from '../../../support/synthetic.ts'

type Parameters = Record<string, ParameterText>

/** Parameters of tools that several sentences are of. */
const TOOLS: Readonly<Record<string, Parameters>> = {
  labels: {
    pot_label: 'string|Label',
    fired_at: 'string|Time of the firing',
    owner_email: 'string?|Address of the owner',
    page_url: 'string?|Page of the pot',
    recipe_data: 'string?|Recipe',
    sizes: 'string[]?|Sizes',
  },
  heat: { peak_heat: 'number|Highest heat', hold: 'number|Hold', shelves: 'string[]|Shelves' },
  times: {
    load_time: 'string|Time of loading',
    unload_time: 'string|Time of unloading',
    heat_min: 'number|Lowest heat',
    heat_max: 'number|Highest heat',
  },
  modes: {
    firing_mode: 'string|Mode: slow, fast, custom',
    curve_points: 'number[]?|Points of the curve (required for custom mode)',
    preheat: 'boolean?|Whether to preheat',
    preheat_minutes: 'integer?|Minutes of preheating',
  },
  glaze: { glaze_kind: 'string|The glaze', notes: 'string|Notes for the potter' },
  lists: {
    pot_names: 'string[]|Pots',
    pot_heights: 'number[]|Heights',
    glaze_codes: 'string[]?|Glazes',
    kiln_id: 'string|Kiln',
  },
}

/** A tool whose prose says something, and all rules of one kind that are to be read. */
interface Row {
  about: string
  /** Name in {@link TOOLS}, or the parameters. */
  tool: string | Parameters
  failures?: string[]
  extra?: Record<string, JsonObject>
  kind: RuleKind
  rules: JsonObject[]
}

const rows = readRows<Row>(join(import.meta.dirname, 'sentences.jsonl'))

const textOf = ({ tool, failures }: Row): string => failures?.join(' ') ?? Object.values(tool).join(' ')

it.each(rows.map((row, i) => ({ line: i + 1, text: textOf(row), ...row })))(
  'sentences.jsonl:$line: $about: $text',
  ({ tool, failures, extra, kind, rules }) => {
    const parameters = typeof tool === 'string' ? (TOOLS[tool] as Parameters) : tool
    const read = selectRules(buildTool(parameters, failures, '', extra), kind)
    expect(read).toEqual(rules.map((rule) => ({ kind, ...rule })))
  },
)
