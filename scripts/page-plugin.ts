import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'rolldown'

const HTML = 'src/report/html'

const digest = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Style sheets in the order of their names, without comments and indentation. */
const readStyles = (folder: string): string =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.css'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\n\s+/g, '\n')
    .replaceAll(/\n{2,}/g, '\n')

/** Folders of the packages that modules come from. */
const listPackages = (modules: readonly string[]): string[] => [
  ...new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? [])),
]

/** Name, version, licence and copyright line of a package, which its licence asks to keep. */
function notice(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  const lines = file === undefined ? [] : readFileSync(join(folder, file), 'utf8').split('\n')
  const copyright = lines.find((line) => /^\s*copyright/i.test(line))?.trim() ?? ''
  return `${name} ${version}, ${license}. ${copyright}`.trim()
}

/**
 * Puts the bundled client script and the styles into the page's template, with their digests in the content security
 * policy, and leaves `report-page.html` in place of the script.
 */
export const createPagePlugin = (): Plugin => ({
  name: 'report-page',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((item) => item.type === 'chunk')
    const [chunk] = chunks
    if (chunk === undefined || chunks.length > 1) {
      throw new Error(`Failed to build the report page: ${chunks.length} chunks. Keep the client in one.`)
    }
    if (chunk.imports.length > 0) {
      throw new Error(
        `Failed to build the report page: it imports ${chunk.imports.join(', ')}. A browser has no such module.`,
      )
    }
    // A closing tag in a text of the script would end the script element.
    const script = chunk.code.trim().replaceAll('</script', '<\\/script')
    if (/<!--|\{\{(title|data|details)\}\}/.test(script)) {
      throw new Error(
        'Failed to build the report page: its script holds a mark of the template. Write it apart.',
      )
    }
    const style = readStyles(join(HTML, 'styles'))
    const parts: Record<string, string> = {
      notices: listPackages(chunk.moduleIds).map(notice).sort().join('\n'),
      'style-digest': digest(style),
      'script-digest': digest(script),
      style,
      script,
    }
    const template = readFileSync(join(HTML, 'page.html'), 'utf8')
    const source = template.replaceAll(/\{\{(\S+?)\}\}/g, (whole, name: string) => parts[name] ?? whole)
    for (const name of Object.keys(bundle)) delete bundle[name]
    this.emitFile({ type: 'asset', fileName: 'report-page.html', source })
  },
})
