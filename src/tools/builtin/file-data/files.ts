import type { Json } from '../../../shared/json.ts'
import { dumpPythonJson } from '../../../shared/python/json.ts'
import { toFixedGrouped } from '../../../shared/python/number.ts'
import { countCodePoints } from '../../../shared/python/text.ts'
import tables from '../../content/tables.json' with { type: 'json' }
import { createSeededStore } from '../../world/seeded.ts'
import type { World } from '../../world/world.ts'

/** A file of the world's file system; its path is the key in the store. */
export type File = { content: string; type: string; size: number; created_at: string }

const MEDIA_TYPES = [
  ['.json', 'application/json'],
  ['.csv', 'text/csv'],
  ['.txt', 'text/plain'],
  ['.md', 'text/markdown'],
  ['.xml', 'application/xml'],
  ['.html', 'text/html'],
] as const

/** Media type by the end of a path, in its own case; plain text where the end says nothing. */
export const guessMediaType = (path: string): string =>
  MEDIA_TYPES.find(([suffix]) => path.endsWith(suffix))?.[1] ?? 'text/plain'

const DEPARTMENTS = ['Engineering', 'Marketing', 'Sales']

function writeEmployees(world: World): string {
  const rows = tables.employees.map(({ name, department, salary, years }) => {
    const draw = world.draw('employees.csv', name)
    return [
      name,
      draw.pick('department', department, DEPARTMENTS),
      draw.number('salary', salary, { min: 42_000, max: 148_000, decimals: 0 }),
      draw.number('years', years, { min: 0.5, max: 24, decimals: 3 }),
    ].join(',')
  })
  return ['name,department,salary,years', ...rows].join('\n')
}

function writeConfig(world: World): string {
  const draw = world.draw('config.json')
  const flag = (name: string, published: number) => draw.pick(name, published, [true, false])
  const major = draw.pick('major', 0, [2, 1, 3, 4, 5])
  const minor = draw.pick('minor', 0, [1, 0, 2, 4, 7, 9, 12])
  const patch = draw.number('patch', 0, { min: 1, max: 19_999, decimals: 0 })
  return dumpPythonJson({
    app_name: 'DataPipeline',
    version: `${major}.${minor}.${patch}`,
    max_workers: draw.pick('workers', 0, [4, 2, 6, 8, 12, 16]),
    timeout_seconds: draw.number('timeout', 30, { min: 5, max: 120, decimals: 3 }),
    features: { caching: flag('caching', 0), logging: flag('logging', 0), metrics: flag('metrics', 1) },
  })
}

/** Name, published price, range of prices elsewhere, category. */
const PRODUCTS = [
  ['Basic Plan', 29, [9, 110], 'subscription'],
  ['Pro Plan', 79, [111, 220], 'subscription'],
  ['Enterprise Plan', 199, [221, 640], 'subscription'],
  ['API Access', 49, [20, 130], 'addon'],
  ['Premium Support', 99, [80, 190], 'addon'],
] as const

const writeProducts = (world: World): string =>
  dumpPythonJson(
    PRODUCTS.map(([name, published, [min, max], category], i) => {
      const price = world.draw('products.json', name).number('price', published, { min, max, decimals: 2 })
      return { id: i + 1, name, price, category }
    }),
  )

function report(world: World): string {
  const draw = world.draw('report.txt')
  const orders = draw.number('orders', 18_412, { min: 8_000, max: 64_000, decimals: 0 })
  const growth = draw.number('growth', 6.4, { min: 1, max: 18, decimals: 3 })
  const share = draw.number('share', 41.7, { min: 20, max: 70, decimals: 3 })
  const returns = draw.number('returns', 2.9, { min: 0.5, max: 8, decimals: 4 })
  const transit = draw.number('transit', 2.6, { min: 1.2, max: 6, decimals: 4 })
  const depot = draw.pick('depot', 0, ['Graz', 'Porto', 'Lyon', 'Gdansk', 'Turin', 'Ghent'])
  return `Fulfilment report ${draw.token('reference')}

Our depots shipped ${toFixedGrouped(orders, 0)} orders in the last quarter, ${growth}% more than in the one before. The site in ${depot} handled ${share}% of them. Returns fell to ${returns}%. A parcel took ${transit} days to arrive on average, and the drivers were praised many times.`
}

function writeNotes(world: World): string {
  const draw = world.draw('notes.txt')
  const budget = draw.number('budget', 48_500, { min: 12_000, max: 96_000, decimals: 0 })
  const cases = draw.number('cases', 1_260, { min: 400, max: 14_000, decimals: 0 })
  const quote = draw.number('quote', 17.25, { min: 4, max: 60, decimals: 3 })
  const host = draw.pick('host', 0, ['Ines', 'Marco', 'Yuki', 'Tomas', 'Leila', 'Noor'])
  return `Notes from the planning round, file ${draw.token('reference')}
- ${host} presented the budget: ${toFixedGrouped(budget, 0)} EUR for the next year
- Support still has ${toFixedGrouped(cases, 0)} open cases
- The new supplier wants ${quote} EUR a unit
- To decide next time: which team moves to the second floor`
}

/** Path, published size, published age at the published wall clock in seconds, and content. */
const SEED: readonly [string, number, number, (world: World) => string][] = [
  ['/data/employees.csv', 284, 1_225_800, writeEmployees],
  ['/data/config.json', 156, 455_400, writeConfig],
  ['/data/report.txt', 267, 81_000, report],
  ['/data/products.json', 342, 279_000, writeProducts],
  ['/data/notes.txt', 245, 84_600, writeNotes],
]

function* drawFiles(world: World): Generator<[string, File]> {
  for (const [path, publishedSize, publishedAge, write] of SEED) {
    const content = write(world)
    const age = world
      .draw('file', path)
      .number('age', publishedAge, { min: 3_600, max: 2_000_000, decimals: 0 })
    yield [
      path,
      {
        content,
        type: guessMediaType(path),
        // The published sizes are stored numbers, not the lengths of the published contents.
        size: world.seed === 0 ? publishedSize : countCodePoints(content),
        created_at: new Date(world.clock.now - age * 1000).toISOString().slice(0, 19),
      },
    ]
  }
}

/** A file that a task gives: `{"path", "content"}`; content that is not a text is written as JSON. */
function readGivenFile(record: Json, world: World): [string, File] {
  const { path, content: given } = record as { path: string; content: Json }
  const content = typeof given === 'string' ? given : JSON.stringify(given)
  const created_at = new Date(world.clock.now).toISOString().slice(0, 19)
  return [path, { content, type: guessMediaType(path), size: countCodePoints(content), created_at }]
}

/** The world's file system by path. Paths are plain keys: case matters and nothing is resolved. */
export const filesOf = createSeededStore('files', drawFiles, readGivenFile)
