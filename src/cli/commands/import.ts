import { basename } from 'node:path'
import type { Command } from 'commander'
import { formatCount } from '../../shared/english.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { groupBy } from '../../shared/group.ts'
import { dropUndefinedFields } from '../../shared/json.ts'
import { takeFirstLines } from '../../shared/problem-list.ts'
import { describeRecordedTools, learnOutputs } from '../../suites/repair/record/learn-outputs.ts'
import { readRecording } from '../../suites/repair/record/recording.ts'
import { buildCorrectionsPath, TOOLKIT_ENDING } from '../../tools/imported/file-names.ts'
import { type Imported, importTools, type Source } from '../../tools/imported/import/index.ts'
import { describeMissingOutputs, listToolsWithoutOutput, saveImported } from '../imported-toolkit.ts'
import { loadModule } from '../load-module.ts'
import { printJson, printText, showProgress } from '../output.ts'
import { renderTextTable } from '../table.ts'

const KINDS = ['openapi', 'mcp', 'openai', 'zod'] as const
type ImportKind = (typeof KINDS)[number] | 'recording'

interface Options {
  out: string
  command?: string
  from?: string
  allowRefs?: string[]
  json?: boolean
}

const refuse = (cause: string): TracewrightError => new TracewrightError(`Failed to import tools: ${cause}`)

/** The tools of a recording, which describes them itself. */
function readRecordedSource(from: string): Source {
  const tools = describeRecordedTools(readRecording(from))
  if (tools.length > 0) return { kind: 'recording', from, tools }
  throw refuse(`${from} has no tools. Record a prompt for which the agent calls them.`)
}

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
  if (kind === 'recording') return readRecordedSource(file)
  if (kind === 'zod') return { kind, from: file, module: await loadModule(file, 'tools') }
  if (kind === 'openapi') return { kind, from: file, ...(allowRefs === undefined ? {} : { allowRefs }) }
  return { kind, from: file }
}

/** The kind of source that was named; none is of a recording alone. */
function readKind(kind: string | undefined, { from }: Options): ImportKind {
  const known = KINDS.find((one) => one === kind)
  const kinds = `Kinds are ${KINDS.join(', ')}.`
  if (kind === undefined) {
    if (from === undefined)
      throw refuse(
        `no kind of source is given. Write \`import zod MODULE\`; a recording is read by --from. ${kinds}`,
      )
    return 'recording'
  }
  if (known === undefined) throw refuse(`unknown kind "${kind}". ${kinds}`)
  if (from !== undefined && known === 'openapi')
    throw refuse('--from is for tools of mcp, openai and zod: an OpenAPI document says what is returned.')
  return known
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
function writeStateTable(imported: Imported): string {
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

const listLearnt = ({ toolkit }: Imported): { name: string; results: number }[] =>
  toolkit.tools.flatMap(({ name, learnedFrom: results = 0 }) => (results > 0 ? [{ name, results }] : []))

function describeLearnt(imported: Imported): string[] {
  const learnt = listLearnt(imported).map(
    ({ name, results }) => `${name} (${formatCount(results, 'result')})`,
  )
  return learnt.length === 0
    ? []
    : [
        `Output schema learnt from results: ${takeFirstLines(learnt, SHOWN, 'more; --json lists all').join(', ')}`,
      ]
}

function summarizeImport(imported: Imported, out: string): string {
  const { toolkit, remarks } = imported
  const routes = toolkit.tools.filter(({ route }) => route !== undefined).length
  const without = listStatelessTools(imported).length
  const skipped = remarks.map(({ name, why }) => `${name}: ${why}`)
  return [
    `${out}: ${formatCount(toolkit.tools.length, 'tool')}, ${toolkit.tools.length - without} with state, ${without} without, ${formatCount(routes, 'route')}`,
    writeStateTable(imported),
    ...(without > 0
      ? [
          `To give a tool state, name its kind and entity in ${basename(buildCorrectionsPath(out))}: node_modules/tracewright/docs/toolkit.md#corrections`,
        ]
      : []),
    ...describeLearnt(imported),
    ...describeMissingOutputs(toolkit),
    ...takeFirstLines(skipped, SHOWN, 'more; --json lists all').map((line) => `  ${line}`),
  ].join('\n')
}

export const addImport = (program: Command): Command =>
  program
    .command('import')
    .description('create simulators from an OpenAPI document, MCP server, function list or zod module')
    .argument('[kind]', `${KINDS.join(', ')}; none with --from, for the tools of a recording`)
    .argument(
      '[source]',
      'openapi: OpenAPI 3 or Swagger 2, file or URL; mcp: a file with the result of tools/list, or a URL; openai: function definitions; zod: a module',
    )
    .requiredOption('--out <file>', `toolkit to write, a file that ends in ${TOOLKIT_ENDING}`)
    .option('--command <command>', 'MCP server to start and ask, such as "npx server"')
    .option(
      '--from <recording>',
      'learn missing output schemas from the results in a *.recording.json of `tracewright record`',
    )
    .option(
      '--allow-refs <place...>',
      'openapi: files, folders and URLs outside of its folder that the document may refer to, such as ../shared or https://schemas.example.com',
    )
    .action(async (given: string | undefined, file: string | undefined, options: Options) => {
      const { out, json, from } = options
      const kind = readKind(given, options)
      if (!out.endsWith(TOOLKIT_ENDING)) throw refuse(`--out ${out} does not end in ${TOOLKIT_ENDING}.`)
      const place = kind === 'recording' ? from : file
      showProgress(
        `import: reading ${options.command ?? place ?? ''}; a large document takes a minute or two`,
      )
      const learnt = from === undefined ? undefined : learnOutputs(readRecording(from))
      const imported = await readSource(kind, place, options)
        .then((source) => importTools(source, basename(out).slice(0, -TOOLKIT_ENDING.length), learnt))
        .finally(() => showProgress(''))
      const { toolkit, types } = saveImported(imported, out)
      const { tools, entities } = toolkit
      const all = { ...imported, toolkit }
      if (!json) return printText(summarizeImport(all, out))
      printJson({
        file: out,
        ...dropUndefinedFields({ types }),
        tools: tools.length,
        routes: tools.filter(({ route }) => route !== undefined).length,
        entities: Object.keys(entities).length,
        withState: tools.flatMap(({ name, kind, entity = '' }) =>
          kind === 'opaque' ? [] : [{ name, kind, entity }],
        ),
        withoutState: listStatelessTools(all),
        learnt: listLearnt(all),
        withoutOutput: listToolsWithoutOutput(toolkit),
        skipped: imported.remarks,
      })
    })
