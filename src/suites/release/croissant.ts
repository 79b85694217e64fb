import { computeSha256 } from '../../shared/digest.ts'
import type { JsonObject } from '../../shared/json.ts'
import { countTasks, type Release } from './card.ts'
import type { SuiteColumn } from './columns.ts'

/** Terms of Croissant 1.0 that the metadata use. */
const CONTEXT = {
  ...{ '@language': 'en', '@vocab': 'https://schema.org/', sc: 'https://schema.org/' },
  ...{ cr: 'http://mlcommons.org/croissant/', dct: 'http://purl.org/dc/terms/' },
  ...{ conformsTo: 'dct:conformsTo', citeAs: 'cr:citeAs', recordSet: 'cr:recordSet', field: 'cr:field' },
  ...{ source: 'cr:source', fileObject: 'cr:fileObject', extract: 'cr:extract', column: 'cr:column' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
}

const MIME: Readonly<Record<string, string>> = {
  jsonl: 'application/jsonlines',
  csv: 'text/csv',
  parquet: 'application/x-parquet',
}

/**
 * Metadata of a release in JSON-LD, after Croissant 1.0 (http://mlcommons.org/croissant/1.0). Searches for data sets and
 * loaders read them. Address, creator and date of publication are left to who publishes it.
 *
 * @param files Content of the data files by name; the fields are columns of the Parquet file
 */
export function buildCroissant(
  { title, licence, citation, tasks }: Release,
  columns: readonly SuiteColumn[],
  files: ReadonlyMap<string, string | Uint8Array>,
): JsonObject {
  const parquet = [...files.keys()].find((name) => name.endsWith('.parquet')) ?? ''
  const counts = countTasks(tasks)
  return {
    ...{ '@context': CONTEXT, '@type': 'sc:Dataset', conformsTo: 'http://mlcommons.org/croissant/1.0' },
    ...{ name: title, license: `https://spdx.org/licenses/${licence}` },
    description: `${counts.tasks} tasks for agents over ${counts.tools} tools.`,
    ...(citation === undefined ? {} : { citeAs: citation.trim() }),
    distribution: [...files].map(([name, content]) => ({
      ...{ '@type': 'cr:FileObject', '@id': name, name, contentUrl: name },
      encodingFormat: MIME[name.split('.').at(-1) ?? ''] ?? 'text/plain',
      sha256: computeSha256(content),
    })),
    recordSet: [
      {
        ...{ '@type': 'cr:RecordSet', '@id': 'tasks', name: 'tasks' },
        field: columns.map(({ name, type }) => ({
          ...{ '@type': 'cr:Field', '@id': `tasks/${name}`, name },
          dataType: type === 'INT32' ? 'sc:Integer' : 'sc:Text',
          source: { fileObject: { '@id': parquet }, extract: { column: name } },
        })),
      },
    ],
  }
}
