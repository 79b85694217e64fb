import { readdirSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const folder = resolve(root, 'src/tools/builtin')

/** The built-in tools in order of their names. A tool has a file of JSON; code without one is what tools of the category share. */
export const builtInTools = () =>
  readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith('.json'))
    .map((path) => {
      const file = basename(path, '.json')
      const exported = file.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase())
      const [category, name] = [dirname(path), file].map((part) => part.replaceAll('-', '_'))
      return { path: resolve(folder, path).replace(/\.json$/, ''), category, name, exported }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))

const writeLines = (tools, line) => tools.map(line).join('\n')

/** The code of the modules that only declare their list, by path. */
const LISTS = {
  [resolve(folder, 'simulators.ts')]: (tools) => `
${writeLines(tools, ({ path, exported }) => `import { ${exported} } from '${path}.ts'`)}
export const simulators = [
${writeLines(tools, ({ category, name, exported }) => `  ${exported}('${category}', '${name}'),`)}
]`,
  [resolve(folder, 'words.ts')]: (tools) => `
import { simulators } from './simulators.ts'
${writeLines(tools, ({ path, exported }) => `import * as ${exported} from '${path}.json'`)}
const words = [${tools.map(({ exported }) => `{ phrases: ${exported}.phrases, draw: ${exported}.draw, traits: ${exported}.traits }`)}]
export const files = simulators.map((tool, i) => [tool, words[i]])`,
}

/** Fills the lists of `src/tools/builtin` from the files of the tools: whatever builds, runs or tests the sources needs it. */
export const toolLists = () => ({
  name: 'tool-lists',
  // Vitest keeps transforms on disk by the text of the file, which says nothing of the list.
  configureVitest({ experimental_defineCacheKeyGenerator: defineKey, defineCacheKeyGenerator = defineKey }) {
    defineCacheKeyGenerator(({ id }) => (id in LISTS ? false : undefined))
  },
  load: {
    // Rolldown then asks for these modules alone.
    filter: { id: /[\\/]builtin[\\/](simulators|words)\.ts$/ },
    handler: (id) => (id in LISTS ? { code: LISTS[id](builtInTools()), moduleType: 'js' } : undefined),
  },
})
