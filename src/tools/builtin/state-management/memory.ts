import type { Json } from '../../../shared/json.ts'
import { memoizeByString } from '../../../shared/memoize.ts'
import { PyFloat } from '../../../shared/python/json.ts'
import { type Loaded, loadJson, toJson } from '../../../shared/python/json-reader.ts'
import { createSeededStore } from '../../world/seeded.ts'
import type { World } from '../../world/world.ts'

/** Python's name of the type that a value has, which `30` and `30.0` do not share. */
export type ValueType = 'NoneType' | 'bool' | 'dict' | 'float' | 'int' | 'list' | 'str'

/** What is remembered under a key of the store. */
export type Memory = { value: Json; value_type: ValueType; tags: string[]; created_at: string }

function describePythonType(value: Loaded): ValueType {
  if (value === null) return 'NoneType'
  if (Array.isArray(value)) return 'list'
  if (value instanceof Map) return 'dict'
  if (value instanceof PyFloat) return 'float'
  if (typeof value === 'string') return 'str'
  if (typeof value === 'boolean') return 'bool'
  return Number.isInteger(value) ? 'int' : 'float'
}

/** The value that a text stands for: the JSON value where the text is JSON, otherwise the text. */
export function parseRemembered(text: string): Pick<Memory, 'value' | 'value_type'> {
  const loaded = loadJson(text)
  if (loaded === undefined) return { value: text, value_type: 'str' }
  return { value: toJson(loaded), value_type: describePythonType(loaded) }
}

function drawPreferences(world: World): Json {
  const draw = world.draw('user_preferences')
  return {
    theme: draw.pick('theme', 0, ['dark', 'light', 'sepia', 'high contrast']),
    language: draw.pick('language', 0, ['en', 'de', 'es', 'fr', 'it', 'ja', 'pt']),
    notifications: draw.pick('notifications', 0, [true, false]),
    ...(world.seed === 0 ? {} : { profile: draw.hex('profile') }),
  }
}

function projectNotes(world: World): Json {
  const draw = world.draw('project_notes')
  const river = draw.pick('river', 0, ['Loire', 'Drava', 'Tagus', 'Vistula', 'Ebro', 'Neckar'])
  const samples = draw.number('samples', 2_140, { min: 600, max: 18_000, decimals: 0 })
  const share = draw.number('share', 73.5, { min: 20, max: 95, decimals: 3 })
  return `Water study on the ${river}, dossier ${draw.token('reference')}: ${samples} samples taken, ${share}% of them analysed so far.`
}

function drawAgenda(world: World): Json {
  if (world.seed === 0) return ['Review Q1 metrics', 'Discuss roadmap', 'Assign action items']
  const draw = world.draw('meeting_agenda')
  const target = draw.number('target', 0, { min: 1, max: 40, decimals: 3 })
  const topic = draw.pick('topic', 0, ['roadmap', 'hiring plan', 'release calendar', 'supplier contract'])
  return [
    `Compare sign-ups with the target of +${target}%`,
    `Discuss ${topic}`,
    `Close ticket ${draw.hex('ticket')}`,
  ]
}

const GROCERIES: readonly [string, string[]][] = [
  ['milk', ['milk', 'oat drink', 'buttermilk']],
  ['eggs', ['eggs', 'tofu', 'cheese']],
  ['bread', ['bread', 'rice', 'pasta', 'polenta']],
  ['coffee', ['coffee', 'tea', 'cocoa']],
  ['oranges', ['oranges', 'apples', 'pears', 'plums']],
]

const drawShoppingList = (world: World): Json =>
  GROCERIES.map(([item, options]) => {
    const draw = world.draw('shopping_list', item)
    const chosen = draw.pick('item', 0, options)
    if (world.seed === 0) return chosen
    return `${chosen} (${draw.number('weight', 0, { min: 0.2, max: 11, decimals: 3 })} kg)`
  })

function drawApiConfig(world: World): Json {
  const draw = world.draw('api_config')
  const host = world.seed === 0 ? 'api' : `api-${draw.hex('host')}`
  return {
    endpoint: `https://${host}.example.com/v2`,
    timeout: draw.number('timeout', 30, { min: 5, max: 120, decimals: 3 }),
    retries: draw.pick('retries', 0, [3, 1, 2, 4, 5]),
  }
}

/** Key, tags, published age at the published wall clock in seconds, and value. */
const SEED: readonly [string, string[], number, ValueType, (world: World) => Json][] = [
  ['user_preferences', ['settings', 'user'], 16_200, 'dict', drawPreferences],
  ['project_notes', ['project', 'research'], 19_800, 'str', projectNotes],
  ['meeting_agenda', ['work', 'meeting'], 21_600, 'list', drawAgenda],
  ['shopping_list', ['personal', 'shopping'], 73_800, 'list', drawShoppingList],
  ['api_config', ['config', 'technical'], 95_400, 'dict', drawApiConfig],
]

function* drawMemories(world: World): Generator<[string, Memory]> {
  for (const [key, tags, publishedAge, value_type, make] of SEED) {
    const age = world.draw('memory', key).number('age', publishedAge, { min: 600, max: 400_000, decimals: 0 })
    const created_at = new Date(world.clock.now - age * 1000).toISOString().slice(0, 19)
    yield [key, { value: make(world), value_type, tags: [...tags], created_at }]
  }
}

/** Each run of a task fills its stores anew with much the same records. */
const findValueType = memoizeByString(2000, (text): ValueType => parseRemembered(text).value_type)

/** A memory that a task gives: `{"key", "value"}`, and `tags` where there are some. */
function readGivenMemory(record: Json, world: World): [string, Memory] {
  const { key, value = null, tags = [] } = record as { key: string; value?: Json; tags?: string[] }
  const created_at = new Date(world.clock.now).toISOString().slice(0, 19)
  const value_type = findValueType(typeof value === 'string' ? value : JSON.stringify(value))
  return [key, { value, value_type, tags: [...tags], created_at }]
}

/** What is remembered, by key, in order of first storing. */
export const memoriesOf = createSeededStore('memory', drawMemories, readGivenMemory)
