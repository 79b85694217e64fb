import { field } from '../../../schema/semantic.ts'
import { refuse, refuseIf } from '../../../schema/tool-error.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { type Loaded, loadJson, toJson } from '../../../shared/python/json-reader.ts'
import type { Rng } from '../../../shared/rng.ts'
import { CITIES, CLIENTS } from '../../content/pools/lists.ts'
import { drawNames } from '../../content/pools/people.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { loadedText, MAX_FIELDS } from './loaded.ts'

function readRecords(text: string, parameter: string): Map<string, Loaded>[] {
  const loaded = loadJson(text)
  if (!Array.isArray(loaded) || !loaded.every((row) => row instanceof Map)) {
    refuse(parameter, `must be the JSON text of a list of objects`)
  }
  return loaded
}

const KEYS = ['id', 'code', 'ref', 'number', 'account', 'badge', 'file_no', 'record_id'] as const

const drawIds = (rng: Rng, count: number): (number | string)[] => {
  const numbers = rng.sample(
    Array.from({ length: 180 }, (_, i) => 111 + i * 5),
    count,
  )
  const letter = rng.pick(['', '', 'K', 'R', 'T'])
  return letter === '' ? numbers : numbers.map((number) => `${letter}-${number}`)
}

export const mergeData = defineBuiltIn({
  name: 'merge_data',
  category: 'file_data',
  effect: 'read',
  capability: 'transform-data',
  description:
    'Adds to each record of a first list the fields of the record of a second list with the same value under a key, as a left join: no record of the first list is lost, and those of the second alone do not appear. Fields of the second list win; of its records with one value the last one counts. Both lists come as JSON text.',
  input: (z) => ({
    dataset1: field(
      z.string(),
      'records',
      'First list, a JSON array of objects as text, for example "[{\\"id\\": 1}]".',
    ),
    dataset2: field(z.string(), 'records', 'Second list, in the same form.'),
    join_key: field(
      z.string(),
      'key',
      'Field that both have, for example "id"; 1 and "1" match, 1.0 does not.',
    ),
  }),
  output: (z) => ({
    merged: field(z.array(z.record(z.string(), z.json())), 'records', 'Records of the first list, merged.'),
    total_records: field(z.int(), 'count', 'Number of records.'),
    matched_records: field(z.int(), 'count', 'How many found a partner in the second list.'),
    unmatched_records: field(z.int(), 'count', 'How many did not.'),
    join_key: field(z.string(), 'key', 'Field they were joined by.'),
  }),
  run({ dataset1, dataset2, join_key }) {
    const records = readRecords(dataset1, 'dataset1')
    const partners = new Map<string, Map<string, Loaded>>()
    for (const record of readRecords(dataset2, 'dataset2')) {
      const value = record.get(join_key)
      if (value !== undefined) partners.set(loadedText(value), record)
    }
    const pairs = records.map((record) => {
      const value = record.get(join_key)
      return [record, partners.get(value === undefined ? '' : loadedText(value))] as const
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
  drawArguments(rng) {
    const key = rng.pick(KEYS)
    const size = rng.int(4, 6)
    const ids = drawIds(rng, size + 1)
    const names = rng.int(0, 1) === 0 ? rng.sample(CLIENTS, size) : drawNames(rng, size)
    const partners = ids.filter((_, i) => i === 0 || i === 2 || rng.int(0, 1) === 0)
    const cities = rng.sample(CITIES, partners.length)
    return {
      dataset1: JSON.stringify(names.map((name, i) => ({ [key]: ids[i], name }))),
      dataset2: JSON.stringify(rng.shuffle(partners).map((id, i) => ({ [key]: id, city: cities[i] }))),
      join_key: key,
    }
  },
})
