import { refuse, refuseIf } from '../../../schema/tool-error.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { type Loaded, loadJson, toJson } from '../../../shared/python/json-reader.ts'
import { formatPythonStr } from '../../../shared/python/repr.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { MAX_FIELDS } from './loaded.ts'

function readRecords(text: string, parameter: string): Map<string, Loaded>[] {
  const loaded = loadJson(text)
  if (!Array.isArray(loaded) || !loaded.every((row) => row instanceof Map)) {
    refuse(parameter, `must be the JSON text of a list of objects`)
  }
  return loaded
}

export const mergeData = defineBuiltIn({
  effect: 'read',
  capability: 'transform-data',
  input: (z) => ({ dataset1: z.string(), dataset2: z.string(), join_key: z.string() }),
  output: (z) => ({
    merged: z.array(z.record(z.string(), z.json())),
    total_records: z.int(),
    matched_records: z.int(),
    unmatched_records: z.int(),
    join_key: z.string(),
  }),
  run({ dataset1, dataset2, join_key }) {
    const records = readRecords(dataset1, 'dataset1')
    const partners = new Map<string, Map<string, Loaded>>()
    for (const record of readRecords(dataset2, 'dataset2')) {
      const value = record.get(join_key)
      if (value !== undefined) partners.set(formatPythonStr(value), record)
    }
    const pairs = records.map((record) => {
      const value = record.get(join_key)
      return [record, partners.get(value === undefined ? '' : formatPythonStr(value))] as const
    })
    const fields = pairs.reduce((total, [record, partner]) => total + record.size + (partner?.size ?? 0), 0)
    refuseIf(fields > MAX_FIELDS, 'dataset2', `makes more than ${MAX_FIELDS} fields of merged records`)
    const matched = pairs.filter(([, partner]) => partner !== undefined).length
    return {
      merged: pairs.map(
        ([record, partner]) => toJson(new Map([...record, ...(partner ?? [])])) as JsonObject,
      ),
      total_records: records.length,
      matched_records: matched,
      unmatched_records: records.length - matched,
      join_key,
    }
  },
})
