import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Command } from 'commander'
import { computeSha256 } from '../../shared/digest.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { isObject } from '../../shared/json.ts'
import { checkReplaceable, readJson, readText, writeWhole } from '../../shared/whole-file.ts'
import { countTasks, type Release, writeCard } from '../../suites/release/card.ts'
import { buildColumns, formatColumns, type SuiteColumn } from '../../suites/release/columns.ts'
import { buildCroissant } from '../../suites/release/croissant.ts'
import { readErrata } from '../../suites/release/errata.ts'
import { loadOptional } from '../load-default.ts'
import { printJson, printText } from '../output.ts'
import { readTasks } from '../read-tasks.ts'
import { addSimulatorsOption } from '../simulators-option.ts'

const SUITE_ENDING = '.suite.jsonl'
/** The file that says what a folder releases. */
const RELEASE_FILE = 'release.json'

interface Options {
  out: string
  licence: string
  title?: string
  cite?: string
  errata?: string
  json?: boolean
}

async function formatParquet(columns: readonly SuiteColumn[]): Promise<Uint8Array> {
  const load = () => import('hyparquet-writer')
  const { parquetWriteBuffer } = await loadOptional('hyparquet-writer', 'the writer of Parquet', load)
  const columnData = columns.map(({ name, type, values }) => ({ name, type, data: [...values] }))
  return new Uint8Array(parquetWriteBuffer({ columnData }))
}

const formatJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** @throws TracewrightError where the folder releases another suite: what was published does not change in silence */
function checkUnchanged(file: string, sha256: string): void {
  if (!existsSync(file)) return
  const before = readJson(file, 'the release')
  if (isObject(before) && before.sha256 === sha256) return
  throw new TracewrightError(
    `Failed to publish: ${file} is of another version of the suite. Name another folder by --out, and list repaired tasks in --errata.`,
    { at: { file } },
  )
}

async function run(suite: string, { out, licence, cite, errata, json, ...options }: Options): Promise<void> {
  const name = basename(suite)
  if (!name.endsWith(SUITE_ENDING))
    throw new TracewrightError(`Failed to publish ${suite}: expected a file NAME${SUITE_ENDING}.`)
  const tasks = (await readTasks(suite, 'json')).map(({ task }) => task)
  const text = readText(suite, 'the suite')
  const sha256 = computeSha256(text)
  checkUnchanged(join(out, RELEASE_FILE), sha256)
  const stem = name.slice(0, -SUITE_ENDING.length)
  const release: Release = {
    ...{ title: options.title ?? stem, licence, suite: name, sha256, tasks },
    citation: cite === undefined ? undefined : readText(cite, 'the citation'),
    errata: errata === undefined ? [] : [...readErrata(errata).values()],
  }
  const columns = buildColumns(tasks)
  const files = new Map<string, string | Uint8Array>([
    [name, text],
    [`${stem}.csv`, formatColumns(columns)],
    [`${stem}.parquet`, await formatParquet(columns)],
  ])
  files.set('croissant.json', formatJson(buildCroissant(release, columns, files)))
  files.set('README.md', writeCard(release))
  if (errata !== undefined) files.set('errata.jsonl', readText(errata, 'errata'))
  const counts = countTasks(tasks)
  const summary = { suite: name, sha256, licence, ...counts, errata: release.errata.length }
  files.set(RELEASE_FILE, formatJson(summary))
  const isOwn = existsSync(join(out, RELEASE_FILE))
  for (const [file, content] of files) checkReplaceable(join(out, file), content, () => isOwn)
  for (const [file, content] of files) writeWhole(join(out, file), [content])
  if (json) return printJson({ ...summary, out, files: [...files.keys()] })
  printText(`${out}: ${[...files.keys()].join(', ')}`)
  printText(`${counts.tasks} tasks, ${counts.tools} tools, sha256 ${sha256}`)
}

export const addPublish = (program: Command): Command =>
  addSimulatorsOption(program.command('publish'))
    .description(
      'write a suite as a release: a data set card, Croissant metadata, JSON Lines, CSV and Parquet; needs hyparquet-writer',
    )
    .argument('<suite>', `suite file, NAME${SUITE_ENDING}`)
    .requiredOption('--out <folder>', 'folder of the release')
    .requiredOption('--licence <spdx>', 'licence of the tasks, such as CC-BY-4.0')
    .option('--title <text>', 'title of the card (default: NAME)')
    .option('--cite <file>', 'how to cite it, a text or BibTeX file')
    .option('--errata <file>', 'JSON Lines of {task_id, why, task}: repaired tasks, null for withdrawn ones')
    .action(run)
