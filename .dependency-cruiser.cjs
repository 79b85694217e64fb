/**
 * Layers of the house, lowest first. Imports point down; the rooms of one line do not import each other. Within `tools`
 * and `suites` the subrooms have an order of their own: `*` stands for the files of the room itself.
 */
const LAYERS = [
  ['src/shared'],
  ['src/schema'],
  ['src/trace', 'src/metrics', 'src/models'],
  ['src/tasks'],
  ['src/scoring', 'src/baseline'],
  ['src/network'],
  ['src/tools'],
  ['src/run'],
  ['src/suites'],
  ['src/synthetic'],
  ['src/adapters', 'matchers', 'src/report', 'src/init'],
  ['fixtures', 'src/serve', 'src/own-tools'],
  ['src/vitest', 'src/cli'],
  // Entries of package.json.
  ['src/[^/]+\\.ts'],
]

const SUBROOMS = {
  'src/tools': ['world', '*', 'python', 'content', 'builtin', 'imported', 'injections', 'faults'],
  'src/suites': ['load', 'calibration', 'audit', 'print', 'generate', 'repair', 'release'],
}

const within = (rooms) => `^(${rooms.join('|')})(/|$)`

const upward = LAYERS.slice(0, -1).map((rooms, i) => {
  const above = { path: within(LAYERS.slice(i + 1).flat()) }
  return {
    name: `no-import-up-from-layer-${i}`,
    comment: `${rooms.join(', ')} may not import from a layer above`,
    severity: 'error',
    from: { path: within(rooms) },
    to: above,
  }
})

/** A subroom, or the files of the room itself. */
const subroom = (room, name) => (name === '*' ? `^${room}/[^/]+$` : `^${room}/${name}/`)

const inward = Object.entries(SUBROOMS).flatMap(([room, names]) =>
  names.slice(0, -1).map((name, i) => ({
    name: `no-import-up-within-${room.replace('src/', '')}-from-${name === '*' ? 'itself' : name}`,
    comment: `${room}/${name} may not import from ${names.slice(i + 1).join(', ')}`,
    severity: 'error',
    from: { path: subroom(room, name) },
    to: {
      path: names
        .slice(i + 1)
        .map((above) => subroom(room, above))
        .join('|'),
    },
  })),
)

/** Matchers are handed their tools; rooms below `tools` are by the order of the layers. */
const toolless = {
  name: 'no-tool-in-matchers',
  comment: 'only the set-up of the matchers imports tools',
  severity: 'error',
  from: { path: '^matchers/', pathNot: '^matchers/index.ts$' },
  to: { path: '^src/tools/' },
}

const sideways = LAYERS.filter((rooms) => rooms.length > 1).flatMap((rooms) =>
  rooms.map((room) => ({
    name: `no-import-sideways-from-${room.replace('src/', '')}`,
    comment: `${room} may not import from ${rooms.filter((other) => other !== room).join(', ')}`,
    severity: 'error',
    from: { path: within([room]) },
    to: { path: within(rooms.filter((other) => other !== room)) },
  })),
)

const only = (name, rooms, modules) => ({
  name,
  comment: `only ${rooms.join(', ')} may import ${modules.join(', ')}`,
  severity: 'error',
  from: { path: '^(src|matchers|fixtures)/', pathNot: within(rooms) },
  to: { path: modules.map((module) => `^node_modules/${module}/`).join('|') },
})

module.exports = {
  forbidden: [
    ...upward,
    ...sideways,
    ...inward,
    toolless,
    only('msw-in-network', ['src/network'], ['msw']),
    only('langchain-in-adapters-and-models', ['src/adapters/langchain', 'src/models'], ['langchain']),
    only('ai-in-its-adapter', ['src/adapters/ai-sdk'], ['ai']),
    only('openai-agents-in-its-adapter', ['src/adapters/openai-agents'], ['@openai/agents']),
    only('openai-in-its-adapter', ['src/adapters/openai'], ['openai']),
    only(
      'mcp-in-its-adapter-and-import',
      ['src/adapters/mcp', 'src/tools/imported'],
      ['@modelcontextprotocol/sdk'],
    ),
    only(
      'langchain-core-in-models-and-above',
      ['src/models', 'src/adapters', 'src/synthetic'],
      ['@langchain/core'],
    ),
    only('vitest-in-upper-layers', ['matchers', 'fixtures', 'src/vitest'], ['vitest']),
    {
      name: 'report-computes-nothing',
      comment: 'report renders figures that metrics computed',
      severity: 'error',
      from: { path: '^src/report/' },
      to: { path: '^src/(tools|trace|scoring)/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, path: '^(src|matchers|fixtures)/' },
      to: {},
    },
    {
      name: 'no-unknown-room',
      comment: 'every file under src belongs to a layer; add a new room to LAYERS',
      severity: 'error',
      from: { path: '^src/', pathNot: within(LAYERS.flat()) },
      to: {},
    },
    {
      name: 'not-to-test',
      severity: 'error',
      from: { path: '^(src|matchers|fixtures)/' },
      to: { path: '^(test|bench)/' },
    },
    { name: 'not-resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
