import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const projects = join(root, 'test/integration/projects/init')
const examples = join(root, 'example-project')

/** Agent repositories that know nothing of tracewright yet. */
export const AGENT_REPOS = [
  'langchain',
  'ai-sdk',
  'mcp',
  'plain-fetch',
  'fetch-list',
  'langchain-zod',
] as const
export type AgentRepo = (typeof AGENT_REPOS)[number]

/** The example whose versions a repository has, and a file that it shares with another folder. */
const EXAMPLES: Readonly<Record<AgentRepo, { folder: string; shares?: [folder: string, file: string] }>> = {
  langchain: { folder: examples },
  'ai-sdk': {
    folder: join(examples, 'frameworks/ai-sdk'),
    shares: [join(examples, 'frameworks/ai-sdk'), 'src/agent.ts'],
  },
  mcp: { folder: join(examples, 'frameworks/mcp') },
  'plain-fetch': { folder: join(examples, 'frameworks/plain-fetch') },
  'fetch-list': {
    folder: join(examples, 'frameworks/plain-fetch'),
    shares: [join(projects, 'plain-fetch'), 'src/agent.ts'],
  },
  'langchain-zod': { folder: examples, shares: [join(projects, 'langchain'), 'src/model.ts'] },
}

interface Manifest {
  dependencies?: Record<string, string>
  overrides?: Record<string, string>
}
const manifestIn = (dir: string): Manifest => JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'))

/** Copies an agent repository: its own files, the agent that it shares with an example, and the versions of that. */
export function copyAgentRepo(name: AgentRepo, dir: string): void {
  const { folder, shares } = EXAMPLES[name]
  cpSync(join(projects, name), dir, { recursive: true })
  if (shares !== undefined) cpSync(join(...shares), join(dir, shares[1]))
  const { dependencies = {}, overrides } = manifestIn(folder)
  const own = manifestIn(dir)
  const pinned = Object.entries(own.dependencies ?? {}).map(([key, any]) => [key, dependencies[key] ?? any])
  writeFileSync(
    join(dir, 'package.json'),
    `${JSON.stringify(
      {
        ...own,
        ...(pinned.length === 0 ? {} : { dependencies: Object.fromEntries(pinned) }),
        ...(overrides === undefined ? {} : { overrides }),
      },
      null,
      2,
    )}\n`,
  )
}
