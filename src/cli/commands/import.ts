import { basename } from 'node:path'
import type { Command } from 'commander'
import { TracewrightError } from '../../shared/errors.ts'
import { TOOLKIT_ENDING, withCorrections, writeImported } from '../../tools/imported/files.ts'
import { type Imported, importTools, type Source } from '../../tools/imported/import/index.ts'
import { TOOL_KINDS } from '../../tools/imported/toolkit.ts'
import { loadModule } from '../load-module.ts'
import { printJson, printText, progress } from '../output.ts'

const KINDS = ['openapi', 'mcp', 'openai', 'zod'] as const
type Kind = (typeof KINDS)[number]

interface Options {
  out: string
  command?: string
  allowRefs?: string[]
  json?: boolean
}

const refuse = (cause: string): TracewrightError => new TracewrightError(`Failed to import tools: ${cause}`)

async function sourceOf(
  kind: Kind,
  file: string | undefined,
  { command, allowRefs }: Pick<Options, 'command' | 'allowRefs'>,
): Promise<Source> {
  if (allowRefs !== undefined && kind !== 'openapi')
    throw refuse('--allow-refs requires an OpenAPI document: write `import openapi FILE --allow-refs PLACE`.')
  if (command !== undefined) {
    if (kind !== 'mcp' || file !== undefined)
      throw refuse(
        '--command starts an MCP server: write `import mcp --command "npx server"`, without a file.',
      )
    return { kind, from: command, command: true }
  }
  if (file === undefined) throw refuse(`no source is given. Write \`import ${kind} FILE\`.`)
  if (kind === 'zod') return { kind, from: file, module: await loadModule(file, 'tools') }
  if (kind === 'openapi') return { kind, from: file, ...(allowRefs === undefined ? {} : { allowRefs }) }
  return { kind, from: file }
}

/** Entities and remarks that are printed; all of them are in the JSON document. */
const SHOWN = 12

function summary({ toolkit, remarks }: Imported, out: string): string {
  const counts = TOOL_KINDS.map(
    (kind) => [kind, toolkit.tools.filter((tool) => tool.kind === kind).length] as const,
  )
  const kinds = counts.flatMap(([kind, count]) => (count > 0 ? [`${count} ${kind}`] : [])).join(', ')
  const routes = toolkit.tools.filter(({ route }) => route !== undefined).length
  const entities = Object.entries(toolkit.entities).map(([name, { id }]) => `${name} by ${id}`)
  const more = remarks.length - SHOWN
  return [
    `${out}: ${toolkit.tools.length} tools (${kinds}), ${routes} routes`,
    `entities: ${entities.slice(0, SHOWN).join(', ') || 'none'}${entities.length > SHOWN ? ` and ${entities.length - SHOWN} more` : ''}`,
    ...remarks.slice(0, SHOWN).map(({ name, why }) => `  ${name}: ${why}`),
    ...(more > 0 ? [`  and ${more} more; --json lists all`] : []),
  ].join('\n')
}

export const addImport = (program: Command): Command =>
  program
    .command('import')
    .description('make simulators with state, and routes to them, of tools of your own')
    .argument('<kind>', KINDS.join(', '))
    .argument(
      '[source]',
      'openapi: OpenAPI 3 or Swagger 2, file or URL; mcp: a file with the result of tools/list, or a URL; openai: function definitions; zod: a module',
    )
    .requiredOption('--out <file>', `toolkit to write, a file that ends in ${TOOLKIT_ENDING}`)
    .option('--command <command>', 'MCP server to start and ask, such as "npx server"')
    .option(
      '--allow-refs <place...>',
      'openapi: files, folders and URLs that the document may refer to beside its own folder, such as ../shared or https://schemas.example.com',
    )
    .action(async (kind: string, file: string | undefined, { out, json, ...options }: Options) => {
      const own = KINDS.find((one) => one === kind)
      if (own === undefined) throw refuse(`there is no kind "${kind}". Kinds are ${KINDS.join(', ')}.`)
      if (!out.endsWith(TOOLKIT_ENDING)) throw refuse(`--out ${out} does not end in ${TOOLKIT_ENDING}.`)
      progress(`import: reading ${options.command ?? file ?? ''}; a large document takes a minute or two`)
      const imported = await sourceOf(own, file, options)
        .then((source) => importTools(source, basename(out).slice(0, -TOOLKIT_ENDING.length)))
        .finally(() => progress(''))
      // Corrections of before have to hold for what was imported now; where they do not, the file stays as it was.
      const toolkit = withCorrections(imported.toolkit, out)
      writeImported(out, imported.toolkit)
      const { tools, entities } = toolkit
      if (!json) return printText(summary({ ...imported, toolkit }, out))
      printJson({
        file: out,
        tools: tools.length,
        routes: tools.filter(({ route }) => route !== undefined).length,
        entities: Object.keys(entities).length,
        skipped: imported.remarks,
      })
    })
