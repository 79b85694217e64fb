import type { Command } from 'commander'
import { TracewrightError } from '../../shared/errors.ts'
import { pullSuite } from '../../suites/load/pull-suite.ts'
import { printJson, printText } from '../output.ts'

interface Options {
  out?: string
  url?: string
  force?: boolean
  json?: boolean
}

interface Source {
  readonly url: string
  /** SPDX identifier. */
  readonly licence: string
  readonly citation: string
}

/** Data sets that can be pulled by name. */
const SOURCES: Readonly<Record<string, Source>> = {
  comptoolbench: {
    url: 'https://huggingface.co/datasets/mdarahmanxAI/comptoolbench/resolve/main/test.jsonl',
    licence: 'CC-BY-4.0',
    citation: 'CompToolBench v1.0, mdarahmanxAI/comptoolbench on the Hugging Face hub',
  },
}
const NAMES = Object.keys(SOURCES).join(', ')

function resolveSource(name: string, url: string | undefined): Source {
  const source = SOURCES[name]
  if (source === undefined)
    throw new TracewrightError(`Failed to pull: unknown data set "${name}": expected ${NAMES}.`)
  if (url !== undefined && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
    throw new TracewrightError(`Invalid --url ${url}: expected a URL that begins with https:// or http://.`)
  return url === undefined ? source : { ...source, url }
}

/** `tracewright pull`: fetches a published data set. */
export const addPull = (program: Command): Command =>
  program
    .command('pull')
    .description('download a published data set from the Hugging Face hub')
    .argument('<name>', `data set: ${NAMES}`)
    .option('--out <file>', 'file to write (default: NAME.suite.jsonl)')
    .option('--url <url>', 'fetch the data set from this address instead; one task per line')
    .option('--force', 'write over another file of that name')
    .action(async (name: string, { out, url, force = false, json }: Options) => {
      const { licence, citation, ...source } = resolveSource(name, url)
      const pulled = await pullSuite(new URL(source.url), out ?? `${name}.suite.jsonl`, force)
      if (json) return printJson({ ...pulled, licence, citation })
      const { file, rows, bytes, sha256, unchanged } = pulled
      const count = (n: number): string => n.toLocaleString('en')
      printText(`${file}: ${count(rows)} tasks, ${count(bytes)} bytes${unchanged ? ', unchanged' : ''}`)
      printText(`sha256 ${sha256}`)
      printText(`licence ${licence}; cite: ${citation}`)
    })
