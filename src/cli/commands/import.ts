import { basename } from 'node:path'
import type { Command } from 'commander'
import { formatCount } from '../../shared/english.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { groupBy } from '../../shared/group.ts'
import { takeFirstLines } from '../../shared/problem-list.ts'
import {
  buildCorrectionsPath,
  readWithCorrections,
  TOOLKIT_ENDING,
  writeImported,
} from '../../tools/imported/files.ts'
import { type Imported, importTools, type Source } from '../../tools/imported/import/index.ts'
import { routesOfToolkit } from '../../tools/imported/routes.ts'
import { simulatorsOfToolkit } from '../../tools/imported/simulate/simulators.ts'
import { buildToolTypesPath, writeToolTypes } from '../../tools/imported/tool-types-file.ts'
import { loadModule } from '../load-module.ts'
import { printJson, printText, showProgress, warn } from '../output.ts'
import { renderTextTable } from '../table.ts'

const KINDS = ['openapi', 'mcp', 'openai', 'zod'] as const
type ImportKind = (typeof KINDS)[number]

interface Options {
  out: string
  command?: string
  allowRefs?: string[]
  json?: boolean
}

const refuse = (cause: string): TracewrightError => new TracewrightError(`Failed to import tools: ${cause}`)

async function readSource(
  kind: ImportKind,
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

/** Remarks, and names for one reason, that are printed; all of them are in the JSON document. */
const SHOWN = 12
const SHOWN_NAMES = 3

/** Tools that keep no state, with why; corrections may have given some a kind. */
const listStatelessTools = ({ toolkit, reasons }: Imported): { name: string; why: string }[] =>
  toolkit.tools.flatMap(({ name, kind }) =>
    kind === 'opaque' ? [{ name, why: reasons[name] ?? 'corrections say so' }] : [],
  )

/** How many tools there are of each kind of thing, and why the others keep no state; the most first. */
function stateTable(imported: Imported): string {
  const named = imported.toolkit.tools.flatMap(({ name, entity, kind }) =>
    kind === 'opaque' || entity === undefined ? [] : [{ name, state: entity }],
  )
  const without = listStatelessTools(imported).map(({ name, why }) => ({ name, state: `none: ${why}` }))
  const rows = [...groupBy([...named, ...without], ({ state }) => state)].sort(
    ([, a], [, b]) => b.length - a.length,
  )
  const shown = rows.map(([state, tools]) => {
    const names = tools.slice(0, SHOWN_NAMES).map(({ name }) => name)
    return [tools.length, state, [...names, ...(tools.length > SHOWN_NAMES ? ['...'] : [])].join(', ')]
  })
  return renderTextTable(['>tools', 'state', 'tools'], shown)
}

function summarizeImport(imported: Imported, out: string): string {
  const { toolkit, remarks } = imported
  const routes = toolkit.tools.filter(({ route }) => route !== undefined).length
  const without = listStatelessTools(imported).length
  const skipped = remarks.map(({ name, why }) => `${name}: ${why}`)
  return [
    `${out}: ${formatCount(toolkit.tools.length, 'tool')}, ${toolkit.tools.length - without} with state, ${without} without, ${formatCount(routes, 'route')}`,
    stateTable(imported),
    ...(without > 0
      ? [
          `To give a tool state, name its kind and entity in ${basename(buildCorrectionsPath(out))}: docs/toolkit.md#corrections`,
        ]
      : []),
    ...takeFirstLines(skipped, SHOWN, 'more; --json lists all').map((line) => `  ${line}`),
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
      'openapi: files, folders and URLs outside of its folder that the document may refer to, such as ../shared or https://schemas.example.com',
    )
    .action(async (kind: string, file: string | undefined, { out, json, ...options }: Options) => {
      const known = KINDS.find((one) => one === kind)
      if (known === undefined) throw refuse(`unknown kind "${kind}". Kinds are ${KINDS.join(', ')}.`)
      if (!out.endsWith(TOOLKIT_ENDING)) throw refuse(`--out ${out} does not end in ${TOOLKIT_ENDING}.`)
      showProgress(`import: reading ${options.command ?? file ?? ''}; a large document takes a minute or two`)
      const imported = await readSource(known, file, options)
        .then((source) => importTools(source, basename(out).slice(0, -TOOLKIT_ENDING.length)))
        .finally(() => showProgress(''))
      // Corrections of before have to hold for what was imported now; where they do not, the file stays as it was.
      const toolkit = readWithCorrections(imported.toolkit, out)
      const simulators = simulatorsOfToolkit(toolkit)
      routesOfToolkit(toolkit)
      writeImported(out, imported.toolkit)
      const types = buildToolTypesPath(out)
      const isTyped = writeToolTypes(out, simulators)
      if (!isTyped)
        warn(
          `${types} stays as it is: tracewright did not write it. Rename it to have the types of the tools written there.`,
        )
      const { tools, entities } = toolkit
      const all = { ...imported, toolkit }
      if (!json) return printText(summarizeImport(all, out))
      printJson({
        file: out,
        ...(isTyped ? { types } : {}),
        tools: tools.length,
        routes: tools.filter(({ route }) => route !== undefined).length,
        entities: Object.keys(entities).length,
        withState: tools.flatMap(({ name, kind, entity = '' }) =>
          kind === 'opaque' ? [] : [{ name, kind, entity }],
        ),
        withoutState: listStatelessTools(all),
        skipped: imported.remarks,
      })
    })
