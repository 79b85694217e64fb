import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pages from './pages.json' with { type: 'json' }

const docs = resolve(import.meta.dirname, '..')
const read = (name: string): string => readFileSync(join(docs, `${name}.md`), 'utf8')

/** Heading of a page, and the first sentence below it. */
function readSummary(name: string): string {
  const [, title = name, rest = ''] = /^# (.+)\n+([^\n]*)/m.exec(read(name)) ?? []
  const sentence = /^.*?[.:](?= |$)/.exec(rest)?.[0] ?? ''
  return `- [${title.replaceAll('`', '')}](/docs/${name}.html): ${sentence.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')}`
}

/** Pages that users read and the sidebar does not name. */
const listOthers = (): string[] => {
  const listed = new Set([...Object.values(pages.sidebar).flat(), ...pages.unsearched, 'index'])
  return ['', 'guides/']
    .flatMap((folder) => readdirSync(join(docs, folder)).map((file) => `${folder}${file}`))
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length))
    .filter((name) => !listed.has(name))
}

/** `llms.txt`: the pages with a sentence each, as https://llmstxt.org has it. */
export function renderLlmsText(): string {
  const [, text = '', tagline = ''] = /^ {2}text: (.+)\n {2}tagline: (.+)$/m.exec(read('index')) ?? []
  const groups = Object.entries({ ...pages.sidebar, More: [...pages.sidebar.More, ...listOthers()] })
  const lists = groups.map(([group, names]) => `## ${group}\n\n${names.map(readSummary).join('\n')}\n`)
  return `# tracewright\n\n> ${text}. ${tagline}\n\nThe pages in one file: /llms-full.txt. In a project: node_modules/tracewright/docs, and a skill in node_modules/tracewright/skills.\n\n${lists.join('\n')}`
}

/** `llms-full.txt`: the same pages whole. */
export const renderLlmsFullText = (): string =>
  [...Object.values(pages.sidebar).flat(), ...listOthers()]
    .map((name) => `<!-- docs/${name}.md -->\n\n${read(name).trim()}\n`)
    .join('\n')

/** Writes both files into a built site. */
export function writeAssistantFiles(outDir: string): void {
  writeFileSync(join(outDir, 'llms.txt'), renderLlmsText())
  writeFileSync(join(outDir, 'llms-full.txt'), renderLlmsFullText())
}
